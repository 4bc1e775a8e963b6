import { asc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { acceptanceRules, acceptanceRuns } from './acceptance.tables.ts';
import type { Acceptance } from './versions.ts';

/** What an institution asks of versions, and how the newest acceptance run of each ended; by default nothing is asked. */
export async function findAcceptance(
  on: Pick<NodePgDatabase, 'select'>,
  institutionId: string | null,
): Promise<Omit<Acceptance, 'exempt'>> {
  const nothing = { requiredSince: null, ends: new Map() };
  if (institutionId === null) return nothing;
  const [rule] = await on
    .select({ requiredSince: acceptanceRules.requiredSince })
    .from(acceptanceRules)
    .where(eq(acceptanceRules.institutionId, institutionId));
  if (!rule?.requiredSince) return nothing;
  const { algorithmId, version, status, startedAt } = acceptanceRuns;
  const runs = await on
    .select({ algorithmId, version, status })
    .from(acceptanceRuns)
    .where(eq(acceptanceRuns.institutionId, institutionId))
    .orderBy(asc(startedAt));
  const ends = new Map<string, (typeof runs)[number]['status']>();
  for (const run of runs) {
    const name = `${run.algorithmId} ${run.version}`;
    // While a version is tried anew, the last end holds.
    if (run.status !== 'running' || !ends.has(name)) ends.set(name, run.status);
  }
  return { requiredSince: rule.requiredSince, ends };
}
