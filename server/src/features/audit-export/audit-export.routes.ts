import { auditReceivers as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { AuditExport } from './audit-export.service.ts';

const OK = { ok: true as const };

export function registerAuditExportRoutes(route: Route, { receivers }: AuditExport): void {
  route(contract.listAuditReceivers, ({ actor }) => receivers.list(actor.institutionId));
  route(contract.addAuditReceiver, ({ context, actor, body }) => receivers.add(context, actor.institutionId, body));
  route(contract.removeAuditReceiver, async ({ context, actor, params }) => {
    await receivers.remove(context, params.receiverId, actor.institutionId);
    return OK;
  });
  route(contract.listAllAuditReceivers, () => receivers.list());
  route(contract.addOperatorAuditReceiver, ({ context, body }) => receivers.add(context, null, body));
  route(contract.removeOperatorAuditReceiver, async ({ context, params }) => {
    await receivers.remove(context, params.receiverId);
    return OK;
  });
  route(contract.allowPrivateAuditReceiver, ({ context, params, body }) =>
    receivers.allowPrivate(context, params.receiverId, body),
  );
}
