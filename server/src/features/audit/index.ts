export { type AccessGroup, type Audit, createAudit } from './audit.service.ts';
