import { type pacs as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import { deleteCommitments } from './commitments.store.ts';
import { createCommitments } from './commitments.ts';
import { deleteResultRoutes } from './deliveries.store.ts';
import { createDeliveries } from './deliveries.ts';
import { listen } from './listen.ts';
import { deleteQuarantine, findQuarantine } from './pacs.store.ts';
import type { PacsTools } from './pacs-tools.ts';
import { createPeers } from './peers.ts';

export type Pacs = ReturnType<typeof createPacs>;

/** The connection to archives of institutions, by DIMSE. */
export function createPacs(tools: PacsTools) {
  const { db } = tools;
  const commitments = createCommitments(tools);
  const deliveries = createDeliveries(tools, commitments);
  return {
    peers: createPeers(tools),
    registerJobs(): void {
      commitments.registerJobs();
      deliveries.registerJobs();
    },
    commitments,
    deliveries,
    listen: () => listen(tools, commitments),

    quarantine: async (): Promise<contract.QuarantinedInstance[]> =>
      (await findQuarantine(db.drizzle, LIMITS.rowsAtOnce)).map(
        ({ id, institutionId, peerId, scanId, sizeBytes, receivedAt }) => ({
          ...{ id, institutionId, peerId, scanId, sizeBytes },
          receivedAt: receivedAt.toISOString(),
        }),
      ),

    /** What was kept aside of an institution's. @returns SHA-256 of its files */
    async removeAllOf(tx: Tx, institutionId: string): Promise<string[]> {
      await deleteResultRoutes(tx, institutionId);
      await deleteCommitments(tx, institutionId);
      return deleteQuarantine(tx, { institutionId });
    },
    removeOfScan: (tx: Tx, scanId: string): Promise<string[]> => deleteQuarantine(tx, { scanId }),
  };
}
