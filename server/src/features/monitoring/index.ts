export { createMonitoring } from './monitoring.service.ts';
