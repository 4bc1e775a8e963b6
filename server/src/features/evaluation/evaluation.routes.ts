import { acceptance as acceptanceContract, comparison, evaluation as contract } from '@duai/contract';
import { download } from '../../http/download.ts';
import type { Route } from '../../http/route.ts';
import type { Evaluation } from './evaluation.service.ts';

const OK = { ok: true as const };

/** Routes for questions, ground truth, verdicts, figures and dossiers. */
export function registerEvaluationRoutes(route: Route, evaluation: Evaluation): void {
  const { acceptance, comparisons, dossiers } = evaluation;
  route(contract.listProofChoices, ({ context, actor, signal }) =>
    evaluation.choices(actor.institutionId, context.language, signal),
  );
  route(contract.listProofs, ({ actor, signal }) => evaluation.list(actor.institutionId, signal));
  route(contract.createQuestion, ({ context, actor, body }) => evaluation.ask(context, actor.institutionId, body));
  route(contract.deleteQuestion, async ({ context, actor, params }) => {
    await evaluation.remove(context, actor.institutionId, params.questionId);
    return OK;
  });
  route(contract.listProofCases, ({ actor, params, query }) =>
    evaluation.cases(actor.institutionId, params.questionId, query, actor.id),
  );
  route(
    contract.uploadGroundTruth,
    ({ context, actor, params, body }) => evaluation.label(context, actor.institutionId, params.questionId, body.csv),
    { bodyLimit: 1024 * 1024 },
  );
  route(contract.setVerdict, async ({ context, actor, params, body }) => {
    await evaluation.setVerdict(context, actor, params.scanId, body);
    return OK;
  });
  route(contract.listVerdicts, ({ actor, query }) => evaluation.verdicts(actor, query));

  route(comparison.listComparable, ({ actor, params }) => comparisons.versions(actor.institutionId, params.questionId));
  route(comparison.compareAnswers, ({ actor, params, query, signal }) =>
    comparisons.compare(actor.institutionId, params.questionId, query, signal),
  );

  route(acceptanceContract.getAcceptance, ({ actor, query }) => acceptance.of(actor.institutionId, query));
  route(acceptanceContract.setAcceptanceRule, async ({ context, actor, body }) => {
    await acceptance.setRule(context, actor.institutionId, body);
    return OK;
  });
  route(acceptanceContract.getAcceptanceOf, ({ params, query }) => acceptance.of(params.institutionId, query));
  route(acceptanceContract.startAcceptance, ({ context, params, body }) =>
    acceptance.start(context, params.institutionId, body.algorithmId, body.version),
  );

  route(contract.listDossiers, ({ actor }) => dossiers.list(actor.institutionId));
  route(contract.createDossier, ({ context, actor, signal }) => dossiers.create(context, actor.institutionId, signal), {
    ratePerMinute: 20,
  });
  route(contract.getDossierCsv, async ({ actor, params, reply }) => {
    const csv = await dossiers.csv(actor.institutionId, params.dossierId);
    download(reply, `duai-dossier-${params.dossierId}.csv`);
    return csv;
  });
  route(contract.getDossierPdf, async ({ actor, params, reply }) => {
    const pdf = await dossiers.pdf(actor.institutionId, params.dossierId);
    download(reply, `duai-dossier-${params.dossierId}.pdf`);
    return pdf;
  });
}
