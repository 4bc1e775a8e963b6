import { evaluation as contract } from '@duai/contract';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PageWish } from '../../core/keyset.ts';
import type { ToldRun } from '../analyses/index.ts';
import { deviceOf, pageOfRealScans, pagesOfRealScans, type ScanRow } from '../scans/index.ts';
import type { Answer, QuestionRow, VerdictRow } from './evaluation.tables.ts';
import type { EvaluationTools } from './evaluation-tools.ts';
import { ageGroupOf, type StudyAnswer, sexOf } from './figures/accuracy.ts';
import { findLabels } from './questions.store.ts';
import { findVerdictsOn } from './verdicts.store.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'execute'>;

/** A scan with its results, and the person and device that its header names. */
export interface ProofStudy {
  scan: ScanRow;
  runs: ToldRun[];
  sex: string;
  ageYears: number | null;
  device: string;
  /** Seconds from the arrival of the newest submission to the end of its analysis; null while it runs or where it failed. */
  turnaroundSeconds: number | null;
}

export interface ProofCase extends StudyAnswer {
  study: ProofStudy;
  label: Answer | null;
  /** The common verdict of all readers; null where they differ. */
  verdict: VerdictRow['verdict'] | null;
  /** The verdict of each reader, by account id. */
  verdicts: ReadonlyMap<string, VerdictRow['verdict']>;
  truthSource: 'label' | 'verdict' | null;
}

/** Scans read together: an institution that pays per scan has tens of thousands. */
const SCANS_AT_ONCE = 500;

async function studiesOf(
  { studies, analyses }: Pick<EvaluationTools, 'studies' | 'analyses'>,
  on: Queries,
  some: ScanRow[],
): Promise<ProofStudy[]> {
  const sources = await studies.sourcesOfScans(
    on,
    some.map(({ id }) => id),
  );
  const told = await analyses.toldOfScans(on, some);
  return some.map((scan) => {
    const source = sources.get(scan.id);
    const isDone = scan.status === 'complete' && scan.completedAt;
    return {
      scan,
      runs: told.get(scan.id) ?? [],
      sex: sexOf(source?.patientSex),
      ageYears: source?.patientAgeYears ?? scan.statedAgeYears,
      device: deviceOf(source),
      turnaroundSeconds: isDone ? (isDone.getTime() - scan.submittedAt.getTime()) / 1000 : null,
    };
  });
}

/** The answer of the evaluated runs of one algorithm; of several series the most positive one decides. */
export function answerOf(
  runs: ToldRun[],
  algorithmId: string,
  positiveWhen: contract.PositiveWhen,
): { answer: Answer | null; score: number | null } {
  const results = runs.flatMap((run) =>
    run.algorithmId === algorithmId && run.result?.outcome === 'evaluated' ? [run.result] : [],
  );
  if (results.length === 0) return { answer: null, score: null };
  if (positiveWhen.kind === 'finding') {
    const isThere = results.some((result) => result.findings.some((finding) => finding.code === positiveWhen.code));
    return { answer: isThere ? 'positive' : 'negative', score: null };
  }
  const values = results.flatMap((result) =>
    result.measurements.filter(({ code }) => code === positiveWhen.code).map(({ value }) => value),
  );
  if (values.length === 0) return { answer: null, score: null };
  const isHigh = positiveWhen.direction === 'at-least';
  const score = isHigh ? Math.max(...values) : Math.min(...values);
  const isPositive = isHigh ? score >= positiveWhen.threshold : score <= positiveWhen.threshold;
  return { answer: isPositive ? 'positive' : 'negative', score };
}

const OPPOSITE: Record<Answer, Answer> = { positive: 'negative', negative: 'positive' };

/**
 * Combines one reader's verdicts on single findings into one on the study: one correct finding makes it "agree", and
 * only where all findings are judged wrong it is "disagree". A verdict on the study itself takes precedence.
 */
export function verdictOnStudy(
  rows: readonly Pick<VerdictRow, 'verdict' | 'findingId'>[],
  findings: number,
): VerdictRow['verdict'] | null {
  const onStudy = rows.find((row) => row.findingId === null);
  if (onStudy) return onStudy.verdict;
  if (rows.some(({ verdict }) => verdict === 'agree')) return 'agree';
  return findings > 0 && rows.length >= findings ? 'disagree' : null;
}

/** The verdict of each reader on the study as a whole. */
function verdictsByReader(
  rows: readonly Pick<VerdictRow, 'verdict' | 'findingId' | 'givenBy'>[],
  findings: number,
): Map<string, VerdictRow['verdict']> {
  const said = [...Map.groupBy(rows, ({ givenBy }) => givenBy)].map(
    ([reader, own]) => [reader, verdictOnStudy(own, findings)] as const,
  );
  return new Map(said.flatMap(([reader, verdict]) => (verdict ? [[reader, verdict]] : [])));
}

