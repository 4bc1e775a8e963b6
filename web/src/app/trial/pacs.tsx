import { pacs } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { PacsActivity } from '../../features/pacs/activity.tsx';
import { WebReceivers } from '../../features/pacs/deliveries/web-receivers.tsx';
import { Deliveries } from '../../features/pacs/deliveries.tsx';
import { Nodes } from '../../features/pacs/nodes.tsx';
import { OwnPlace } from '../../features/pacs/own-place.tsx';
import type { PacsLists } from '../../features/pacs/pacs-lists.ts';
import { FhirClients } from '../../features/record-systems/fhir-clients.tsx';
import { Hl7Receivers } from '../../features/record-systems/hl7-receivers.tsx';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { useTrialChange } from '../../lib/use-change.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

const studyPath = (scanId: string) => `/duaicheck-trial/dashboard/studies/${scanId}`;

const LISTS = {
  associations: { endpoint: pacs.listAssociations, load: (asked) => call(pacs.listAssociations, asked) },
  waiting: { endpoint: pacs.listWaitingStudies, load: (asked) => call(pacs.listWaitingStudies, asked) },
  quarantine: { endpoint: pacs.listOwnQuarantine, load: (asked) => call(pacs.listOwnQuarantine, asked) },
  deliveries: { endpoint: pacs.listDeliveries, load: (asked) => call(pacs.listDeliveries, asked) },
} satisfies PacsLists;

/** The connection to the institution's archive: its systems, received studies and results sent back. */
export default function TrialPacs() {
  const { page, deliveries: texts } = useWorkTexts().pacs;
  const server = useQuery({
    queryKey: keyOf(pacs.getPacsServer),
    queryFn: ({ signal }) => call(pacs.getPacsServer, { signal }),
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
      <PacsActivity lists={LISTS} studyPath={studyPath} />
      <Deliveries list={LISTS.deliveries} again={{ isPending: again.isPending, send: again.mutate }} />
      <WebReceivers />
      <Hl7Receivers />
      <FhirClients />
    </>
  );
}
