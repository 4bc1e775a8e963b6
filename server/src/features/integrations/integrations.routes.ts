import { integrations as contract } from '@duai/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeyActor, Context, InstitutionActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Route } from '../../http/route.ts';
import type { IncomingFile } from '../studies/index.ts';
import type { Integrations } from './integrations.service.ts';
import { mediaTypeOf, relatedParts } from './multipart-related.ts';

const OK = { ok: true as const };

export function registerIntegrationRoutes(route: Route, { keys, webhooks, storeInstances }: Integrations): void {
  route(contract.listApiKeys, ({ actor }) => keys.list(actor.institutionId));
  route(contract.createApiKey, ({ context, actor, body }) => keys.create(context, actor, body));
  route(contract.revokeApiKey, async ({ context, actor, params }) => {
    await keys.revoke(context, actor.institutionId, params.keyId);
    return OK;
  });

  route(contract.listWebhooks, ({ actor }) => webhooks.list(actor.institutionId));
  route(contract.createWebhook, ({ context, actor, body }) => webhooks.create(context, actor.institutionId, body), {
    ratePerMinute: 30,
  });
  route(contract.deleteWebhook, async ({ context, actor, params }) => {
    await webhooks.remove(context, actor.institutionId, params.webhookId);
    return OK;
  });
  route(contract.listWebhookDeliveries, ({ actor }) => webhooks.deliveries(actor.institutionId));
  route(contract.redeliverWebhook, async ({ actor, params }) => {
    await webhooks.redeliver(actor.institutionId, params.deliveryId);
    return OK;
  });

  const store = async (
    { context, actor, request, reply, assertStillAdmitted }: StoreCall,
    studyInstanceUid: string | undefined,
  ): Promise<FastifyReply> => {
    const { institutionId } = actor;
    const { status, body } = await storeInstances(
      context,
      { institutionId, studyInstanceUid, assertStillAdmitted },
      dicomParts(request),
    );
    return reply.code(status).type(contract.storeInstances.produces).send(JSON.stringify(body));
  };
  route(contract.storeInstances, (call) => store(call, undefined));
  route(contract.storeStudyInstances, (call) => store(call, call.params.studyInstanceUid));
}

interface StoreCall {
  context: Context;
  actor: InstitutionActor | ApiKeyActor;
  request: FastifyRequest;
  reply: FastifyReply;
  assertStillAdmitted: () => Promise<void>;
}

/** The DICOM parts of a STOW-RS request (PS3.18 section 10.5.1); they have no names, so they are numbered. */
async function* dicomParts(request: FastifyRequest): AsyncGenerator<IncomingFile> {
  const { type, parameters } = mediaTypeOf(request.headers['content-type'] ?? '');
  const boundary = parameters.get('boundary');
  const wanted = parameters.get('type') ?? 'application/dicom';
  if (type !== 'multipart/related' || !boundary || wanted.toLowerCase() !== 'application/dicom')
    throw new AppError('CONTENT_TYPE_NOT_SUPPORTED');
  let number = 0;
  for await (const { stream } of relatedParts(request.raw, boundary)) {
    number += 1;
    yield { name: `part-${number}`, stream };
  }
}
