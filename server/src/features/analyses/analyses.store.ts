import type { Told as ToldFinding } from '@duai/algorithms';
import type { Translated } from '@duai/contract';
import { and, asc, count, eq, getTableColumns, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { newId } from '../../core/ids.ts';
import { lockByName } from '../../core/lock-by-name.ts';
import {
  type AnalysisRow,
  analyses,
  analysisVerdicts,
  type FrozenFinding,
  findings,
  type Run,
  type ShownRun,
  type Told,
  type ToldRun,
} from './analyses.tables.ts';

export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

/** Planning twice changes nothing. @returns whether the row is new */
export const insertAnalysis = async (on: Queries, row: typeof analyses.$inferInsert): Promise<boolean> =>
  (await on.insert(analyses).values(row).onConflictDoNothing().returning({ id: analyses.id })).length > 0;

export async function lockAnalysis(on: Queries, id: string): Promise<AnalysisRow | undefined> {
  const [row] = await on.select().from(analyses).where(eq(analyses.id, id)).for('update');
  return row;
}

export async function findAnalysis(on: Queries, id: string): Promise<AnalysisRow | undefined> {
  const [row] = await on.select().from(analyses).where(eq(analyses.id, id));
  return row;
}

export async function updateAnalysis(on: Queries, id: string, change: Partial<AnalysisRow>): Promise<void> {
  await on.update(analyses).set(change).where(eq(analyses.id, id));
}

const { inputSha256: _hashes, ...SHOWN } = getTableColumns(analyses);
/**
 * What a page shows at once. A result has no overlays: masks are most of a row, a megabyte for a chest CT of 150 slices.
 * The hashes of the images are left out too.
 */
const SHOWN_AT_ONCE = {
  ...SHOWN,
  // Masks are not read: `told` was stored without them.
  result: sql<AnalysisRow['result']>`
    case told ->> 'outcome' when 'evaluated' then told || '{"overlays": []}' else told end`,
};

const ofSubmission = (studyIds: string[], submission: number) =>
  and(inArray(analyses.studyId, studyIds), eq(analyses.submission, submission));
const IN_ORDER = [asc(analyses.algorithmId), asc(analyses.createdAt), asc(analyses.id)];

/** Whether a run is planned or running. */
export async function isUnfinished(on: Queries, studyIds: string[], submission: number): Promise<boolean> {
  if (studyIds.length === 0) return false;
  const found = await on
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(ofSubmission(studyIds, submission), inArray(analyses.status, ['planned', 'running'])))
    .limit(1);
  return found.length > 0;
}

/** Runs with their findings. */
export const findRuns = async (on: Queries, studyIds: string[], submission: number): Promise<Run[]> =>
  studyIds.length === 0
    ? []
    : withFindings(
        on,
        await on
          .select()
          .from(analyses)
          .where(ofSubmission(studyIds, submission))
          .orderBy(...IN_ORDER),
      );

/** The same as they are shown at once. */
export const findShownRuns = async (on: Queries, studyIds: string[], submission: number): Promise<ShownRun[]> =>
  studyIds.length === 0
    ? []
    : withFindings(
        on,
        await on
          .select(SHOWN_AT_ONCE)
          .from(analyses)
          .where(ofSubmission(studyIds, submission))
          .orderBy(...IN_ORDER),
      );

async function withFindings<Row extends { id: string }>(
  on: Queries,
  rows: Row[],
): Promise<(Row & { findings: FrozenFinding[] })[]> {
  const told = await findFindings(
    on,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, findings: told.get(row.id) ?? [] }));
}

async function findFindings(on: Queries, analysisIds: string[]): Promise<Map<string, FrozenFinding[]>> {
  if (analysisIds.length === 0) return new Map();
  const rows = await on
    .select()
    .from(findings)
    .where(inArray(findings.analysisId, analysisIds))
    .orderBy(asc(findings.analysisId), asc(findings.position));
  const frozen = rows.flatMap((row) => (row.wording ? [{ ...row, wording: row.wording }] : []));
  return Map.groupBy(frozen, (row) => row.analysisId);
}

const isEndedUnfrozen = and(isNull(analyses.frozenAt), notInArray(analyses.status, ['planned', 'running']));

/**
 * Locks the scans of these studies; call it before locking their runs. Writing a result locks its scan too (trigger
 * `note_scan_answers`, migration 0870), and finishing a scan locks the scan before its runs, so this order avoids
 * deadlocks.
 */
export const lockScansOf = (on: Queries, studyIds: string[]) =>
  on.execute(sql`
    select from scan_submissions
    where scan_id in (select scan_id from studies where id = any(${sql.param(studyIds)}::uuid[]))
    order by scan_id for share`);

/** Those of these runs that ended and are not frozen, locked until the transaction ends. */
export const lockUnfrozen = async (on: Queries, ids: string[]): Promise<AnalysisRow[]> =>
  ids.length === 0
    ? []
    : on
        .select()
        .from(analyses)
        .where(and(inArray(analyses.id, ids), isEndedUnfrozen))
        .orderBy(asc(analyses.id))
        .for('update');

/** The first runs of all studies that ended and are not frozen. */
export const findUnfrozen = async (on: Queries, atMost: number) =>
  on
    .select({ id: analyses.id, studyId: analyses.studyId })
    .from(analyses)
    .where(isEndedUnfrozen)
    .orderBy(asc(analyses.id))
    .limit(atMost);

export async function hasUnfrozen(on: Queries): Promise<boolean> {
  const found = await on.select({ id: analyses.id }).from(analyses).where(isEndedUnfrozen).limit(1);
  return found.length > 0;
}

export type Freezing = Required<Pick<typeof analyses.$inferInsert, 'title' | 'reasonWording' | 'wording' | 'frozenAt'>>;

