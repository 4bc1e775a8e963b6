export { registerAccountsRoutes } from './accounts.routes.ts';
export { type Accounts, createAccounts } from './accounts.service.ts';
export { registerMembersRoutes } from './institutions/members.routes.ts';
export { consentsComplete } from './patients/consents.ts';
export { createAccessEnds } from './sessions/access-ends.ts';
export { createAuthenticate } from './sessions/authenticate.routes.ts';
export { registerSingleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts';
export { sweepAccounts, sweepEndedAccess } from './sweep-accounts.ts';
