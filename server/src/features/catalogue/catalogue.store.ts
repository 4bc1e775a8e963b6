import type { catalogue as contract } from '@duai/contract';
import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../adapters/database/port.ts';
import { modelSettings, routingRules } from './catalogue.tables.ts';
import type { ModelChoice } from './routing.ts';

type Queries = Pick<NodePgDatabase, 'select'>;

export const findRules = (on: Queries, institutionId: string) =>
  on.select().from(routingRules).where(eq(routingRules.institutionId, institutionId));

export async function choiceOf(on: Queries, institutionId: string): Promise<ModelChoice> {
  const settings = await on.select().from(modelSettings).where(eq(modelSettings.institutionId, institutionId));
  return {
    disabled: new Set(settings.filter((row) => !row.isEnabled).map((row) => row.algorithmId)),
    rules: await findRules(on, institutionId),
  };
}

export async function saveSetting(
  tx: Tx,
  { institutionId, algorithmId, ...chosen }: typeof modelSettings.$inferInsert,
): Promise<void> {
  await tx
    .insert(modelSettings)
    .values({ institutionId, algorithmId, ...chosen })
    .onConflictDoUpdate({ target: [modelSettings.institutionId, modelSettings.algorithmId], set: chosen });
}

export async function insertRule(
  tx: Tx,
  rule: {
    id: string;
    institutionId: string;
    algorithmId: string;
    conditions: contract.RoutingConditions;
    createdAt: Date;
  },
): Promise<void> {
  await tx.insert(routingRules).values(rule);
}

/** @returns whether the rule existed */
export async function deleteRule(tx: Tx, institutionId: string, ruleId: string): Promise<boolean> {
  const removed = await tx
    .delete(routingRules)
    .where(and(eq(routingRules.id, ruleId), eq(routingRules.institutionId, institutionId)))
    .returning({ id: routingRules.id });
  return removed.length > 0;
}
