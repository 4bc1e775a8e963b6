export { registerAuditExportRoutes } from './audit-export.routes.ts';
export { createAuditExport } from './audit-export.service.ts';
