import { pacs as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Pacs } from './pacs.service.ts';

const OK = { ok: true as const };

export function registerPacsRoutes(route: Route, { peers, quarantine }: Pacs): void {
  route(contract.listPacsPeers, () => peers.list());
  route(contract.addPacsPeer, ({ context, body }) => peers.add(context, body));
  route(contract.openPacsPeer, ({ context, params, body }) => peers.setOpen(context, params.peerId, body.isOpen));
  route(contract.removePacsPeer, async ({ context, params }) => {
    await peers.remove(context, params.peerId);
    return OK;
  });
  route(contract.listQuarantine, () => quarantine());
}
