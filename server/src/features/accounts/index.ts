export { createAccessEnds } from './access-ends.ts';
export { registerAccountsRoutes } from './accounts.routes.ts';
export { type Accounts, createAccounts } from './accounts.service.ts';
export { createAuthenticate } from './authenticate.routes.ts';
export { consentsComplete } from './consents.ts';
export { registerMembersRoutes } from './members.routes.ts';
export { sweepAccounts, sweepEndedAccess } from './sweep-accounts.ts';
