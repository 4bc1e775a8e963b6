import type { SyslogSender } from '../../adapters/syslog/port.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import { createAuditReceivers } from './audit-receivers.ts';
import { createAuditSender } from './send-audit.ts';

export interface AuditExportTools extends Pick<Parts, 'db' | 'clock' | 'queue' | 'log'> {
  syslog: SyslogSender;
  audit: Audit;
  publicUrl: () => string;
}

export type AuditExport = ReturnType<typeof createAuditExport>;

/** The audit trail to receivers outside: security systems of institutions and of the operator. */
export function createAuditExport(tools: AuditExportTools) {
  return { receivers: createAuditReceivers(tools), ...createAuditSender(tools) };
}
