import { AuditReceivers } from '../../features/audit-receivers/audit-receivers.tsx';
import { ApiKeys } from '../../features/integrations/api-keys.tsx';
import { Webhooks } from '../../features/integrations/webhooks.tsx';
import { useWorkTexts } from '../../lib/messages.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

/** API keys of the institution's own systems, and addresses that webhooks call. */
export default function TrialIntegrations() {
  const texts = useWorkTexts().portal.integrations;
  return (
    <>
      <WorkbenchHead title={texts.integrations} />
      <ApiKeys />
      <Webhooks />
      <AuditReceivers owner="institution" />
    </>
  );
}
