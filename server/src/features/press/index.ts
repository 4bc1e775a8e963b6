export { registerPressRoutes } from './press.routes.ts';
export { createPress } from './press.service.ts';
