export { type AccessGroup, type Audit, createAudit } from './audit.service.ts';
export { auditCsv } from './audit-csv.ts';
export { isRecentlyRecorded } from './recently-recorded.ts';
