import {
  scans as contract,
  patientCorrections as patients,
  vendorPictures as pictures,
  presentationStates as stateContract,
} from '@duai/contract';
import { notFound } from '../../core/app-error.ts';
import { SERVER_TEXTS } from '../../core/texts.ts';
import { download } from '../../http/download.ts';
import { streamEvents } from '../../http/event-stream.ts';
import type { Route } from '../../http/route.ts';
import { imageParts, presentRefusal, withRefusalsInLanguage } from '../studies/index.ts';
import type { Scans } from './scans.service.ts';

export function registerScansRoutes(route: Route, scans: Scans): void {
  const { details, exports, events, objects } = scans;
  registerPatientRoutes(route, scans);
  route(contract.listScans, ({ context, actor }) => scans.list(actor.institutionId, context.language));
  route(contract.uploadScan, async ({ context, actor, query, request, assertStillAdmitted }) => {
    await scans.assertTakesScans(actor.institutionId);
    const { refused, ...taken } = await withRefusalsInLanguage(context.language, async () => {
      const received = await scans.receive(context, imageParts(request, scans.enterIntake(context)));
      return scans.upload(context, actor.institutionId, received, { ageYears: query.ageYears, assertStillAdmitted });
    });
    const named = refused.map((refusal) => presentRefusal(refusal, context.language));
    return {
      message: SERVER_TEXTS[context.language].scans.uploaded,
      ...taken,
      ...(named.length > 0 ? { refused: named } : {}),
    };
  });

  route(contract.streamTrialEvents, (input) =>
    streamEvents<{ scanId: string }>(input, 'scan', ({ onChange, onGap }) =>
      events.subscribe(input.actor.institutionId, { onChange: ({ scanId }) => onChange({ scanId }), onGap }),
    ),
  );
  route(contract.listStudies, ({ context, actor, query }) =>
    details.table(actor.institutionId, query, context.language),
  );
  route(contract.listTrialReports, ({ context, actor, query }) =>
    details.reports(actor.institutionId, query, context.language),
  );
  route(contract.getScanOfStudy, ({ context, actor, params }) =>
    details.ofStudy(actor.institutionId, params.studyInstanceUid, context.language),
  );
  route(contract.getScan, ({ context, actor, params }) => details.detail(context, actor.institutionId, params.scanId));
  route(contract.listScanSegmentations, ({ context, actor, params }) =>
    details.segmentations(context, actor.institutionId, params.scanId),
  );
  route(pictures.listPictures, ({ context, actor, params }) =>
    details.vendorPictures.list(context, actor.institutionId, params.scanId),
  );
  route(pictures.getPicture, ({ context, actor, params }) =>
    details.vendorPictures.open(context, actor.institutionId, params),
  );
  route(stateContract.listOfScan, ({ context, actor, params }) =>
    details.presentationStates.list(context, actor.institutionId, params.scanId),
  );
  route(stateContract.openOfScan, ({ context, actor, params }) =>
    details.presentationStates.open(context, actor.institutionId, params),
  );
  route(contract.getScanPreview, ({ context, actor, params, query }) =>
    details.preview(context, actor.institutionId, params.instanceId, query),
  );
  route(contract.deleteScan, async ({ context, actor, params }) => ({
    removedFiles: await details.remove(context, actor.institutionId, params.scanId),
    message: SERVER_TEXTS[context.language].scans.deleted,
  }));
  route(contract.getScanPdf, ({ context, actor, params }) => exports.pdf(context, actor.institutionId, params.scanId));
  route(contract.getScanCsv, ({ context, actor, params }) => exports.csv(context, actor.institutionId, params.scanId));
  route(contract.getScanFhir, ({ context, actor, params }) =>
    exports.fhir(context, actor.institutionId, params.scanId),
  );
  route(contract.getScanSr, ({ context, actor, params }) =>
    exports.structuredReport(context, actor.institutionId, params.scanId),
  );
  route(contract.getScanMasks, async ({ context, actor, params, reply }) => {
    const stream = await objects.archive(context, actor.institutionId, params.scanId);
    download(reply, `duaicheck-${params.scanId.slice(0, 8)}-segmentations.zip`);
    return stream;
  });
  route(contract.listMaskedRuns, ({ actor, params }) => objects.listMaskedRuns(actor.institutionId, params.scanId));
  route(contract.getObjectOfRun, async ({ context, actor, params: { scanId, object, runId } }) => {
    const made = await objects.ofRun(context, actor.institutionId, scanId, object, runId);
    if (!made) throw notFound('object of the run');
    return made;
  });
}

function registerPatientRoutes(route: Route, { patients: corrections }: Scans): void {
  route(patients.getPatientOfScan, ({ context, actor, params }) =>
    corrections.of(context, params.scanId, actor.institutionId),
  );
  route(patients.correctPatientOfScan, ({ context, actor, params, body }) =>
    corrections.correct(context, params.scanId, body, actor.institutionId),
  );
  route(patients.findPatientById, ({ context, actor, body }) =>
    corrections.byId(context, actor.institutionId, body.patientId),
  );
  route(patients.getPatientOfAnyScan, ({ context, params }) => corrections.of(context, params.scanId));
  route(patients.correctPatientOfAnyScan, ({ context, params, body }) =>
    corrections.correct(context, params.scanId, body),
  );
}
