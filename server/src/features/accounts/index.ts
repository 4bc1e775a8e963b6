export { createAccessEnds } from './access-ends.ts';
export { registerAccountsRoutes } from './accounts.routes.ts';
export { type Accounts, createAccounts } from './accounts.service.ts';
export { createAuthenticate } from './authenticate.routes.ts';
export { registerMembersRoutes } from './institutions/members.routes.ts';
export { consentsComplete } from './patients/consents.ts';
export { sweepAccounts, sweepEndedAccess } from './sweep-accounts.ts';