/** The verdict that all readers share; null where they differ, since then only a label can give the truth. */
function unanimous(verdicts: ReadonlyMap<string, VerdictRow['verdict']>): VerdictRow['verdict'] | null {
  const said = new Set(verdicts.values());
  return said.size === 1 ? [...said][0]! : null;
}

/** The codes of all statements of a run. */
export function codesTold({ result }: Pick<ToldRun, 'result'>): string[] {
  if (!result) return [];
  const told = result.outcome === 'evaluated' ? [...result.findings, ...result.limitations] : result.reasons;
  return told.map(({ code }) => code);
}

/** How one question sees a study. A label is the truth; without a label the verdict is. */
function caseReader(
  question: QuestionRow,
  labels: ReadonlyMap<string, Answer>,
  given: readonly VerdictRow[],
): (study: ProofStudy) => ProofCase {
  const { algorithmId, positiveWhen } = question;
  const about = given.filter(
    (row) =>
      row.algorithmId === algorithmId &&
      row.code === positiveWhen.code &&
      row.questionId === (positiveWhen.kind === 'finding' ? null : question.id),
  );
  const byScan = Map.groupBy(about, (row) => row.scanId);
  return (study) => {
    const { scan, runs, sex, ageYears, device } = study;
    const { answer, score } = answerOf(runs, algorithmId, positiveWhen);
    const label = labels.get(scan.studyInstanceUid ?? '') ?? labels.get(scan.id) ?? null;
    // Verdicts on an earlier submission do not count, because images were missing then.
    const verdicts = verdictsByReader(
      (byScan.get(scan.id) ?? []).filter((row) => row.submission === scan.submission),
      runs.flatMap((run) =>
        run.algorithmId === algorithmId ? codesTold(run).filter((code) => code === positiveWhen.code) : [],
      ).length,
    );
    const verdict = unanimous(verdicts);
    const judged = answer && verdict && (verdict === 'agree' ? answer : OPPOSITE[answer]);
    const truthSource = label ? 'label' : judged ? 'verdict' : null;
    return {
      study,
      answer,
      score,
      label,
      verdict,
      verdicts,
      truth: label ?? judged,
      truthSource,
      sex,
      ageGroup: ageGroupOf(ageYears),
      device,
    };
  };
}

/** The studies as one question sees them. */
export const casesOf = (
  question: QuestionRow,
  studies: readonly ProofStudy[],
  labels: ReadonlyMap<string, Answer>,
  verdicts: readonly VerdictRow[],
): ProofCase[] => studies.map(caseReader(question, labels, verdicts));

/** The human truth for some scans: the labels of these questions, by question, and all verdicts. */
async function truthsOf(on: Queries, questions: readonly QuestionRow[], some: readonly ScanRow[]) {
  const names = some.flatMap(({ id, studyInstanceUid }) => (studyInstanceUid ? [id, studyInstanceUid] : [id]));
  const of = questions.map(({ id }) => id);
  const labels = await findLabels(on, of, names);
  const verdicts = await findVerdictsOn(
    on,
    some.map(({ id }) => id),
  );
  const byQuestion = Map.groupBy(labels, (row) => row.questionId);
  return {
    labelsOf: ({ id }: QuestionRow) => new Map((byQuestion.get(id) ?? []).map((row) => [row.study, row.label])),
    verdicts,
  };
}

/** One page of an institution's studies as one question sees them, oldest first; only their results are read. */
export async function findCasesOf(
  tools: Pick<EvaluationTools, 'studies' | 'analyses'>,
  on: Queries,
  question: QuestionRow,
  wish: PageWish,
) {
  const found = await pageOfRealScans(on, question.institutionId, wish, contract.PROOF_CASES_PER_PAGE);
  const { labelsOf, verdicts } = await truthsOf(on, [question], found.rows);
  const cases = casesOf(question, await studiesOf(tools, on, found.rows), labelsOf(question), verdicts);
  return { ...found, rows: cases };
}

/** A study, as each question sees it. */
export interface EvaluatedStudy {
  study: ProofStudy;
  cases: { question: QuestionRow; case: ProofCase }[];
}

/**
 * Every real scan of an institution as these questions see it, oldest first, page by page, so that memory does not
 * grow. Call it on a snapshot, so that all pages are of the same moment.
 */
export async function* evaluatedStudies(
  tools: Pick<EvaluationTools, 'studies' | 'analyses'>,
  on: Queries,
  institutionId: string,
  questions: readonly QuestionRow[],
): AsyncGenerator<EvaluatedStudy[], void> {
  for await (const some of pagesOfRealScans(on, institutionId, SCANS_AT_ONCE)) {
    const { labelsOf, verdicts } = await truthsOf(on, questions, some);
    const readers = questions.map((question) => ({
      question,
      caseOf: caseReader(question, labelsOf(question), verdicts),
    }));
    const studies = await studiesOf(tools, on, some);
    yield studies.map((study) => ({
      study,
      cases: readers.map(({ question, caseOf }) => ({ question, case: caseOf(study) })),
    }));
  }
}
