import { createApiKeys } from './api-keys.ts';
import type { IntegrationTools } from './integration-tools.ts';
import { createWebhooks } from './webhooks.ts';

export type Integrations = ReturnType<typeof createIntegrations>;

/** Integrations with an institution's own systems: API keys and webhooks. */
export function createIntegrations(tools: IntegrationTools) {
  const webhooks = createWebhooks(tools);
  return {
    keys: createApiKeys(tools),
    webhooks,
    registerJobs: webhooks.registerJobs,
  };
}
