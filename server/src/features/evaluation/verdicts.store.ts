import { evaluation as contract } from '@duai/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../adapters/database/port.ts';
import { type Page, type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { isNewestSubmission } from '../scans/index.ts';
import { proofVerdicts, type VerdictRow } from './evaluation.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;

const NEWEST: readonly SortKey[] = [
  { column: proofVerdicts.givenAt, type: 'timestamptz', isDescending: true },
  { column: proofVerdicts.id, type: 'uuid', isDescending: true },
];

/** The subject of a verdict: a finding, or a code of an algorithm, with the question where it is about one. */
export type About = Pick<VerdictRow, 'algorithmId' | 'code' | 'questionId' | 'findingId'>;

/** Deletes a reader’s own verdict; those of other readers stay. */
export async function deleteVerdict(tx: Tx, scanId: string, about: About, givenBy: string): Promise<void> {
  const same = <Column extends keyof About>(column: Column) =>
    about[column] === null ? isNull(proofVerdicts[column]) : eq(proofVerdicts[column], about[column]);
  await tx
    .delete(proofVerdicts)
    .where(
      and(
        eq(proofVerdicts.scanId, scanId),
        eq(proofVerdicts.givenBy, givenBy),
        same('algorithmId'),
        same('code'),
        same('questionId'),
        same('findingId'),
      ),
    );
}

export async function insertVerdict(tx: Tx, verdict: typeof proofVerdicts.$inferInsert): Promise<void> {
  await tx.insert(proofVerdicts).values(verdict);
}

/** Verdicts on newest submissions, newest first; of one scan or all, and of one reader or all. */
export async function findVerdicts(
  on: Queries,
  institutionId: string,
  { scanId, givenBy, ...wish }: PageWish & { scanId?: string | undefined; givenBy?: string | undefined },
): Promise<Page<VerdictRow>> {
  const found = await readPage(NEWEST, wish, contract.VERDICTS_PER_PAGE, (beyond, order, { limit, offset }) =>
    on
      .select({ verdict: proofVerdicts, place: placeOf(NEWEST) })
      .from(proofVerdicts)
      .where(
        and(
          eq(proofVerdicts.institutionId, institutionId),
          isNewestSubmission(proofVerdicts.scanId, proofVerdicts.submission),
          scanId ? eq(proofVerdicts.scanId, scanId) : undefined,
          givenBy ? eq(proofVerdicts.givenBy, givenBy) : undefined,
          beyond,
        ),
      )
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );
  return { ...found, rows: found.rows.map(({ verdict }) => verdict) };
}

/** All verdicts on these scans, of every submission. */
export const findVerdictsOn = (on: Queries, scanIds: string[]): Promise<VerdictRow[]> =>
  on.select().from(proofVerdicts).where(inArray(proofVerdicts.scanId, scanIds));
