import { pacs } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Network } from 'lucide-react';
import { Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { PacsActivity } from '../../../features/pacs/activity.tsx';
import { AllNodes } from '../../../features/pacs/all-nodes.tsx';
import { Deliveries } from '../../../features/pacs/deliveries.tsx';
import { Installation } from '../../../features/pacs/installation.tsx';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** The connection to archives across institutions: who may associate, within which limits, and how it goes. */
export default function ConsolePacs() {
  const texts = useWorkTexts().pacs.console;
  const installation = useQuery({
    queryKey: keyOf(pacs.getPacsInstallation),
    queryFn: () => call(pacs.getPacsInstallation),
  });
  const peers = useQuery({
    queryKey: keyOf(pacs.listPacsPeers),
    queryFn: () => call(pacs.listPacsPeers),
    staleTime: 0,
  });
  const activity = useQuery({
    queryKey: keyOf(pacs.getAllPacsActivity),
    queryFn: () => call(pacs.getAllPacsActivity),
    staleTime: 0,
  });
  const deliveries = useQuery({
    queryKey: keyOf(pacs.listAllDeliveries),
    queryFn: () => call(pacs.listAllDeliveries),
    staleTime: 0,
  });
  return (
    <>
      <PageHead title={texts.title} />
      <div className="grid grid-cols-1 gap-6">
        <Loaded query={peers}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={Network} title={texts.noSystems} />
            ) : (
              <AllNodes rows={rows} ownTitle={installation.data?.aeTitle ?? ''} />
            )
          }
        </Loaded>
        <Loaded query={installation}>{(facts) => <Installation facts={facts} />}</Loaded>
        <Loaded query={activity}>{(data) => <PacsActivity activity={data} />}</Loaded>
        <Loaded query={deliveries}>{(rows) => <Deliveries rows={rows} />}</Loaded>
      </div>
    </>
  );
}
