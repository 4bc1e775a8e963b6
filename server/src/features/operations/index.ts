export { registerOperationsRoutes } from './operations.routes.ts';
export { createOperations } from './operations.service.ts';
