import type { Language } from '@duai/contract';
import { createSharedWork } from '../../core/shared-work.ts';
import { createAcceptance } from './acceptance/acceptance-runs.ts';
import { createTrialQuestions } from './ask-questions.ts';
import { createComparisons } from './compare-answers.ts';
import { createDossiers } from './dossiers/dossiers.ts';
import { deleteEvaluation, groundTruthOf } from './evaluation.store.ts';
import type { EvaluationTools } from './evaluation-tools.ts';
import { countFigures, findChoices } from './figures/figures.store.ts';
import { createVerdicts } from './give-verdicts.ts';

/** Questions, ground truth and verdicts of an institution, and the figures that follow from them. */
export type Evaluation = ReturnType<typeof createEvaluation>;

/** Most database connections that the figures of one institution use at once. */
const CONNECTIONS = 2;

export function createEvaluation(tools: EvaluationTools) {
  const { db, analyses } = tools;

  /** All open pages of an institution share one computation, which stops when the last of them is closed. */
  const shared = {
    choices: createSharedWork((institutionId, signal) =>
      db.read(signal, async (tx) => {
        const told = await findChoices(tx, institutionId);
        const titleToday = await analyses.titlesToday(tx, institutionId);
        return [...Map.groupBy(told, (row) => row.algorithm)].map(([algorithmId, rows]) => ({
          algorithmId,
          title: titleToday(algorithmId),
          findings: rows.filter(({ kind }) => kind === 'finding').map(({ code }) => code),
          measurements: rows
            .filter(({ kind }) => kind === 'measurement')
            .map(({ code, unit }) => ({ code, unit: unit ?? '' })),
        }));
      }),
    ),
    figures: createSharedWork((institutionId, signal) =>
      db.readTogether(signal, CONNECTIONS, (txs) => countFigures(txs, institutionId)),
    ),
  };

  const acceptance = createAcceptance(tools);
  return {
    acceptance,
    registerJobs: acceptance.registerJobs,
    dossiers: createDossiers(tools),
    groundTruthOf: (institutionId: string) => groundTruthOf(db.drizzle, institutionId),
    removeAllOf: deleteEvaluation,
    async choices(institutionId: string, language: Language, signal: AbortSignal) {
      const found = await shared.choices(institutionId, signal);
      return found.map(({ title, ...choice }) => ({ ...choice, title: title[language] }));
    },
    list: (institutionId: string, signal: AbortSignal) => shared.figures(institutionId, signal),
    ...createTrialQuestions(tools),
    ...createVerdicts(tools),
    comparisons: createComparisons(tools),
  };
}
