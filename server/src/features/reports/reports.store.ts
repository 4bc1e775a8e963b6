import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import {
  type AddendumRow,
  type ReportRow,
  reportAddenda,
  reportDocuments,
  reportReceipts,
  reports,
} from './reports.tables.ts';

export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

export const findReport = async (on: Queries, caseId: string): Promise<ReportRow | undefined> =>
  (await on.select().from(reports).where(eq(reports.caseId, caseId)))[0];

export const findReportById = async (on: Queries, id: string): Promise<ReportRow | undefined> =>
  (await on.select().from(reports).where(eq(reports.id, id)))[0];

export const lockReport = async (on: Queries, caseId: string): Promise<ReportRow | undefined> =>
  (await on.select().from(reports).where(eq(reports.caseId, caseId)).for('update'))[0];

export const insertReport = async (on: Queries, row: typeof reports.$inferInsert): Promise<void> => {
  await on.insert(reports).values(row).onConflictDoNothing({ target: reports.caseId });
};

export const updateReport = async (on: Queries, id: string, change: Partial<ReportRow>): Promise<ReportRow> =>
  theOne(await on.update(reports).set(change).where(eq(reports.id, id)).returning());

export const findAddenda = (on: Queries, reportId: string): Promise<AddendumRow[]> =>
  on
    .select()
    .from(reportAddenda)
    .where(eq(reportAddenda.reportId, reportId))
    .orderBy(asc(reportAddenda.signedAt), asc(reportAddenda.id));

export const insertAddendum = async (on: Queries, row: AddendumRow): Promise<void> => {
  await on.insert(reportAddenda).values(row);
};

/** The latest PDF; while that of the newest edition is being rendered, the one before it. */
export const findLatestDocument = async (on: Queries, reportId: string) =>
  (
    await on
      .select()
      .from(reportDocuments)
      .where(eq(reportDocuments.reportId, reportId))
      .orderBy(desc(reportDocuments.edition))
      .limit(1)
  )[0];

/** The PDF of the newest edition; undefined while it is being rendered (docs/decisions/0357). */
export async function findNewestDocument(on: Queries, reportId: string) {
  const latest = await findLatestDocument(on, reportId);
  return latest?.edition === (await findAddenda(on, reportId)).length ? latest : undefined;
}

/** An edition is never replaced: of two concurrent renderings the first stays. */
export const insertDocument = async (on: Queries, row: typeof reportDocuments.$inferInsert): Promise<void> => {
  await on.insert(reportDocuments).values(row).onConflictDoNothing();
};

/** Only the first opening of an edition is stored. */
export const insertReceipt = async (on: Queries, row: typeof reportReceipts.$inferInsert): Promise<void> => {
  await on.insert(reportReceipts).values(row).onConflictDoNothing();
};

export const findReceipt = async (on: Queries, reportId: string, edition: number): Promise<Date | null> =>
  (
    await on
      .select({ openedAt: reportReceipts.openedAt })
      .from(reportReceipts)
      .where(and(eq(reportReceipts.reportId, reportId), eq(reportReceipts.edition, edition)))
  )[0]?.openedAt ?? null;

/**
 * The PDF of the signed report whose content, or whose PDF, has this hash. Null while it has no PDF; undefined where
 * there is no such report.
 */
export async function findIssued(on: Queries, sha256: string): Promise<string | null | undefined> {
  const [content] = await on
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.contentSha256, sha256), eq(reports.status, 'signed')));
  if (content) return (await findLatestDocument(on, content.id))?.sha256 ?? null;
  const [file] = await on
    .select({ sha256: reportDocuments.sha256 })
    .from(reportDocuments)
    .where(eq(reportDocuments.sha256, sha256));
  return file?.sha256;
}

/** The editions whose PDF is one of these files. */
export const findEditionsOf = (on: Queries, hashes: string[]): Promise<{ reportId: string; edition: number }[]> =>
  on
    .select({ reportId: reportDocuments.reportId, edition: reportDocuments.edition })
    .from(reportDocuments)
    .where(sql`${reportDocuments.sha256} = any(${sql.param(hashes)}::text[])`);
