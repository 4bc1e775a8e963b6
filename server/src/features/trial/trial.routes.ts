import {
  trial as contract,
  type Language,
  trialModels as modelContract,
  trialScans as scanContract,
} from '@duai/contract';
import { accountOf } from '../../core/actor.ts';
import { streamEvents } from '../../http/event-stream.ts';
import type { Route } from '../../http/route.ts';
import { imageParts, presentRefusal, withRefusalsInLanguage } from '../studies/index.ts';
import type { Trial } from './trial.service.ts';

export function registerTrialRoutes(route: Route, trial: Trial): void {
  const { applications, scans, institutions, details, models } = trial;
  route(contract.registerTrial, async ({ context, body }) => {
    await applications.apply(context, body);
    return { message: RECEIVED[context.language] };
  });

  route(contract.getTrialUsage, ({ actor }) => scans.usage(actor.institutionId));
  route(contract.listScans, ({ actor }) => scans.list(actor.institutionId));
  route(contract.uploadScan, async ({ context, actor, request, assertStillAdmitted }) => {
    await scans.assertTakesScans(actor.institutionId);
    const { refused, ...taken } = await withRefusalsInLanguage(context.language, async () => {
      const received = await trial.receive(imageParts(request), { dicomOnly: true, account: accountOf(context.actor) });
      return scans.upload(context, actor.institutionId, received, { assertStillAdmitted });
    });
    const named = refused.map((refusal) => presentRefusal(refusal, context.language));
    return { message: UPLOADED[context.language], ...taken, ...(named.length > 0 ? { refused: named } : {}) };
  });

  route(scanContract.streamTrialEvents, (input) =>
    streamEvents<{ scanId: string }>(input, 'scan', ({ onChange, onGap }) =>
      trial.events.subscribe(input.actor.institutionId, { onChange: ({ scanId }) => onChange({ scanId }), onGap }),
    ),
  );
  route(scanContract.listStudies, ({ actor, query }) => details.table(actor.institutionId, query));
  route(scanContract.listTrialReports, ({ actor, query }) => details.reports(actor.institutionId, query.page));
  route(scanContract.getScan, ({ context, actor, params }) =>
    details.detail(context, actor.institutionId, params.scanId),
  );
  route(scanContract.getScanPreview, ({ context, actor, params, query }) =>
    details.preview(context, actor.institutionId, params.instanceId, query),
  );
  route(scanContract.deleteScan, async ({ context, actor, params }) => ({
    removedFiles: await details.remove(context, actor.institutionId, params.scanId),
    message: DELETED[context.language],
  }));
  route(scanContract.getScanPdf, ({ context, actor, params }) =>
    trial.exports.pdf(context, actor.institutionId, params.scanId),
  );
  route(scanContract.getScanCsv, ({ context, actor, params }) =>
    trial.exports.csv(context, actor.institutionId, params.scanId),
  );
  route(scanContract.getScanFhir, ({ context, actor, params }) =>
    trial.exports.fhir(context, actor.institutionId, params.scanId),
  );
  route(scanContract.getScanSr, ({ context, actor, params }) =>
    trial.exports.structuredReport(context, actor.institutionId, params.scanId),
  );

  route(modelContract.listModels, ({ actor }) => models.list(actor.institutionId));
  route(modelContract.switchModel, async ({ context, actor, params, body }) => {
    await models.switchModel(context, actor.institutionId, params.algorithmId, body.isEnabled);
    return OK;
  });
  route(modelContract.addRoutingRule, ({ context, actor, params, body }) =>
    models.addRule(context, actor.institutionId, params.algorithmId, body.conditions),
  );
  route(modelContract.removeRoutingRule, async ({ context, actor, params }) => {
    await models.removeRule(context, actor.institutionId, params.ruleId);
    return OK;
  });
  route(modelContract.dryRunRouting, ({ actor }) => models.dryRun(actor.institutionId));

  route(contract.listApplications, () => applications.list());
  route(contract.approveApplication, ({ context, actor, params }) =>
    applications.approve(context, actor, params.applicationId),
  );
  route(contract.declineApplication, ({ context, actor, params, body }) =>
    applications.decline(context, actor, params.applicationId, body.reason),
  );
  route(contract.askApplicant, ({ context, params, body }) =>
    applications.ask(context, params.applicationId, body.question),
  );
  route(contract.getApplicationQuestion, ({ body }) => applications.question(body.token));
  route(contract.answerApplicationQuestion, async ({ context, body }) => {
    await applications.answer(context, body.token, body.answer);
    return { message: ANSWERED[context.language] };
  });
  route(contract.listInstitutions, () => institutions.list());
  route(contract.inviteInstitutionAgain, ({ context, params }) =>
    institutions.inviteAgain(context, params.institutionId),
  );
  route(contract.upgradeInstitution, ({ context, params, body }) =>
    institutions.upgrade(context, params.institutionId, body.price),
  );
  route(contract.setScanPrice, ({ context, params, body }) =>
    institutions.setPrice(context, params.institutionId, body),
  );
}

const OK = { ok: true as const };
const DELETED: Record<Language, string> = {
  tr: 'İnceleme, görüntüleri ve sonuçlarıyla birlikte silindi.',
  en: 'The study was deleted with its images and results.',
  ar: 'حُذفت الدراسة مع صورها ونتائجها.',
};
const RECEIVED: Record<Language, string> = {
  tr: 'Başvurunuz alındı. Bir uzman 48 saat içinde sizinle iletişime geçecek.',
  en: 'Your application was received. A specialist will reach out within 48 hours.',
  ar: 'تم استلام طلبك. سيتواصل معك أحد المختصين خلال 48 ساعة.',
};
const ANSWERED: Record<Language, string> = {
  tr: 'Yanıtınız iletildi. Size e-posta ile döneceğiz.',
  en: 'Your answer was sent. We will get back to you by e-mail.',
  ar: 'أُرسل ردّك. سنعود إليك بالبريد الإلكتروني.',
};
const UPLOADED: Record<Language, string> = {
  tr: 'Tarama yüklendi; analiz başladı.',
  en: 'The scan was uploaded; analysis has started.',
  ar: 'تم رفع الفحص؛ بدأ التحليل.',
};
