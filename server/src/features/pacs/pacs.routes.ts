import { keptAside as aside, pacs as contract, webReceivers as web } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Pacs } from './pacs.service.ts';

const OK = { ok: true as const };

/** Low, because each test opens connections to another system. */
const TESTS_A_MINUTE = 12;
/** Each reads and decodes two files. */
const COMPARISONS_A_MINUTE = 30;

export function registerPacsRoutes(route: Route, pacs: Pacs): void {
  const { peers, quarantine, deliveries, installation, webReceivers, decisions } = pacs;
  route(contract.listPacsPeers, () => peers.list());
  route(contract.addPacsPeer, ({ context, body }) => peers.add(context, body));
  route(contract.openPacsPeer, ({ context, params, body }) => peers.setOpen(context, params.peerId, body));
  route(contract.removePacsPeer, async ({ context, params }) => {
    await peers.remove(context, params.peerId);
    return OK;
  });
  route(contract.listQuarantine, ({ query }) => quarantine(query));
  route(contract.setResultRoute, async ({ context, params, body }) => {
    await deliveries.setRoute(context, params.peerId, body);
    return OK;
  });
  route(contract.testPacsPeer, ({ context, params, body }) => peers.test(context, params.peerId, body), {
    ratePerMinute: TESTS_A_MINUTE,
  });
  route(contract.listAllAssociations, ({ query }) => pacs.associations(query));
  route(contract.listAllWaitingStudies, ({ query }) => pacs.waiting(query));
  route(contract.getPacsInstallation, () => installation.whole());
  route(contract.listAllDeliveries, ({ query }) => deliveries.list(query));

  route(contract.getPacsServer, () => installation.server());
  route(contract.listPacsNodes, ({ actor }) => peers.list(actor.institutionId));
  route(contract.addPacsNode, ({ context, actor, body }) =>
    peers.add(context, { ...body, institutionId: actor.institutionId }),
  );
  route(contract.changePacsNode, ({ context, actor, params, body }) =>
    peers.change(context, actor.institutionId, params.peerId, body),
  );
  route(contract.removePacsNode, async ({ context, actor, params }) => {
    await peers.remove(context, params.peerId, actor.institutionId);
    return OK;
  });
  route(
    contract.testPacsNode,
    ({ context, actor, params, body }) => peers.test(context, params.peerId, body, actor.institutionId),
    { ratePerMinute: TESTS_A_MINUTE },
  );
  route(contract.listOwnQuarantine, ({ actor, query }) => quarantine(query, actor.institutionId));
  route(
    aside.getKeptAside,
    ({ context, actor, params }) => decisions.compare(context, actor.institutionId, params.quarantineId),
    { ratePerMinute: COMPARISONS_A_MINUTE },
  );
  route(
    aside.getKeptAsidePicture,
    ({ context, actor, params }) => decisions.picture(context, actor.institutionId, params),
    { ratePerMinute: 2 * COMPARISONS_A_MINUTE },
  );
  route(aside.decideKeptAside, async ({ context, actor, params, body }) => {
    await decisions.decide(context, actor.institutionId, { ...params, ...body });
    return OK;
  });
  route(contract.listAssociations, ({ actor, query }) => pacs.associations(query, actor.institutionId));
  route(contract.listWaitingStudies, ({ actor, query }) => pacs.waiting(query, actor.institutionId));
  route(contract.listDeliveries, ({ actor, query }) => deliveries.list(query, actor.institutionId));
  route(web.listWebReceivers, ({ actor }) => webReceivers.list(actor.institutionId));
  route(web.addWebReceiver, ({ context, actor, body }) => webReceivers.add(context, actor.institutionId, body));
  route(web.removeWebReceiver, async ({ context, actor, params }) => {
    await webReceivers.remove(context, actor.institutionId, params.receiverId);
    return OK;
  });
  route(web.listAllWebReceivers, () => webReceivers.list());
  route(web.allowPrivateWebReceiver, ({ context, params, body }) =>
    webReceivers.allowPrivate(context, params.receiverId, body),
  );
  route(contract.sendDeliveryAgain, async ({ context, actor, params }) => {
    await deliveries.again(context, actor.institutionId, params.deliveryId);
    return OK;
  });
}
