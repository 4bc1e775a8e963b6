import { scans as contract, LIMITS } from '@duai/contract';
import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Context } from '../../core/actor.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { containing } from '../../core/like.ts';
import type { AnalysisRow } from '../analyses/index.ts';
import { codesTold, findingId } from './finding-ids.ts';
import { presentScans } from './present-scan.ts';
import { removeContent } from './remove-scans.ts';
import type { ScanTools } from './scan-tools.ts';
import { findOwnScan } from './scans.store.ts';
import { scans } from './scans.tables.ts';
import { inOrderOfSeries, seriesNames } from './series-name.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

const SORTS = {
  uploadDate: scans.createdAt,
  studyDate: scans.studyDate,
  studyDescription: scans.studyDescription,
  modality: scans.modality,
  status: scans.status,
} as const satisfies Record<(typeof contract.STUDY_SORTS)[number], unknown>;

/** In the order of an index (migration 0871); empty ones come last, and of equals the newest comes first. */
function orderOf({ sort, direction }: contract.StudyQuery): SQL[] {
  const column = SORTS[sort];
  const order = direction === 'ascending' ? asc : desc;
  if (sort === 'uploadDate') return [order(column), order(scans.id)];
  const first = column.notNull || direction === 'ascending' ? order(column) : sql`${order(column)} nulls last`;
  return [first, desc(scans.createdAt), desc(scans.id)];
}

/** Up to one more than is told: counting on would cost more with every study. */
async function countScans(on: Queries, where: SQL | undefined): Promise<number> {
  const { rows } = await on.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${scans} where ${where} limit ${LIMITS.countedAtMost + 1}) counted`,
  );
  return rows[0]!.count;
}

/** One scan with its images, analyses and reviews; and the table of all studies. */
export function createScanDetails(tools: ScanTools) {
  const { db, audit, studies, analyses, institutions } = tools;

  async function findingsIn(on: Queries, scanId: string, runs: AnalysisRow[]): Promise<contract.ScanFinding[]> {
    const series = await studies.seriesOfScan(on, scanId);
    const nameOf = seriesNames(series);
    const told = inOrderOfSeries(runs, series).filter(({ result }) => result !== null);
    return told.flatMap((run) => {
      const isOneOfSeveral = told.some((other) => other.algorithmId === run.algorithmId && other.id !== run.id);
      const codes = codesTold(run);
      return analyses.describe(run, 'en').findings.map((sentence, index) => ({
        id: findingId(run.id, index),
        series: isOneOfSeveral ? nameOf(run.seriesId) : null,
        analysisId: run.id,
        algorithmId: run.algorithmId,
        code: codes[index] ?? 'NO_CODE',
        sentence,
      }));
    });
  }

  return {
    async table(institutionId: string, query: contract.StudyQuery) {
      const own = eq(scans.institutionId, institutionId);
      const words = (query.text ?? '').split(/\s+/).filter(Boolean);
      const where = and(
        own,
        query.modality ? eq(scans.modality, query.modality) : undefined,
        query.status ? eq(scans.status, query.status) : undefined,
        query.from ? gte(scans.createdAt, new Date(`${query.from}T00:00:00Z`)) : undefined,
        query.to ? lt(scans.createdAt, later(new Date(`${query.to}T00:00:00Z`), DAY_MS)) : undefined,
        ...words.map((word) => sql`${scans}.search_text ilike ${containing(word)}`),
      );
      const rows = await db.drizzle
        .select()
        .from(scans)
        .where(where)
        .orderBy(...orderOf(query))
        .limit(contract.STUDIES_PER_PAGE)
        .offset((query.page - 1) * contract.STUDIES_PER_PAGE);
      const total = await countScans(db.drizzle, where);
      const { rows: modalities } = await db.drizzle.execute<{ modality: string }>(sql`
        with recursive known as (
          (select min(modality) as modality from scans where institution_id = ${institutionId})
          union all
          select (select min(modality) from scans where institution_id = ${institutionId} and modality > known.modality)
          from known where known.modality is not null)
        select modality from known where modality is not null`);
      return {
        rows: await presentScans({ analyses }, db.drizzle, rows),
        total,
        modalities: modalities.map(({ modality }) => modality),
      };
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
    async reports(institutionId: string, page: number): Promise<{ rows: contract.ReportRow[]; total: number }> {
      const where = and(eq(scans.institutionId, institutionId), eq(scans.status, 'complete'));
      const rows = await db.drizzle
        .select()
        .from(scans)
        .where(where)
        .orderBy(desc(scans.createdAt), desc(scans.id))
        .limit(contract.REPORTS_PER_PAGE)
        .offset((page - 1) * contract.REPORTS_PER_PAGE);
      const total = await countScans(db.drizzle, where);
      const presented = await presentScans({ analyses }, db.drizzle, rows);
      const found: contract.ReportRow[] = [];
      for (const scan of presented) {
        const runs = await analyses.ofScan(db.drizzle, scan.id);
        found.push({ scan, findings: await findingsIn(db.drizzle, scan.id, runs) });
      }
      return { rows: found, total };
    },

    preview: (
      context: Context,
      institutionId: string,
      instanceId: string,
      wish: { center?: number; width?: number; frame?: number },
    ) =>
      studies.scanPreview(context, instanceId, wish, async (scanId) =>
        findOwnScan(db.drizzle, institutionId, scanId).then(
          () => true,
          () => false,
        ),
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
