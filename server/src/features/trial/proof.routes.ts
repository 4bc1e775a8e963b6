import { type Language, trialMetering as metering, trialProof as proofContract } from '@duai/contract';
import type { FastifyReply } from 'fastify';
import type { Route } from '../../http/route.ts';
import type { Trial } from './trial.service.ts';

const OK = { ok: true as const };

function download(reply: FastifyReply, name: string): void {
  reply.header('content-disposition', `attachment; filename="${name}"`);
}

/** Metering, proof and return of data: what an institution does with its trial beyond reading scans. */
export function registerProofRoutes(route: Route, { statements, proof, dossiers, data }: Trial): void {
  route(metering.listStatements, ({ actor }) => statements.list(actor.institutionId));
  route(metering.listPrices, ({ actor }) => statements.prices(actor.institutionId));
  route(metering.getStatementCsv, async ({ actor, params, reply }) => {
    const csv = await statements.csv(actor.institutionId, params.month);
    download(reply, `duai-usage-${params.month}.csv`);
    return csv;
  });
  route(metering.getStatementPdf, async ({ actor, params, reply }) => {
    const pdf = await statements.pdf(actor.institutionId, params.month);
    download(reply, `duai-usage-${params.month}.pdf`);
    return Buffer.from(pdf);
  });
  route(
    metering.requestUpgrade,
    async ({ context, actor, body }) => {
      await statements.requestUpgrade(context, actor.institutionId, body.message ?? '');
      return { message: UPGRADE_ASKED[context.language] };
    },
    { ratePerMinute: 5 },
  );

  route(proofContract.listProofChoices, ({ actor, signal }) => proof.choices(actor.institutionId, signal));
  route(proofContract.listProofs, ({ actor, signal }) => proof.list(actor.institutionId, signal));
  route(proofContract.createQuestion, ({ context, actor, body }) => proof.ask(context, actor.institutionId, body));
  route(proofContract.deleteQuestion, async ({ context, actor, params }) => {
    await proof.remove(context, actor.institutionId, params.questionId);
    return OK;
  });
  route(proofContract.listProofCases, ({ actor, params }) => proof.cases(actor.institutionId, params.questionId));
  route(
    proofContract.uploadGroundTruth,
    ({ context, actor, params, body }) => proof.label(context, actor.institutionId, params.questionId, body.csv),
    { bodyLimit: 1024 * 1024 },
  );
  route(proofContract.setVerdict, async ({ context, actor, params, body }) => {
    await proof.setVerdict(context, actor, params.scanId, body);
    return OK;
  });
  route(proofContract.listVerdicts, ({ actor }) => proof.verdicts(actor.institutionId));

  route(proofContract.listDossiers, ({ actor }) => dossiers.list(actor.institutionId));
  route(proofContract.createDossier, ({ context, actor }) => dossiers.create(context, actor.institutionId), {
    ratePerMinute: 20,
  });
  route(proofContract.getDossierCsv, async ({ actor, params, reply }) => {
    const csv = await dossiers.csv(actor.institutionId, params.dossierId);
    download(reply, `duai-dossier-${params.dossierId}.csv`);
    return csv;
  });
  route(proofContract.getDossierPdf, async ({ actor, params, reply }) => {
    const pdf = await dossiers.pdf(actor.institutionId, params.dossierId);
    download(reply, `duai-dossier-${params.dossierId}.pdf`);
    return pdf;
  });

  route(proofContract.downloadTrialData, async ({ context, actor, reply }) => {
    const zip = await data.zip(context, actor.institutionId);
    download(reply, 'duai-trial-data.zip');
    return zip;
  });
  route(proofContract.deleteTrialData, ({ context, actor, body }) =>
    data.delete(context, actor.institutionId, body.institutionName),
  );
  route(proofContract.listDeletionProofs, ({ actor }) => data.proofs(actor.institutionId));
}

const UPGRADE_ASKED: Record<Language, string> = {
  tr: 'İsteğiniz iletildi. Size e-posta ile döneceğiz.',
  en: 'Your request was sent. We will get back to you by e-mail.',
  ar: 'أُرسل طلبك. سنعود إليك بالبريد الإلكتروني.',
};
