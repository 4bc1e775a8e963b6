export { registerBillingRoutes } from './billing.routes.ts';
export { type Billing, createBilling } from './billing.service.ts';
