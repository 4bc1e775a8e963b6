export { registerMonitoringRoutes } from './monitoring.routes.ts';
export { createMonitoring } from './monitoring.service.ts';
