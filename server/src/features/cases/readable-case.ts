import type { Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { canReadCase } from './cases.policy.ts';
import * as store from './cases.store.ts';
import type { CaseRow } from './cases.tables.ts';

/**
 * The case where the caller may read it. @throws AppError NOT_FOUND, also for the case of another patient, so that its
 * existence is not revealed
 */
export async function readable(on: store.Queries, context: Context, caseId: string): Promise<CaseRow> {
  const row = await store.findCase(on, caseId);
  if (!row || !canReadCase(context.actor, row)) throw notFound('case');
  return row;
}

export async function lockReadable(on: store.Queries, context: Context, caseId: string): Promise<CaseRow> {
  const row = await store.lockCase(on, caseId);
  if (!row || !canReadCase(context.actor, row)) throw notFound('case');
  return row;
}
