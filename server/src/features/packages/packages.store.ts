import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { algorithmPackages, type PackageRow, shadowVersions, versionActivations } from './packages.tables.ts';

export type Queries = Pick<NodePgDatabase, 'select'>;
type Writes = Pick<NodePgDatabase, 'insert' | 'delete'>;

/** All packages in the order of their import. */
export const findPackages = (on: Queries): Promise<PackageRow[]> =>
  on.select().from(algorithmPackages).orderBy(asc(algorithmPackages.importedAt), asc(algorithmPackages.id));

export async function findPackage(on: Queries, algorithmId: string, version: string): Promise<PackageRow | undefined> {
  const [row] = await on
    .select()
    .from(algorithmPackages)
    .where(and(eq(algorithmPackages.algorithmId, algorithmId), eq(algorithmPackages.version, version)));
  return row;
}

export async function isInstalled(on: Queries, algorithmId: string): Promise<boolean> {
  const rows = await on
    .select({ id: algorithmPackages.id })
    .from(algorithmPackages)
    .where(eq(algorithmPackages.algorithmId, algorithmId))
    .limit(1);
  return rows.length > 0;
}

/** @returns false where this version is already installed */
export const insertPackage = async (on: Writes, row: typeof algorithmPackages.$inferInsert): Promise<boolean> =>
  (await on.insert(algorithmPackages).values(row).onConflictDoNothing().returning({ id: algorithmPackages.id }))
    .length > 0;

const ofInstitution = (
  column: typeof versionActivations.institutionId | typeof shadowVersions.institutionId,
  institutionId: string | null,
) => (institutionId === null ? isNull(column) : or(isNull(column), eq(column, institutionId)));

/** Choices of the institution and the default, oldest first. */
export const findActivations = (on: Queries, institutionId: string | null) =>
  on
    .select()
    .from(versionActivations)
    .where(ofInstitution(versionActivations.institutionId, institutionId))
    .orderBy(asc(versionActivations.sequence));

const exactly = (
  column: typeof versionActivations.institutionId | typeof shadowVersions.institutionId,
  institutionId: string | null,
) => (institutionId === null ? isNull(column) : eq(column, institutionId));

/** Serialises steps back; two at once would go back and forth between the same versions. */
export async function lockChoices(on: Pick<NodePgDatabase, 'execute'>): Promise<void> {
  await on.execute(sql`lock table ${versionActivations} in share row exclusive mode`);
}

/** The choices for an algorithm, newest first. */
export const findHistory = (on: Queries, institutionId: string | null, algorithmId: string) =>
  on
    .select()
    .from(versionActivations)
    .where(
      and(exactly(versionActivations.institutionId, institutionId), eq(versionActivations.algorithmId, algorithmId)),
    )
    .orderBy(desc(versionActivations.sequence));

export async function insertActivation(on: Writes, row: typeof versionActivations.$inferInsert): Promise<void> {
  await on.insert(versionActivations).values(row);
}

export const findShadows = (on: Queries, institutionId: string | null) =>
  on
    .select()
    .from(shadowVersions)
    .where(ofInstitution(shadowVersions.institutionId, institutionId))
    .orderBy(asc(shadowVersions.since), asc(shadowVersions.id));

export async function insertShadow(on: Writes, row: typeof shadowVersions.$inferInsert): Promise<void> {
  await on.insert(shadowVersions).values(row).onConflictDoNothing();
}

export async function deleteShadow(
  on: Writes,
  institutionId: string | null,
  algorithmId: string,
  version: string,
): Promise<void> {
  await on
    .delete(shadowVersions)
    .where(
      and(
        exactly(shadowVersions.institutionId, institutionId),
        eq(shadowVersions.algorithmId, algorithmId),
        eq(shadowVersions.version, version),
      ),
    );
}
