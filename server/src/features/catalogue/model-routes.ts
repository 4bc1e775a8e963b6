import type { ModelRoutes } from '../analyses/index.ts';
import { findScan } from '../scans/index.ts';
import { choiceOf } from './catalogue.store.ts';
import { routeBy } from './routing.ts';

/** Answers for the analyses feature which institution a scan belongs to, and where its series may go. */
export const createModelRoutes = (): ModelRoutes => async (on, scanId) => {
  const scan = await findScan(on, scanId);
  if (!scan) return { institutionId: null, route: () => null };
  return { institutionId: scan.institutionId, route: routeBy(await choiceOf(on, scan.institutionId)) };
};
