import type { AnalysisRun, FindingPlace, Language, Translated } from '@duai/contract';
import type { FrozenFinding, Run } from '../analyses.tables.ts';

export interface Sentences {
  findings: string[];
  impression: string[];
}

/** A line of a draft: the finding that it is, and the image that shows it. */
export interface DraftedLine {
  findingId: string;
  line: string;
  place: FindingPlace | null;
}

/** A measurement with what it is called. */
export type Measured = AnalysisRun['measurements'][number];

/** What is told in sentences: findings and limitations, or reasons. */
export const sentencesOf = ({ findings }: Run): FrozenFinding[] =>
  findings.filter(({ kind }) => kind !== 'measurement');
export const measurementsOf = ({ findings }: Run): Measured[] =>
  findings.flatMap(({ id, kind, codeSystem, code, wording, value, unit }) =>
    kind === 'measurement' && value !== null && unit !== null
      ? [{ id, codeSystem, code, name: wording, value, unit }]
      : [],
  );

/** Everything a run said of a series, for those who read images. */
export const describeRun = (run: Run, language: Language): Sentences => spoken(sentencesOf(run), language);

/** What a run proposes for the report of a person. */
export const draftOf = (run: Run, language: Language): Sentences =>
  spoken(
    run.findings.filter(({ isInDraft }) => isInDraft),
    language,
  );

export const draftedLines = ({ findings }: Run, language: Language): DraftedLine[] =>
  findings
    .filter(({ isInDraft }) => isInDraft)
    .map(({ id, wording, place }) => ({ findingId: id, line: wording[language], place }));

/** What a result proposes, sentence by sentence, in the languages of reports; of a run that failed nothing. */
export const proposalsOf = ({ id, findings }: Run) =>
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

/** What the algorithm was called. A run from before that is still planned has no name yet. */
export const titleOfRun = ({ title, algorithmId }: Run): Translated =>
  title ?? { tr: algorithmId, en: algorithmId, ar: algorithmId };

/** All that a run told, as plain data: what a signature covers. Null before it ended. */
export const statementOf = (run: Run) =>
  run.frozenAt && {
    title: run.title,
    reason: run.reasonWording,
    findings: run.findings.map(({ analysisId: _run, position: _place, ...told }) => told),
  };

export function presentRun(run: Run, language: Language): AnalysisRun {
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
    wordedLaterAt: run.wording === 'frozen-later' ? (run.frozenAt?.toISOString() ?? null) : null,
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    durationMs: finished,
  };
}
