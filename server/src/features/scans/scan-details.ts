import { scans as contract } from '@duai/contract';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Context } from '../../core/actor.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { containing } from '../../core/like.ts';
import { type Run, sentencesOf } from '../analyses/index.ts';
import { presentScans } from './present-scan.ts';
import { removeContent } from './remove-scans.ts';
import type { ScanTools } from './scan-tools.ts';
import { countScans, findOwnScan, findScan } from './scans.store.ts';
import { scans } from './scans.tables.ts';
import { inOrderOfSeries, seriesNames } from './series-name.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

/** Long enough to be no part of a date or a number (PS3.5 section 9.1: at most 64 digits and dots). */
const WHOLE_UID = /^[0-9.]{20,64}$/;

const SORTS = {
  studyDate: { column: scans.studyDate, type: 'date', mayBeEmpty: true },
  studyDescription: { column: scans.studyDescription, type: 'text', mayBeEmpty: true },
  modality: { column: scans.modality, type: 'text', mayBeEmpty: true },
  status: { column: scans.status, type: 'text' },
} as const satisfies Partial<Record<(typeof contract.STUDY_SORTS)[number], Omit<SortKey, 'isDescending'>>>;

const byArrival = (isDescending: boolean): SortKey[] => [
  { column: scans.createdAt, type: 'timestamptz', isDescending },
  { column: scans.id, type: 'uuid', isDescending },
];

/** In the order of an index (migration 0871); empty ones come last, and of equals the newest comes first. */
function orderOf({ sort, direction }: contract.StudyQuery): SortKey[] {
  const isDescending = direction === 'descending';
  return sort === 'uploadDate' ? byArrival(isDescending) : [{ ...SORTS[sort], isDescending }, ...byArrival(true)];
}

/** One scan with its images, analyses and reviews; and the table of all studies. */
export function createScanDetails(tools: ScanTools) {
  const { db, audit, studies, analyses, institutions } = tools;

  async function findingsIn(on: Queries, scanId: string, runs: Run[]): Promise<contract.ScanFinding[]> {
    const series = await studies.seriesOfScan(on, scanId);
    const nameOf = seriesNames(series);
    const told = inOrderOfSeries(runs, series).filter(({ result }) => result !== null);
    return told.flatMap((run) => {
      const isOneOfSeveral = told.some((other) => other.algorithmId === run.algorithmId && other.id !== run.id);
      return sentencesOf(run).map(({ id, code, wording }) => ({
        id,
        series: isOneOfSeveral ? nameOf(run.seriesId) : null,
        analysisId: run.id,
        algorithmId: run.algorithmId,
        code,
        sentence: wording.en,
      }));
    });
  }

  /** One page of a list of scans, as they are presented, and how many there are in all. */
  async function pageOf(where: SQL | undefined, keys: SortKey[], wish: PageWish, perPage: number) {
    const found = await readPage(keys, wish, perPage, (beyond, order, { limit, offset }) =>
      db.drizzle
        .select({ scan: scans, place: placeOf(keys) })
        .from(scans)
        .where(and(where, beyond))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    );
    const rows = await presentScans(
      { analyses },
      db.drizzle,
      found.rows.map(({ scan }) => scan),
    );
    return { ...found, rows, total: await countScans(db.drizzle, where) };
  }

  /** Words that are the whole UID of a study: found by the index on UIDs, whatever the number of studies. */
  async function wholeUids(institutionId: string, words: readonly string[]): Promise<ReadonlySet<string>> {
    const long = words.filter((word) => WHOLE_UID.test(word));
    if (long.length === 0) return new Set();
    const rows = await db.drizzle
      .select({ uid: scans.studyInstanceUid })
      .from(scans)
      .where(and(eq(scans.institutionId, institutionId), inArray(scans.studyInstanceUid, long)));
    return new Set(rows.flatMap(({ uid }) => uid ?? []));
  }

  return {
    async table(institutionId: string, query: contract.StudyQuery) {
      const own = eq(scans.institutionId, institutionId);
      const words = (query.text ?? '').split(/\s+/).filter(Boolean);
      const uids = await wholeUids(institutionId, words);
      const where = and(
        own,
        query.modality ? eq(scans.modality, query.modality) : undefined,
        query.status ? eq(scans.status, query.status) : undefined,
        query.from ? gte(scans.createdAt, new Date(`${query.from}T00:00:00Z`)) : undefined,
        query.to ? lt(scans.createdAt, later(new Date(`${query.to}T00:00:00Z`), DAY_MS)) : undefined,
        ...words.map((word) =>
          uids.has(word) ? eq(scans.studyInstanceUid, word) : sql`${scans}.search_text ilike ${containing(word)}`,
        ),
      );
      const page = await pageOf(where, orderOf(query), query, contract.STUDIES_PER_PAGE);
      const { rows: modalities } = await db.drizzle.execute<{ modality: string }>(sql`
        with recursive known as (
          (select min(modality) as modality from scans where institution_id = ${institutionId})
          union all
          select (select min(modality) from scans where institution_id = ${institutionId} and modality > known.modality)
          from known where known.modality is not null)
        select modality from known where modality is not null`);
      return { ...page, modalities: modalities.map(({ modality }) => modality) };
    },

    async detail(context: Context, institutionId: string, scanId: string): Promise<contract.ScanDetail> {
      return db.transaction(async (tx) => {
        const scan = await findOwnScan(tx, institutionId, scanId);
        const runs = await analyses.ofScan(tx, scanId);
        const detail = {
          scan: (await presentScans({ analyses }, tx, [scan]))[0]!,
          studies: await studies.ofScan(tx, scanId, context.language),
          analyses: runs.map((run) => analyses.present(run, 'en')),
          findings: await findingsIn(tx, scanId, runs),
        };
        await audit.record(tx, context, { action: 'trial.read-scan', subjectType: 'scan', subjectId: scanId });
        return detail;
      });
    },

    /** The Reports tab: the sentences of every analysed study. */
    async reports(institutionId: string, wish: PageWish) {
      const where = and(eq(scans.institutionId, institutionId), eq(scans.status, 'complete'));
      const page = await pageOf(where, byArrival(true), wish, contract.REPORTS_PER_PAGE);
      const rows: contract.ReportRow[] = [];
      for (const scan of page.rows) {
        const findings = await db.transaction(async (tx) =>
          findingsIn(tx, scan.id, await analyses.ofScan(tx, scan.id)),
        );
        rows.push({ scan, findings });
      }
      return { ...page, rows };
    },

    preview: (
      context: Context,
      institutionId: string,
      instanceId: string,
      wish: { center?: number; width?: number; frame?: number },
    ) =>
      studies.scanPreview(
        context,
        instanceId,
        wish,
        async (scanId) => (await findScan(db.drizzle, scanId))?.institutionId === institutionId,
      ),

    /** Rows first, files after the commit: a file without a row is swept, a row without a file would be a lie. */
    async remove(context: Context, institutionId: string, scanId: string): Promise<number> {
      const hashes = await db.transaction(async (tx) => {
        await institutions.trials.lock(tx, institutionId);
        const scan = await findOwnScan(tx, institutionId, scanId);
        const removed = await removeContent(tx, tools, scan);
        await tx.delete(scans).where(eq(scans.id, scanId));
        await audit.record(tx, context, {
          action: 'trial.delete-scan',
          subjectType: 'scan',
          subjectId: scanId,
          details: { files: removed.length },
        });
        return removed;
      });
      return studies.removeFiles(hashes);
    },
  };
}
