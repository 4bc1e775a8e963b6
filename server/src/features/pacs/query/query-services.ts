import { type Context, systemContext } from '../../../core/actor.ts';
import { newId } from '../../../core/ids.ts';
import { OperationRefused, STATUS } from '../../../dimse/messages/statuses.ts';
import type { InstanceToSend, QueryCall, QueryServices } from '../../../dimse/services/provide-query.ts';
import type { AcceptedContext } from '../../../dimse/upper-layer/negotiate.ts';
import type { CorrectionRow, StoredInstance } from '../../studies/index.ts';
import { sendInstances } from '../deliveries/send-instances.ts';
import { findDestinations, findOpenPeer } from '../pacs.store.ts';
import type { PeerRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import { openDataSet } from '../storage/stored-data-set.ts';
import { answerTo, assertHierarchical, namedOnly, readWish } from './query-identifier.ts';

/** Most matches of one query; a query with more is refused as too broad. */
export const MOST_FOUND = 5000;
export const MOST_RETRIEVED = 20_000;

/** C-FIND, C-MOVE and C-GET for one association of a peer, over the studies of its own institution only. */
export function createQueryServices(tools: PacsTools, peer: PeerRow, address: string): QueryServices {
  const { db, config, log, studies, audit } = tools;
  const { institutionId } = peer;
  const context: Context = { ...systemContext, address, requestId: newId() };
  const search = studies.institutionSearch;

  async function assertMayQuery(): Promise<void> {
    const now = await findOpenPeer(db.drizzle, peer.id);
    if (!now?.mayQuery) throw new OperationRefused(STATUS.notAuthorized);
  }

  /** Answers an internal error as "out of resources", so that it is not taken for an error of the requestor. */
  async function orOutOfResources<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof OperationRefused) throw error;
      log.warn({ err: error, peerId: peer.id }, 'a query of a peer failed');
      throw new OperationRefused(STATUS.outOfResources, 'Not possible now: ask again later');
    }
  }

  async function namedInstances(of: AcceptedContext, identifier: Buffer, details: object): Promise<StoredInstance[]> {
    await assertMayQuery();
    const conditions = namedOnly(readWish(of, identifier));
    const found = await search.stored({ institutionId, conditions, limit: MOST_RETRIEVED + 1 });
    if (found.length > MOST_RETRIEVED)
      throw new OperationRefused(STATUS.outOfResources, 'Too many instances: ask for fewer');
    await db.transaction(async (tx) => {
      for (const [scanId, ofScan] of Map.groupBy(found, (row) => row.scanId))
        await audit.record(tx, context, {
          action: 'pacs.retrieve',
          subjectType: 'scan',
          subjectId: scanId,
          details: { ...details, peerId: peer.id, instances: ofScan.length },
        });
    });
    return found;
  }

  /** Files are sent as they came, with the patient as corrected. */
  async function toSend(found: readonly StoredInstance[]): Promise<InstanceToSend[]> {
    const corrections: ReadonlyMap<string, CorrectionRow> = await studies.corrections.ofScans(db.drizzle, [
      ...new Set(found.map(({ scanId }) => scanId)),
    ]);
    return found.map(({ sopClassUid, sopInstanceUid, transferSyntaxUid, sha256, scanId }) => ({
      ...{ sopClassUid: sopClassUid ?? '', sopInstanceUid, transferSyntax: transferSyntaxUid },
      open: () => openDataSet(tools, sha256, corrections.get(scanId)),
    }));
  }

  return {
    async *find({ context: of, identifier, signal }: QueryCall) {
      const wish = readWish(of, identifier);
      assertHierarchical(wish);
      const found = await orOutOfResources(async () => {
        await assertMayQuery();
        const { level, conditions } = wish;
        const rows = await search.find({ institutionId, level, conditions, limit: MOST_FOUND + 1, offset: 0 });
        if (rows.length > MOST_FOUND)
          throw new OperationRefused(STATUS.outOfResources, `More than ${MOST_FOUND} match: ask for fewer`);
        await db.transaction((tx) =>
          audit.record(tx, context, {
            action: 'pacs.query',
            subjectType: 'pacs-peer',
            subjectId: peer.id,
            details: { level, found: rows.length },
          }),
        );
        return rows;
      });
      const { transferSyntax } = of;
      for (const row of found) {
        if (signal.aborted) return;
        yield {
          identifier: answerTo(wish, row, { transferSyntax, retrieveAe: config.DICOM_AE_TITLE }),
          lacksKeys: wish.hasOtherKeys,
        };
      }
    },

    move: ({ context: of, identifier, destination, messageId }) =>
      orOutOfResources(async () => {
        await assertMayQuery();
        const [target, another] = await findDestinations(db.drizzle, institutionId, destination);
        if (!target || another) throw new OperationRefused(STATUS.unknownDestination);
        const found = await namedInstances(of, identifier, { destinationId: target.id });
        const originator = { ae: peer.aeTitle, messageId };
        return { total: found.length, results: sendInstances(tools, target, await toSend(found), originator) };
      }),

    get: ({ context: of, identifier }) =>
      orOutOfResources(async () => {
        const found = await namedInstances(of, identifier, {});
        return { total: found.length, instances: await toSend(found) };
      }),
  };
}
