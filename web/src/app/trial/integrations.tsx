import { ApiKeys } from '../../features/integrations/api-keys.tsx';
import { Webhooks } from '../../features/integrations/webhooks.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

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
