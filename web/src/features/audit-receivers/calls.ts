import { auditReceivers } from '@duai/contract';
import { isAnswerOf, keyOf } from '../../lib/query-keys.ts';

/** What an administrator or an operator calls. */
const CALLS = {
  institution: {
    list: auditReceivers.listAuditReceivers,
    listKey: keyOf(auditReceivers.listAuditReceivers),
    add: auditReceivers.addAuditReceiver,
    remove: auditReceivers.removeAuditReceiver,
  },
  operator: {
    list: auditReceivers.listAllAuditReceivers,
    listKey: keyOf(auditReceivers.listAllAuditReceivers),
    add: auditReceivers.addOperatorAuditReceiver,
    remove: auditReceivers.removeOperatorAuditReceiver,
  },
} as const;
export type Owner = keyof typeof CALLS;
export const callsOf = (owner: Owner) => CALLS[owner];
export const ALL_RECEIVERS = isAnswerOf(auditReceivers.listAuditReceivers, auditReceivers.listAllAuditReceivers);
