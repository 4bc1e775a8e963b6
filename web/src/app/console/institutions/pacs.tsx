import { pacs } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Network } from 'lucide-react';
import { Loaded, PageHead } from '../../../features/console/loaded.tsx';
import { PacsActivity } from '../../../features/pacs/activity.tsx';
import { AllNodes } from '../../../features/pacs/all-nodes.tsx';
import { AllWebReceivers } from '../../../features/pacs/deliveries/all-web-receivers.tsx';
import { Deliveries } from '../../../features/pacs/deliveries.tsx';
import { Installation } from '../../../features/pacs/installation.tsx';
import type { PacsLists } from '../../../features/pacs/pacs-lists.ts';
import { AllHl7Receivers } from '../../../features/record-systems/all-hl7-receivers.tsx';
import { AnyStudyPatient } from '../../../features/scans/patient/any-study-patient.tsx';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

const LISTS = {
  associations: { endpoint: pacs.listAllAssociations, load: (asked) => call(pacs.listAllAssociations, asked) },
  waiting: { endpoint: pacs.listAllWaitingStudies, load: (asked) => call(pacs.listAllWaitingStudies, asked) },
  quarantine: { endpoint: pacs.listQuarantine, load: (asked) => call(pacs.listQuarantine, asked) },
  deliveries: { endpoint: pacs.listAllDeliveries, load: (asked) => call(pacs.listAllDeliveries, asked) },
} satisfies PacsLists;

/** PACS connections of all institutions: which systems may associate, within which limits, and recent associations. */
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
        <AllWebReceivers />
        <AllHl7Receivers />
        <PacsActivity lists={LISTS} />
        <Deliveries list={LISTS.deliveries} />
        <AnyStudyPatient />
      </div>
    </>
  );
}
