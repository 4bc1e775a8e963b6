export { registerPressRoutes } from './press.routes.ts';
export { createPress, type Press } from './press.service.ts';
