export { registerIntegrationRoutes } from './integrations.routes.ts';
export { createIntegrations } from './integrations.service.ts';
