import {
  acceptedMasks,
  criticalCalls as callContract,
  reports as contract,
  hangings as hangingContract,
  judgeAnalysis,
  macros as macroContract,
  marks as markContract,
  measureRegion,
  panels as panelContract,
  preliminaryReads,
  presentationStates as stateContract,
  studies as studyContract,
} from '@duai/contract';
import { download } from '../../http/download.ts';
import type { Route } from '../../http/route.ts';
import { leftOutHeaders } from './outputs/object-archive.ts';
import type { Reports } from './reports.service.ts';

import { registerSecondReads } from './second-reads/second-reads.routes.ts';

/** Enough for a person with a stack of papers, too few for a script. */
const VERIFY_PER_MINUTE = 60;

export function registerReportsRoutes(route: Route, reports: Reports): void {
  route(studyContract.getReading, ({ context, actor, params, query }) =>
    reports.reading(context, actor, params.caseId, query),
  );
  route(studyContract.listPriors, ({ context, params, query }) => reports.priors(context, params.caseId, query.cursor));
  route(contract.saveReport, ({ context, actor, params, body }) => reports.save(context, actor, params.caseId, body));
  route(contract.getReportVersions, ({ context, actor, params, query }) =>
    reports.versions.list(context, actor, params.caseId, query),
  );
  route(judgeAnalysis, ({ context, actor, params, body }) => reports.judge(context, actor, params, body.verdict));
  route(measureRegion, ({ context, actor, params, body }) => reports.measure(context, actor, params, body));
  route(contract.signReport, ({ context, actor, params, body }) => reports.sign(context, actor, params.caseId, body));
  route(preliminaryReads.getAnalyses, ({ context, actor, params }) =>
    reports.preliminary.analyses(context, actor, params.caseId),
  );
  route(preliminaryReads.savePreliminary, ({ context, actor, params, body }) =>
    reports.preliminary.save(context, actor, params.caseId, body),
  );
  route(preliminaryReads.getReadingRules, () => reports.preliminary.rules());
  route(preliminaryReads.setReadingRules, ({ context, body }) => reports.preliminary.setRules(context, body));
  registerSecondReads(route, reports.secondReads);
  route(callContract.listCalls, ({ context }) => reports.criticalCalls.list(context));
  route(callContract.getCall, ({ context, actor, params }) =>
    reports.criticalCalls.find(context, actor, params.caseId),
  );
  route(callContract.recordCall, async ({ context, actor, params, body }) => {
    await reports.criticalCalls.record(context, actor, params.caseId, body.markedAt);
    return { ok: true as const };
  });
  route(macroContract.getMacros, ({ actor }) => reports.macros.list(actor));
  route(macroContract.setMacros, ({ actor, body }) => reports.macros.save(actor, body.macros));
  route(hangingContract.getHangings, ({ actor }) => reports.hangings.list(actor));
  route(hangingContract.setHangings, ({ actor, body }) => reports.hangings.save(actor, body.hangings));
  route(panelContract.getPanels, ({ actor }) => reports.panels.find(actor));
  route(panelContract.setPanels, ({ actor, body }) => reports.panels.save(actor, body));
  route(markContract.listMeasurements, ({ context, actor, params }) =>
    reports.marks.measurements(context, actor, params.caseId),
  );
  route(markContract.addMeasurement, ({ context, actor, params, body }) =>
    reports.marks.measure(context, actor, params.caseId, body),
  );
  route(markContract.moveMeasurement, ({ context, actor, params, body }) =>
    reports.marks.move(context, actor, params, body),
  );
  route(markContract.annotateMeasurement, ({ context, actor, params, body }) =>
    reports.marks.annotate(context, actor, params, body.text),
  );
  route(markContract.removeMeasurement, ({ context, actor, params }) => reports.marks.remove(context, actor, params));
  route(markContract.exportMeasurements, async ({ context, actor, params, reply, signal }) => {
    const asking = { context, staff: actor, caseId: params.caseId, signal };
    const { stream, caseNumber, leftOut } = await reports.exportMeasurements(asking);
    download(reply, `${caseNumber}-measurements.zip`);
    reply.headers(leftOutHeaders(leftOut));
    return stream;
  });
  route(markContract.listSegmentations, ({ context, actor, params }) =>
    reports.segmentations(context, actor, params.caseId),
  );
  route(stateContract.listOfCase, ({ context, actor, params }) =>
    reports.presentationStates.list(context, actor, params.caseId),
  );
  route(stateContract.openOfCase, ({ context, actor, params }) =>
    reports.presentationStates.open(context, actor, params),
  );
  route(markContract.listCorrectedMasks, ({ context, actor, params }) =>
    reports.marks.masks(context, actor, params.caseId),
  );
  route(markContract.correctMask, ({ context, actor, params, body }) =>
    reports.marks.correct(context, actor, params.caseId, body),
  );
  route(contract.addAddendum, ({ context, actor, params, body }) =>
    reports.addAddendum(context, actor, params.caseId, body),
  );

  route(contract.verifyReport, ({ params }) => reports.verify(params.sha256), { ratePerMinute: VERIFY_PER_MINUTE });

  route(contract.getReport, ({ context, params }) => reports.getForPatient(context, params.caseId), { isSpent: true });
  route(acceptedMasks.getAcceptedMasks, ({ context, params }) => reports.acceptedMasks(context, params.caseId));
  route(contract.acknowledgeCritical, async ({ context, params, body }) => {
    await reports.acknowledgeCritical(context, params.caseId, body.markedAt);
    return { ok: true as const };
  });
  route(contract.getReportPdf, async ({ context, params, reply }) => {
    const { stream, caseNumber } = await reports.pdfForPatient(context, params.caseId);
    reply.header('content-disposition', `inline; filename="${caseNumber}.pdf"`);
    return stream;
  });
  route(contract.getReportPdfForStaff, async ({ context, actor, params, reply }) => {
    const { stream, caseNumber } = await reports.pdfForStaff(context, actor, params.caseId);
    reply.header('content-disposition', `inline; filename="${caseNumber}.pdf"`);
    return stream;
  });
  route(contract.getReportObjects, async ({ context, actor, params, reply, signal }) => {
    const asking = { context, staff: actor, caseId: params.caseId, signal };
    const { stream, caseNumber, leftOut } = await reports.outputs.archive(asking);
    download(reply, `${caseNumber}.zip`);
    reply.headers(leftOutHeaders(leftOut));
    return stream;
  });
}
