import type { FileRefusalCode } from '@duai/contract';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../studies.store.ts';
import { refusedFiles } from '../studies.tables.ts';
import type { Refusal } from './receive-files.ts';

/** As many names are kept of a case; further files are only counted. */
export const MOST_NAMES = 500;

/**
 * Keeps what was refused of a submission, under the lock of its case. A file that is refused once more for the same reason
 * is kept once; the content of a duplicate is there.
 */
export async function keepRefused(on: Queries, caseId: string, refused: readonly Refusal[]): Promise<void> {
  const missing = refused.filter(({ code }) => code !== 'DUPLICATE');
  if (missing.length === 0) return;
  const known = await on
    .select({ name: refusedFiles.name, code: refusedFiles.code })
    .from(refusedFiles)
    .where(eq(refusedFiles.caseId, caseId));
  const keyOf = ({ name, code }: { name: string; code: string }) => `${code} ${name}`;
  const names = new Set(known.map(keyOf));
  const rows = new Map<string, typeof refusedFiles.$inferInsert>();
  for (const { name, code } of missing) {
    const isNamed = names.has(keyOf({ name, code })) || names.size < MOST_NAMES;
    const kept = { name: isNamed ? name : '', code };
    if (isNamed) names.add(keyOf(kept));
    rows.set(keyOf(kept), { caseId, ...kept, files: (rows.get(keyOf(kept))?.files ?? 0) + 1 });
  }
  await on
    .insert(refusedFiles)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [refusedFiles.caseId, refusedFiles.name, refusedFiles.code],
      set: { files: sql`greatest(${refusedFiles.files}, excluded.files)`, refusedAt: sql`now()` },
    });
}

/** What was refused of a case, and whether a file of the same name came later. An empty name stands for files without one. */
export const findRefused = (
  on: Queries,
  caseId: string,
): Promise<{ name: string; code: FileRefusalCode; files: number; hasCome: boolean }[]> =>
  on
    .select({
      name: refusedFiles.name,
      code: refusedFiles.code,
      files: refusedFiles.files,
      hasCome: sql<boolean>`exists (
        select from instances i join studies s on s.id = i.study_id
        where s.case_id = ${refusedFiles.caseId} and i.original_name = ${refusedFiles.name}
          and i.received_at > ${refusedFiles.refusedAt})`,
    })
    .from(refusedFiles)
    .where(eq(refusedFiles.caseId, caseId))
    .orderBy(refusedFiles.code, refusedFiles.name);
