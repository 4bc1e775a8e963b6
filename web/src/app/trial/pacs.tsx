import { pacs } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { PacsActivity } from '../../features/pacs/activity.tsx';
import { Deliveries } from '../../features/pacs/deliveries.tsx';
import { Nodes } from '../../features/pacs/nodes.tsx';
import { OwnPlace } from '../../features/pacs/own-place.tsx';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

const studyPath = (scanId: string) => `/duaicheck-trial/dashboard/studies/${scanId}`;

/** The connection to the institution's archive: its systems, what came from them and what goes back. */
export default function TrialPacs() {
  const { page, deliveries: texts } = useWorkTexts().pacs;
  const server = useQuery({
    queryKey: keyOf(pacs.getPacsServer),
    queryFn: ({ signal }) => call(pacs.getPacsServer, { signal }),
  });
  const activity = useQuery({
    queryKey: keyOf(pacs.getPacsActivity),
    queryFn: ({ signal }) => call(pacs.getPacsActivity, { signal }),
    staleTime: 0,
  });
  const deliveries = useQuery({
    queryKey: keyOf(pacs.listDeliveries),
    queryFn: ({ signal }) => call(pacs.listDeliveries, { signal }),
    staleTime: 0,
  });
  const again = useTrialChange(
    (deliveryId: string) => call(pacs.sendDeliveryAgain, { params: { deliveryId } }),
    texts.willBeSent,
  );
  return (
    <>
      <WorkbenchHead title={page.title} />
      <p className="-mt-3 max-w-2xl text-grey-4">{page.intro}</p>
      <Loaded query={server}>
        {(place) => (
          <>
            <Nodes ownTitle={place.aeTitle} />
            <OwnPlace place={place} />
          </>
        )}
      </Loaded>
      <Loaded query={activity}>{(data) => <PacsActivity activity={data} studyPath={studyPath} />}</Loaded>
      <Loaded query={deliveries}>
        {(rows) => <Deliveries rows={rows} again={{ isPending: again.isPending, send: again.mutate }} />}
      </Loaded>
    </>
  );
}
