export { createSharedLinkOf, registerSharesRoutes } from './shares.routes.ts';
export { createShares, type Shares } from './shares.service.ts';
