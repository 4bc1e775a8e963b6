import { readFile } from 'node:fs/promises';
import { type Acceptor, type AcceptorOptions, startAcceptor } from '../../../dimse/acceptor.ts';
import { provide } from '../../../dimse/services/provider.ts';
import { REJECTIONS } from '../../../dimse/upper-layer/pdu.ts';
import { AssociationLost } from '../../../dimse/upper-layer/protocol-error.ts';
import { admitCaller, offersOf, refusedCaller } from '../pacs.policy.ts';
import { findPeersByTitle } from '../pacs.store.ts';
import type { PeerRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import { IMPLEMENTATION } from '../peers/call-peer.ts';
import { createQueryServices } from '../query/query-services.ts';
import type { Commitments } from '../storage/commitments.ts';
import { createStoreInstance } from '../storage/store-instance.ts';
import type { AssociationLog } from './association-log.ts';

export const LIMITS = { connections: 200, waitingOfAddress: 16 };
/** Associations of one peer at once; each handles one instance at a time. */
export const ASSOCIATIONS_AT_ONCE = 10;

export interface DicomListeners {
  tlsPort: number | undefined;
  plainPort: number | undefined;
  /** Closes the listeners; associations have this time, in ms, to end. */
  close(lastMs: number): Promise<void>;
}

/** Listens on the configured ports; without a port nothing is open. */
export async function listen(
  tools: PacsTools,
  { commitments, associations }: { commitments: Commitments; associations: AssociationLog },
): Promise<DicomListeners> {
  const { config, db, clock, log } = tools;
  const common: Omit<AcceptorOptions<{ row: PeerRow; address: string }>, 'port' | 'tls'> = {
    host: config.DICOM_HOST,
    implementation: IMPLEMENTATION,
    limits: LIMITS,
    async admit(request, caller) {
      const titled = await findPeersByTitle(db.drizzle, request.callingAe);
      const found = admitCaller(titled, caller, clock.now());
      if (request.calledAe !== config.DICOM_AE_TITLE) {
        if ('id' in found) await associations.refused(found, 'wrong-title', caller.address);
        return { rejection: REJECTIONS.calledAe };
      }
      if ('result' in found) {
        const refused = refusedCaller(titled, caller, clock.now());
        if (refused) await associations.refused(refused.peer, refused.outcome, caller.address);
        return { rejection: found };
      }
      const peer = { row: found, address: caller.address };
      return { peer, key: found.id, atOnce: ASSOCIATIONS_AT_ONCE, offerOf: offersOf(found) };
    },
    serve: (association, { row, address }) =>
      associations.during(row, address, createStoreInstance(tools, row, address), (store) =>
        provide(association, {
          store,
          query: createQueryServices(tools, row, address),
          ...commitments.servicesFor(row),
        }),
      ),
    onFailure(error, _caller, peer) {
      // A connection closed without a request (port scan, load balancer) is not logged.
      if (!peer && error instanceof AssociationLost) return;
      log.info({ err: error, peerId: peer?.row.id }, 'a DICOM association failed');
    },
  };
  const open: Acceptor[] = [];
  const start = async (options: Pick<AcceptorOptions<never>, 'port' | 'tls'>) => {
    const acceptor = await startAcceptor({ ...common, ...options });
    open.push(acceptor);
    return acceptor.port;
  };
  const { DICOM_TLS_PORT, DICOM_TLS_KEY_FILE, DICOM_TLS_CERT_FILE, DICOM_PLAIN_PORT } = config;
  const close = async (lastMs: number) => {
    await Promise.all(open.map((acceptor) => acceptor.close(lastMs)));
  };
  try {
    let tlsPort: number | undefined;
    if (DICOM_TLS_PORT !== undefined) {
      const [key, cert] = await Promise.all(
        [DICOM_TLS_KEY_FILE!, DICOM_TLS_CERT_FILE!].map((path) => readFile(path, 'utf8')),
      );
      tlsPort = await start({ port: DICOM_TLS_PORT, tls: { key: key!, cert: cert! } });
    }
    const plainPort = DICOM_PLAIN_PORT === undefined ? undefined : await start({ port: DICOM_PLAIN_PORT });
    return { tlsPort, plainPort, close };
  } catch (error) {
    await close(0);
    throw error;
  }
}
