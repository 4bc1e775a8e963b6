import { randomUUID } from 'node:crypto';
import { workitems as contract, type dicomweb } from '@duai/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Route } from '../../../http/route.ts';
import { asksForChannel, openChannel } from '../../../http/web-sockets.ts';
import type { Dicomweb } from '../dicomweb.service.ts';
import { firstOf, type Outcome, TAGS } from './workitems.policy.ts';

const ROOT = '/api/dicom-web/workitems';
const UID = /^[0-9.]{1,64}$/;

export function registerWorkitemsRoutes(
  route: Route,
  http: FastifyInstance,
  { workitems, publicUrl }: Pick<Dicomweb, 'workitems' | 'publicUrl'>,
): void {
  http.addContentTypeParser(
    contract.createWorkitem.consumes,
    { parseAs: 'string' },
    http.getDefaultJsonParser('error', 'error'),
  );

  route(contract.searchWorkitems, async ({ context, actor, query, reply }) => {
    const { found, warnings } = await workitems.search(context, actor.institutionId, query);
    if (warnings.length > 0)
      reply.header(
        'warning',
        warnings.map((text) => `299 duai "${text}"`),
      );
    return JSON.stringify(found);
  });
  route(contract.retrieveWorkitem, async ({ context, actor, params }) =>
    JSON.stringify([await workitems.retrieve(context, actor.institutionId, params.workitem)]),
  );
  route(contract.createWorkitem, async ({ context, actor, query, body, reply }) => {
    const dataSet = oneOf(body);
    const uid = uidOf(query, dataSet);
    const outcome = await workitems.create(context, actor.institutionId, dataSet, uid);
    const address = `${publicUrl()}${ROOT}/${uid}`;
    if (outcome.status === 201) reply.header('location', address).header('content-location', address);
    return answer(reply, outcome);
  });
  route(contract.updateWorkitem, async ({ context, actor, params, query, body, reply }) => {
    const change = { dataSet: oneOf(body), transactionUid: query['transaction-uid'] };
    return answer(reply, await workitems.update(context, actor.institutionId, params.workitem, change));
  });
  route(contract.changeWorkitemState, async ({ context, actor, params, body, reply }) =>
    answer(reply, await workitems.changeState(context, actor.institutionId, params.workitem, oneOf(body))),
  );
  route(contract.requestWorkitemCancellation, async ({ context, actor, params, body, reply }) => {
    const asked = body ? oneOf(body) : undefined;
    return answer(reply, await workitems.requestCancellation(context, actor.institutionId, params.workitem, asked));
  });
  registerEvents(route, { workitems, publicUrl });
}

/** Subscriptions (PS3.18 sections 11.10 to 11.12), and the channel by which events come (8.10.4). */
function registerEvents(
  route: Route,
  { workitems: { events }, publicUrl }: Pick<Dicomweb, 'workitems' | 'publicUrl'>,
): void {
  const subscriberOf = (institutionId: string, { workitem, aeTitle }: { workitem: string; aeTitle: string }) => ({
    ...{ institutionId, aeTitle },
    uid: workitem,
  });
  route(contract.subscribeWorkitem, async ({ context, actor, params, query, reply }) => {
    const outcome = await events.subscribe(context, subscriberOf(actor.institutionId, params), query);
    const channel = contract.openWorkitemEvents.path.replace(':aeTitle', encodeURIComponent(params.aeTitle));
    if (outcome.status === 201) reply.header('content-location', `${publicUrl().replace(/^http/, 'ws')}${channel}`);
    return answer(reply, outcome);
  });
  route(contract.unsubscribeWorkitem, async ({ context, actor, params, reply }) => {
    await events.unsubscribe(context, subscriberOf(actor.institutionId, params));
    return answer(reply, { status: 200 });
  });
  route(contract.suspendWorkitemSubscription, async ({ context, actor, params, reply }) => {
    await events.suspend(context, subscriberOf(actor.institutionId, params));
    return answer(reply, { status: 200 });
  });
  route(contract.openWorkitemEvents, async ({ context, actor, params, request, reply, assertStillAdmitted }) => {
    if (!asksForChannel(request))
      return reply.code(426).headers({ upgrade: 'websocket', connection: 'upgrade' }).send();
    const channel = await events.open(context, actor, params.aeTitle);
    return openChannel({ request, reply, actor, assertStillAdmitted }, `workitems:${actor.institutionId}`, channel);
  });
}

const answer = (reply: FastifyReply, { status, warning }: Outcome): FastifyReply =>
  (warning ? reply.header('warning', `299 duai "${warning}"`) : reply).code(status).send();

const oneOf = (body: dicomweb.DicomJson | dicomweb.DicomJson[]): dicomweb.DicomJson =>
  Array.isArray(body) ? (body[0] ?? {}) : body;

/** The query of a creation is the UID alone (PS3.18 section 11.4.1); else the data set has it, or it gets one. */
function uidOf(query: Readonly<Record<string, unknown>>, dataSet: dicomweb.DicomJson): string {
  const [named] = [...Object.keys(query), ...Object.values(query), firstOf(dataSet, TAGS.sopInstanceUid)].filter(
    (value): value is string => typeof value === 'string' && UID.test(value),
  );
  return named ?? `2.25.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`;
}
