import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ModelRoutes } from '../analyses/index.ts';
import { findScan } from '../scans/index.ts';
import { modelSettings, routingRules } from './catalogue.tables.ts';
import { type ModelChoice, routeBy } from './routing.ts';

type Queries = Pick<NodePgDatabase, 'select'>;

export async function choiceOf(on: Queries, institutionId: string): Promise<ModelChoice> {
  const settings = await on.select().from(modelSettings).where(eq(modelSettings.institutionId, institutionId));
  const rules = await on.select().from(routingRules).where(eq(routingRules.institutionId, institutionId));
  return {
    disabled: new Set(settings.filter((row) => !row.isEnabled).map((row) => row.algorithmId)),
    rules,
  };
}

/** What the analyses feature asks about an institution's scan. */
export const createModelRoutes = (): ModelRoutes => async (on, scanId) => {
  const scan = await findScan(on, scanId);
  if (!scan) return { institutionId: null, route: () => null };
  return { institutionId: scan.institutionId, route: routeBy(await choiceOf(on, scan.institutionId)) };
};
