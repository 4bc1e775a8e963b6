import { scans as contract, type Language } from '@duai/contract';
import { streamEvents } from '../../http/event-stream.ts';
import type { Route } from '../../http/route.ts';
import { imageParts, presentRefusal, withRefusalsInLanguage } from '../studies/index.ts';
import type { Scans } from './scans.service.ts';

export function registerScansRoutes(route: Route, scans: Scans): void {
  const { details, exports, events } = scans;
  route(contract.listScans, ({ actor }) => scans.list(actor.institutionId));
  route(contract.uploadScan, async ({ context, actor, request, assertStillAdmitted }) => {
    await scans.assertTakesScans(actor.institutionId);
    const { refused, ...taken } = await withRefusalsInLanguage(context.language, async () => {
      const received = await scans.receive(context, imageParts(request, scans.enterIntake(context)));
      return scans.upload(context, actor.institutionId, received, { assertStillAdmitted });
    });
    const named = refused.map((refusal) => presentRefusal(refusal, context.language));
    return { message: UPLOADED[context.language], ...taken, ...(named.length > 0 ? { refused: named } : {}) };
  });

  route(contract.streamTrialEvents, (input) =>
    streamEvents<{ scanId: string }>(input, 'scan', ({ onChange, onGap }) =>
      events.subscribe(input.actor.institutionId, { onChange: ({ scanId }) => onChange({ scanId }), onGap }),
    ),
  );
  route(contract.listStudies, ({ actor, query }) => details.table(actor.institutionId, query));
  route(contract.listTrialReports, ({ actor, query }) => details.reports(actor.institutionId, query));
  route(contract.getScan, ({ context, actor, params }) => details.detail(context, actor.institutionId, params.scanId));
  route(contract.getScanPreview, ({ context, actor, params, query }) =>
    details.preview(context, actor.institutionId, params.instanceId, query),
  );
  route(contract.deleteScan, async ({ context, actor, params }) => ({
    removedFiles: await details.remove(context, actor.institutionId, params.scanId),
    message: DELETED[context.language],
  }));
  route(contract.getScanPdf, ({ context, actor, params }) => exports.pdf(context, actor.institutionId, params.scanId));
  route(contract.getScanCsv, ({ context, actor, params }) => exports.csv(context, actor.institutionId, params.scanId));
  route(contract.getScanFhir, ({ context, actor, params }) =>
    exports.fhir(context, actor.institutionId, params.scanId),
  );
  route(contract.getScanSr, ({ context, actor, params }) =>
    exports.structuredReport(context, actor.institutionId, params.scanId),
  );
}

const DELETED: Record<Language, string> = {
  tr: 'İnceleme, görüntüleri ve sonuçlarıyla birlikte silindi.',
  en: 'The study was deleted with its images and results.',
  ar: 'حُذفت الدراسة مع صورها ونتائجها.',
};
const UPLOADED: Record<Language, string> = {
  tr: 'Tarama yüklendi; analiz başladı.',
  en: 'The scan was uploaded; analysis has started.',
  ar: 'تم رفع الفحص؛ بدأ التحليل.',
};
