import { createApiKeys } from './api-keys.ts';
import type { IntegrationTools } from './integration-tools.ts';
import { createStoreInstances } from './store-instances.ts';
import { createWebhooks } from './webhooks.ts';

export type Integrations = ReturnType<typeof createIntegrations>;

/** An institution's own systems: keys they call with, calls they get, and the DICOMweb door. */
export function createIntegrations(tools: IntegrationTools) {
  const webhooks = createWebhooks(tools);
  return {
    keys: createApiKeys(tools),
    webhooks,
    storeInstances: createStoreInstances(tools),
    registerJobs: webhooks.registerJobs,
  };
}
