export { type Audit, type AuditRow, createAudit } from './audit.service.ts';
export type { AccessGroup } from './audit.store.ts';
export { auditCsv } from './audit-csv.ts';
export { isRecentlyRecorded } from './recently-recorded.store.ts';
