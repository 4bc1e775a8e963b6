import { hl7 as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Hl7 } from './hl7.service.ts';

const OK = { ok: true as const };

export function registerHl7Routes(route: Route, { receivers, messages }: Hl7): void {
  route(contract.listHl7Receivers, ({ actor }) => receivers.list(actor.institutionId));
  route(contract.addHl7Receiver, ({ context, actor, body }) => receivers.add(context, actor.institutionId, body), {
    ratePerMinute: 30,
  });
  route(contract.removeHl7Receiver, async ({ context, actor, params }) => {
    await receivers.remove(context, actor.institutionId, params.receiverId);
    return OK;
  });
  route(contract.listHl7Messages, ({ actor, query }) => messages.list(query, actor.institutionId));
  route(contract.sendHl7MessageAgain, async ({ context, actor, params }) => {
    await messages.again(context, actor.institutionId, params.messageId);
    return OK;
  });

  route(contract.listAllHl7Receivers, () => receivers.list());
  route(contract.allowPrivateHl7Receiver, ({ context, params, body }) =>
    receivers.allowPrivate(context, params.receiverId, body),
  );
  route(contract.listAllHl7Messages, ({ query }) => messages.list(query));
}