/** Stores the findings of a run and closes it. Existing rows keep their ids, because verdicts may refer to them. */
export async function freeze(
  on: Queries,
  id: string,
  told: ToldFinding[],
  change: Freezing & Partial<AnalysisRow>,
): Promise<void> {
  if (told.length > 0) {
    await on
      .insert(findings)
      .values(told.map((each, position) => ({ ...each, id: newId(), analysisId: id, position })))
      .onConflictDoUpdate({
        target: [findings.analysisId, findings.position],
        set: {
          wording: sql`excluded.wording`,
          place: sql`excluded.place`,
          isInDraft: sql`excluded.is_in_draft`,
          isInImpression: sql`excluded.is_in_impression`,
        },
      });
  }
  await updateAnalysis(on, id, change);
}

/** The results of many studies, of every submission, in the order of `findAnalyses`. */
export const findTold = async (
  on: Pick<Queries, 'select'>,
  studyIds: string[],
): Promise<(ToldRun & StudySubmission)[]> =>
  studyIds.length === 0
    ? []
    : on
        .select({
          id: analyses.id,
          studyId: analyses.studyId,
          submission: analyses.submission,
          algorithmId: analyses.algorithmId,
          // A column generated by the database (migration 0720).
          result: sql<Told | null>`told`,
        })
        .from(analyses)
        .where(inArray(analyses.studyId, studyIds))
        .orderBy(asc(analyses.algorithmId), asc(analyses.createdAt), asc(analyses.id));

type StudySubmission = Pick<AnalysisRow, 'studyId' | 'submission'>;

/** Those of these studies on which an algorithm has started, with the submission. */
export const findBegun = async (on: Queries, studyIds: string[]): Promise<StudySubmission[]> =>
  studyIds.length === 0
    ? []
    : on
        .select({ studyId: analyses.studyId, submission: analyses.submission })
        .from(analyses)
        .where(and(inArray(analyses.studyId, studyIds), isNotNull(analyses.startedAt)))
        .groupBy(analyses.studyId, analyses.submission);

/** The texts of the findings of these studies, in every language. */
export async function findWordings(on: Queries, studyIds: string[]): Promise<Translated[]> {
  if (studyIds.length === 0) return [];
  const rows = await on
    .select({ wording: findings.wording })
    .from(findings)
    .innerJoin(analyses, eq(findings.analysisId, analyses.id))
    .where(and(inArray(analyses.studyId, studyIds), eq(findings.kind, 'finding')));
  return rows.flatMap(({ wording }) => wording ?? []);
}

/** All evaluated runs, of every submission. */
export const findEvaluated = async (on: Queries, studyIds: string[]): Promise<AnalysisRow[]> =>
  studyIds.length === 0
    ? []
    : on
        .select()
        .from(analyses)
        .where(and(inArray(analyses.studyId, studyIds), eq(analyses.status, 'evaluated')));

/** Stores a radiologist's verdict in place of their earlier one. */
export async function upsertVerdict(on: Queries, row: typeof analysisVerdicts.$inferInsert): Promise<void> {
  const { verdict, givenAt } = row;
  await on
    .insert(analysisVerdicts)
    .values(row)
    .onConflictDoUpdate({
      target: [analysisVerdicts.analysisId, analysisVerdicts.staffId],
      set: { verdict, givenAt },
    });
}

export const findVerdicts = async (on: Queries, analysisIds: string[], staffId: string) =>
  analysisIds.length === 0
    ? []
    : on
        .select({ analysisId: analysisVerdicts.analysisId, verdict: analysisVerdicts.verdict })
        .from(analysisVerdicts)
        .where(and(inArray(analysisVerdicts.analysisId, analysisIds), eq(analysisVerdicts.staffId, staffId)));

/** How many regions readers had measured in a study. */
export const countRegions = async (on: Queries, studyId: string, submission: number): Promise<number> => {
  const [found] = await on
    .select({ number: count() })
    .from(analyses)
    .where(and(eq(analyses.studyId, studyId), eq(analyses.submission, submission), isNotNull(analyses.region)));
  return found?.number ?? 0;
};

/** Deletes a region that is not measured yet. @returns whether it was one */
export async function removeOpenRegion(on: Pick<NodePgDatabase, 'delete'>, id: string): Promise<boolean> {
  const isOpen = and(isNotNull(analyses.region), inArray(analyses.status, ['planned', 'running']));
  const removed = await on
    .delete(analyses)
    .where(and(eq(analyses.id, id), isOpen))
    .returning({ id: analyses.id });
  return removed.length > 0;
}

/** The newest submission of a scan, from the view that the trial feature publishes; undefined for a deleted scan. */
export async function submissionOfScan(on: Queries, scanId: string): Promise<number | undefined> {
  const { rows } = await on.execute<{ submission: number }>(
    sql`select submission from scan_submissions where scan_id = ${scanId}`,
  );
  return rows[0]?.submission;
}

/** The age that was stated for a scan, in completed years. */
export async function statedAgeOfScan(on: Pick<Queries, 'execute'>, scanId: string): Promise<number | null> {
  const { rows } = await on.execute<{ years: number | null }>(
    sql`select stated_age_years as years from scan_submissions where scan_id = ${scanId}`,
  );
  return rows[0]?.years ?? null;
}

/** Serialises the end of runs of one owner, so that exactly the last one announces the end. */
export const lockOwner = (on: Queries, ownerId: string) => lockByName(on, `analyses:${ownerId}`);

export async function removeAnalyses(on: Pick<NodePgDatabase, 'delete'>, studyIds: string[]): Promise<void> {
  if (studyIds.length > 0) await on.delete(analyses).where(inArray(analyses.studyId, studyIds));
}
