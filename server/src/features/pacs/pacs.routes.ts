import { pacs as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Pacs } from './pacs.service.ts';

const OK = { ok: true as const };

export function registerPacsRoutes(route: Route, { peers, quarantine, deliveries }: Pacs): void {
  route(contract.listPacsPeers, () => peers.list());
  route(contract.addPacsPeer, ({ context, body }) => peers.add(context, body));
  route(contract.openPacsPeer, ({ context, params, body }) => peers.setOpen(context, params.peerId, body.isOpen));
  route(contract.removePacsPeer, async ({ context, params }) => {
    await peers.remove(context, params.peerId);
    return OK;
  });
  route(contract.listQuarantine, () => quarantine());
  route(contract.setResultRoute, async ({ context, params, body }) => {
    await deliveries.setRoute(context, params.peerId, body);
    return OK;
  });
  route(contract.listAllDeliveries, () => deliveries.list());
  route(contract.listDeliveries, ({ actor }) => deliveries.list(actor.institutionId));
  route(contract.sendDeliveryAgain, async ({ context, actor, params }) => {
    await deliveries.again(context, actor.institutionId, params.deliveryId);
    return OK;
  });
}
