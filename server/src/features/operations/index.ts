export { registerOperationsRoutes } from './operations.routes.ts';
export { createOperations, type Operations } from './operations.service.ts';
