import { WorkbenchHead } from '../../features/trial/workbench-head.tsx';
import { ApiKeys } from '../../features/trial-proof/api-keys.tsx';
import { Webhooks } from '../../features/trial-proof/webhooks.tsx';

/** The institution's own systems: keys they call with, addresses that are called. */
export default function TrialIntegrations() {
  return (
    <>
      <WorkbenchHead title="Integrations" />
      <ApiKeys />
      <Webhooks />
    </>
  );
}
