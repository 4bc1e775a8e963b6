import { integrations as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Integrations } from './integrations.service.ts';

const OK = { ok: true as const };

export function registerIntegrationRoutes(route: Route, { keys, webhooks }: Integrations): void {
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
  route(contract.listWebhookDeliveries, ({ actor, query }) => webhooks.deliveries(actor.institutionId, query));
  route(contract.redeliverWebhook, async ({ actor, params }) => {
    await webhooks.redeliver(actor.institutionId, params.deliveryId);
    return OK;
  });
}
