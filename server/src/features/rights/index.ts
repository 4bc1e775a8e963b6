export { registerRightsRoutes } from './rights.routes.ts';
export { createRights } from './rights.service.ts';
