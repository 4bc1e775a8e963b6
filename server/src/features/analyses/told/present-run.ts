import type { AnalysisRun, FindingPlace, Language, Translated } from '@duai/contract';
import type { FrozenFinding, ShownRun } from '../analyses.tables.ts';

export interface Sentences {
  findings: string[];
  impression: string[];
}

/** A line of a draft, with its finding and the image that shows it. */
export interface DraftedLine {
  findingId: string;
  line: string;
  place: FindingPlace | null;
}

/** A measurement with its name. */
export type Measured = AnalysisRun['measurements'][number];

/** Findings and limitations, or the reasons of a run that could not be evaluated; without measurements. */
export const sentencesOf = ({ findings }: ShownRun): FrozenFinding[] =>
  findings.filter(({ kind }) => kind !== 'measurement');
export const measurementsOf = ({ findings }: ShownRun): Measured[] =>
  findings.flatMap(({ id, kind, codeSystem, code, wording, value, unit }) =>
    kind === 'measurement' && value !== null && unit !== null
      ? [{ id, codeSystem, code, name: wording, value, unit }]
      : [],
  );

/** Whether a reader is asked for a verdict: on findings and measurements of the person, not on the quality of images or a refusal. */
export const isJudged = ({
  status,
  findings,
}: Pick<ShownRun, 'status'> & { readonly findings: readonly Pick<FrozenFinding, 'kind' | 'isInDraft'>[] }): boolean =>
  status === 'evaluated' &&
  (findings.some(({ isInDraft }) => isInDraft) || findings.every(({ kind }) => kind !== 'finding'));

/** Everything a run states about a series, for readers of images. */
export const describeRun = (run: ShownRun, language: Language): Sentences => spoken(sentencesOf(run), language);

/** The sentences that a run proposes for the report. */
export const draftOf = (run: ShownRun, language: Language): Sentences =>
  spoken(
    run.findings.filter(({ isInDraft }) => isInDraft),
    language,
  );

export const draftedLines = ({ findings }: ShownRun, language: Language): DraftedLine[] =>
  findings
    .filter(({ isInDraft }) => isInDraft)
    .map(({ id, wording, place }) => ({ findingId: id, line: wording[language], place }));

/** The sentences that a run proposes, one by one, in the report languages; none for a failed run. */
export const proposalsOf = ({ id, findings }: ShownRun) =>
  findings
    .filter(({ isInDraft }) => isInDraft)
    .map(({ wording, isInImpression }) => ({
      analysisId: id,
      isForImpression: isInImpression,
      tr: wording.tr,
      en: wording.en,
    }));

const spoken = (findings: FrozenFinding[], language: Language): Sentences => ({
  findings: findings.map(({ wording }) => wording[language]),
  impression: findings.filter(({ isInImpression }) => isInImpression).map(({ wording }) => wording[language]),
});

/** The title of the algorithm at the time of the run; its id for an older run that is still planned. */
export const titleOfRun = ({ title, algorithmId }: ShownRun): Translated =>
  title ?? { tr: algorithmId, en: algorithmId, ar: algorithmId };

/** Everything a run states, as plain data, which the signature covers. Null before the run ended. */
export const statementOf = (run: ShownRun) =>
  run.frozenAt && {
    title: run.title,
    reason: run.reasonWording,
    findings: run.findings.map(({ analysisId: _run, position: _place, ...told }) => told),
  };

export function presentRun(run: ShownRun, language: Language): AnalysisRun {
  const finished = run.finishedAt && run.startedAt ? run.finishedAt.getTime() - run.startedAt.getTime() : null;
  return {
    id: run.id,
    algorithmId: run.algorithmId,
    algorithmVersion: run.algorithmVersion,
    title: titleOfRun(run),
    seriesId: run.seriesId,
    status: run.status,
    reason: run.reasonWording?.[language] ?? null,
    result: run.result,
    sentences: describeRun(run, language),
    places: sentencesOf(run).map(({ place }) => place),
    measurements: measurementsOf(run),
    isJudged: isJudged(run),
    wordedLaterAt: run.wording === 'frozen-later' ? (run.frozenAt?.toISOString() ?? null) : null,
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    durationMs: finished,
  };
}
