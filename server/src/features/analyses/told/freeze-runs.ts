import {
  type Algorithm,
  type Catalogue,
  findAlgorithm,
  NoWordingError,
  type Told,
  tell,
  type Wording,
} from '@duai/algorithms';
import { inEachLanguage, type Translated } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { SERVER_TEXTS } from '../../../core/texts.ts';
import * as store from '../analyses.store.ts';
import type { AnalysisRow, Reason } from '../analyses.tables.ts';
import { isRoutingReason, routingSentence } from '../planning/routing-wording.ts';

/** Older runs frozen in one transaction; few, because their masks are read too. */
const RUNS_AT_ONCE = 20;

/** Freezes those of these runs that ended without being frozen. @returns whether there were any */
export async function freezeOlderOf(
  tx: Tx,
  catalogue: Catalogue,
  runs: Pick<AnalysisRow, 'id' | 'studyId' | 'status' | 'frozenAt'>[],
  at: Date,
): Promise<boolean> {
  const unfrozen = runs.filter(({ frozenAt, status }) => !frozenAt && status !== 'planned' && status !== 'running');
  await freezeThese(tx, catalogue, unfrozen, at);
  return unfrozen.length > 0;
}

/** Freezes the next few of all runs that ended without being frozen. @returns whether there were any */
export async function freezeNextOlder(tx: Tx, catalogue: Catalogue, at: Date): Promise<boolean> {
  const unfrozen = await store.findUnfrozen(tx, RUNS_AT_ONCE);
  await freezeThese(tx, catalogue, unfrozen, at);
  return unfrozen.length > 0;
}

async function freezeThese(
  tx: Tx,
  catalogue: Catalogue,
  runs: Pick<AnalysisRow, 'id' | 'studyId'>[],
  at: Date,
): Promise<void> {
  if (runs.length === 0) return;
  await store.lockScansOf(
    tx,
    runs.map(({ studyId }) => studyId),
  );
  const ids = runs.map(({ id }) => id);
  for (const run of await store.lockUnfrozen(tx, ids)) await freezeLater(tx, catalogue, run, at);
}

/** Freezes an older run with today's texts, and marks it so. */
async function freezeLater(tx: Tx, catalogue: Catalogue, run: AnalysisRow, at: Date): Promise<void> {
  const { algorithmId, reason, result, status } = run;
  const algorithm = findAlgorithm(catalogue, algorithmId);
  const today = wordingOfToday(algorithm, algorithmId);
  await store.freeze(tx, run.id, result ? tell(today, result).map(withoutBareCodes) : [], {
    title: run.title ?? titleOf(algorithm, algorithmId),
    reasonWording: reason && (status === 'failed' ? failureWording(reason) : gateWording(today, reason)),
    wording: 'frozen-later',
    frozenAt: at,
  });
}

/**
 * Today's wording of an algorithm. A code that it does not know, or whose algorithm is gone, is shown as the code
 * itself, so that nothing is hidden.
 */
function wordingOfToday(algorithm: Algorithm | undefined, algorithmId: string): Wording {
  return {
    manifest: { id: algorithmId },
    measurementNames: algorithm?.measurementNames ?? {},
    isAboutPerson: algorithm?.isAboutPerson ?? false,
    impressionFrom: algorithm?.impressionFrom ?? 'important',
    shownOnly: algorithm?.shownOnly ?? [],
    shownBy: algorithm?.shownBy ?? {},
    sentence(said, language) {
      try {
        return algorithm?.sentence(said, language) ?? said.code;
      } catch (error) {
        if (error instanceof NoWordingError) return said.code;
        throw error;
      }
    },
  };
}

/** A bare code is shown to readers of images but is left out of the draft. */
const withoutBareCodes = (told: Told): Told =>
  told.wording.en === told.code ? { ...told, isInDraft: false, isInImpression: false } : told;

/** The title of an algorithm; its id where it is no longer in the catalogue. */
export const titleOf = (algorithm: Algorithm | undefined, algorithmId: string): Translated =>
  algorithm?.manifest.title ?? inEachLanguage(() => algorithmId);

/** The frozen form of a run with a result. @throws NoWordingError for a code without text */
export const freezeResult = (
  algorithm: Algorithm,
  result: NonNullable<AnalysisRow['result']>,
  at: Date,
): { told: Told[]; change: store.Freezing } => ({
  told: tell(algorithm, result),
  change: { title: algorithm.manifest.title, reasonWording: null, wording: 'of-the-run', frozenAt: at },
});

/** The frozen form of a run without a result: it did not fit, or failed. */
export const freezeReason = (title: Translated, reasonWording: Translated, at: Date): store.Freezing => ({
  title,
  reasonWording,
  wording: 'of-the-run',
  frozenAt: at,
});

/** The reason why an algorithm did not fit, as text. */
export const gateWording = (algorithm: Pick<Wording, 'sentence'>, reason: Reason): Translated =>
  inEachLanguage((language) =>
    isRoutingReason(reason) ? routingSentence(reason, language) : algorithm.sentence(reason, language),
  );

/** The reason why a run has no result, as text; an unknown cause is shown by its code. */
export const failureWording = ({ code }: Reason): Translated =>
  inEachLanguage((language) => {
    const { failed, failedBy, failureCauses } = SERVER_TEXTS[language].analyses;
    if (!Object.hasOwn(failureCauses, code)) return failed({ code });
    return failedBy({ code, cause: failureCauses[code as keyof typeof failureCauses] });
  });
