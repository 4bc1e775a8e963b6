export { registerClaimsRoutes } from './claims.routes.ts';
export { createClaims } from './claims.service.ts';
