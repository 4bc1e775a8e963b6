export { assertTrialRuns, billingOfNextScan } from './institutions.policy.ts';
export { registerInstitutionRoutes } from './institutions.routes.ts';
export { createInstitutions, type Institutions } from './institutions.service.ts';
export type { TrialRow } from './institutions.tables.ts';
