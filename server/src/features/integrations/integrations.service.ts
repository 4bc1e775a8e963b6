import { createApiKeys } from './api-keys.ts';
import type { IntegrationTools } from './integration-tools.ts';
import { createWebhooks } from './webhooks.ts';

export type Integrations = ReturnType<typeof createIntegrations>;

/** An institution's own systems: keys they call with, and calls they get. */
export function createIntegrations(tools: IntegrationTools) {
  const webhooks = createWebhooks(tools);
  return {
    keys: createApiKeys(tools),
    webhooks,
    registerJobs: webhooks.registerJobs,
  };
}
