import type { BillingTools } from './billing-tools.ts';
import { createMetering } from './metering.ts';
import { createPlans } from './plans.ts';
import { createUsageStatements } from './statements.ts';

export type Billing = ReturnType<typeof createBilling>;

/** Billing of an institution's scans: ledger, prices, plans and monthly statements. */
export const createBilling = (tools: BillingTools) => ({
  metering: createMetering(tools),
  plans: createPlans(tools),
  statements: createUsageStatements(tools),
});
