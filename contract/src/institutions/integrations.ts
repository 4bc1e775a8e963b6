import { z } from 'zod';
import { API_SCOPES, defineEndpoint } from '../api/endpoint.ts';
import { idSchema, okAnswer, pageAnswer, pageQuery, requiredText, timeSchema } from '../values/fields.ts';

const tag = 'Integrations';

// ---- API keys ----
export const apiKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The first characters, to recognise the key; only its owner knows the rest. */
  prefix: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  revokedAt: timeSchema.nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;
const keyParams = z.object({ keyId: idSchema });
export const listApiKeys = defineEndpoint({
  method: 'GET',
  path: '/api/trial/keys',
  audience: 'institution-admin',
  tag,
  summary: 'API keys of the institution, without their secrets',
  answer: z.array(apiKeySchema),
});
export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/api/trial/keys',
  audience: 'institution-admin',
  tag,
  summary: 'Make an API key; the answer is the only place where it is shown',
  body: z.object({ name: requiredText, scopes: z.array(z.enum(API_SCOPES)).min(1) }),
  answer: z.object({ key: apiKeySchema, secret: z.string() }),
  status: 201,
});
export const revokeApiKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/keys/:keyId',
  audience: 'institution-admin',
  tag,
  summary: 'Revoke an API key at once',
  params: keyParams,
  answer: okAnswer,
});

// ---- Webhooks ----
export const WEBHOOK_EVENTS = ['analysis.finished'] as const;
export const webhookSchema = z.object({
  id: idSchema,
  url: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  createdAt: timeSchema,
});
export type Webhook = z.infer<typeof webhookSchema>;
export const webhookDeliverySchema = z.object({
  id: idSchema,
  webhookId: idSchema,
  event: z.string(),
  scanId: idSchema.nullable(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** HTTP status of the last answer, or why no answer came. */
  lastOutcome: z.string().nullable(),
  createdAt: timeSchema,
  deliveredAt: timeSchema.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
/** Body of a webhook call. It contains no finding and no patient data; the receiver fetches those with its API key. */
export const webhookPayloadSchema = z.object({
  id: idSchema,
  event: z.enum(WEBHOOK_EVENTS),
  createdAt: timeSchema,
  scan: z.object({ id: idSchema, status: z.enum(['complete', 'failed']), studyInstanceUid: z.string().nullable() }),
});
export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;
/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 (RFC 2104) with the webhook's secret over `<t>.<body>`. */
export const WEBHOOK_SIGNATURE_HEADER = 'duai-signature';
/** For the API page: how a receiver handles webhook calls. */
export const WEBHOOK_RULES =
  'The header `duai-signature` is `t=<unix seconds>,v1=<hex>`: v1 is the HMAC-SHA256, with the secret that was shown when the ' +
  'webhook was made, over `<t>.<body>`, the body byte for byte as it came. Refuse a call whose signature differs or whose `t` is ' +
  'older than a few minutes. Any 2xx within ten seconds counts as delivered; otherwise the call is made again after 10 s, then ' +
  'after about twice the wait each time, for about a day. `id` stays the same. Fetch the result with an API key.';
const webhookParams = z.object({ webhookId: idSchema });
export const listWebhooks = defineEndpoint({
  method: 'GET',
  path: '/api/trial/webhooks',
  audience: 'institution-admin',
  tag,
  summary: 'Webhooks of the institution',
  answer: z.array(webhookSchema),
});
export const createWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/trial/webhooks',
  audience: 'institution-admin',
  tag,
  summary: 'Register a webhook; its signing secret is shown once',
  body: z.object({ url: z.url({ protocol: /^https?$/ }).max(500), event: z.enum(WEBHOOK_EVENTS) }),
  answer: z.object({ webhook: webhookSchema, secret: z.string() }),
  status: 201,
});
export const deleteWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/webhooks/:webhookId',
  audience: 'institution-admin',
  tag,
  summary: 'Remove a webhook',
  params: webhookParams,
  answer: okAnswer,
});
export const DELIVERIES_PER_PAGE = 100;
export const listWebhookDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/trial/webhook-deliveries',
  audience: 'institution-admin',
  tag,
  summary: 'Deliveries, newest first, in pages',
  query: z.object(pageQuery(DELIVERIES_PER_PAGE)),
  answer: z.object({ rows: z.array(webhookDeliverySchema), ...pageAnswer }),
});
export const redeliverWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/trial/webhook-deliveries/:deliveryId/retry',
  audience: 'institution-admin',
  tag,
  summary: 'Deliver again',
  params: z.object({ deliveryId: idSchema }),
  answer: okAnswer,
});
