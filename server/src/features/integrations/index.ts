export { registerIntegrationRoutes } from './integrations.routes.ts';
export { createIntegrations, type Integrations } from './integrations.service.ts';
