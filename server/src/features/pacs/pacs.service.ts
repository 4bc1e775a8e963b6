import type { pacs as contract } from '@duai/contract';
import type { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import type { PageWish } from '../../core/keyset.ts';
import type { OtherContent } from '../scans/index.ts';
import { createAssociationLog } from './associations/association-log.ts';
import { deleteAssociations } from './associations/associations.store.ts';
import { listen } from './associations/listen.ts';
import { countQuarantined } from './decisions/decisions.store.ts';
import { createDecisions } from './decisions/decisions.ts';
import { deleteResultRoutes } from './deliveries/deliveries.store.ts';
import { createDeliveries } from './deliveries/deliveries.ts';
import { deleteWebReceivers } from './deliveries/web-receivers.store.ts';
import { createWebReceivers } from './deliveries/web-receivers.ts';
import { createInstallation } from './installation.ts';
import { createOrders } from './orders/find-order.ts';
import { deleteOrderOf, deleteOrders } from './orders/orders.store.ts';
import { deleteQuarantine, findQuarantine } from './pacs.store.ts';
import type { PacsTools } from './pacs-tools.ts';
import { createPeers } from './peers/peers.ts';
import { deleteCommitments } from './storage/commitments.store.ts';
import { createCommitments } from './storage/commitments.ts';
import { keepAside } from './storage/keep-aside.ts';

export type Pacs = ReturnType<typeof createPacs>;

/** The connection to archives of institutions, by DIMSE. */
export function createPacs(tools: PacsTools) {
  const { db, clock, scans } = tools;
  const commitments = createCommitments(tools);
  const webReceivers = createWebReceivers(tools);
  const deliveries = createDeliveries(tools, commitments, webReceivers);
  const orders = createOrders(tools);
  const associations = createAssociationLog(tools);

  async function quarantine(
    wish: PageWish,
    institutionId?: string,
  ): Promise<z.output<typeof contract.listQuarantine.answer>> {
    const { rows, ...around } = await findQuarantine(db.drizzle, institutionId, wish);
    return {
      rows: rows.map(({ receivedAt, place: _place, ...row }) => ({ ...row, receivedAt: receivedAt.toISOString() })),
      ...around,
    };
  }

  return {
    peers: createPeers(tools),
    installation: createInstallation(tools),
    registerJobs(): void {
      commitments.registerJobs();
      deliveries.registerJobs();
      orders.registerJobs();
    },
    commitments,
    deliveries,
    webReceivers,
    decisions: createDecisions(tools),
    listen: () => listen(tools, { commitments, associations }),
    quarantine,
    keepAside: (tx: Tx, other: OtherContent): Promise<boolean> => keepAside(tx, clock.now(), other),

    associations: associations.list,
    waiting: scans.waitingForQuiet,

    /** Deletes an institution's rows of this feature. @returns SHA-256 of its quarantined files */
    async removeAllOf(tx: Tx, institutionId: string): Promise<string[]> {
      await deleteResultRoutes(tx, institutionId);
      await deleteWebReceivers(tx, institutionId);
      await deleteCommitments(tx, institutionId);
      await deleteOrders(tx, institutionId);
      await deleteAssociations(tx, institutionId);
      return deleteQuarantine(tx, { institutionId });
    },
    forgetOrder: deleteOrderOf,
    countOfScan: countQuarantined,
    removeOfScan: (tx: Tx, scanId: string): Promise<string[]> => deleteQuarantine(tx, { scanId }),
  };
}
