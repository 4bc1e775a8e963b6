import type { pacs as contract } from '@duai/contract';
import type { z } from 'zod';
import { later } from '../../../core/clock.ts';
import type { PageWish } from '../../../core/keyset.ts';
import { type Outcome, STATUS } from '../../../dimse/messages/statuses.ts';
import type { StoreCall } from '../../../dimse/services/provider.ts';
import { AssociationLost } from '../../../dimse/upper-layer/protocol-error.ts';
import type { PeerRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import { countAssociation, findAssociations, forgetAssociations } from './associations.store.ts';

const HOUR_MS = 3_600_000;
const SHOWN_DAYS = 7;
const DAY_MS = 24 * HOUR_MS;
type Store = (call: StoreCall) => Promise<Outcome>;

export type AssociationLog = ReturnType<typeof createAssociationLog>;

/**
 * Counts of associations with institutions' systems by outcome and hour, kept for a week, for administrators of the
 * connection.
 */
export function createAssociationLog({ db, clock, log }: Pick<PacsTools, 'db' | 'clock' | 'log'>) {
  /** An error here is only logged, because it must not end an association. */
  async function note(
    { id: peerId, institutionId }: PeerRow,
    outcome: contract.AssociationOutcome,
    facts: { address: string; stored: number; refused: number },
  ): Promise<void> {
    const now = clock.now();
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    try {
      await countAssociation(db.drizzle, { ...facts, peerId, institutionId, hour, outcome, lastAt: now });
      await forgetAssociations(db.drizzle, peerId, later(now, -SHOWN_DAYS * DAY_MS));
    } catch (error) {
      log.warn({ err: error, peerId }, 'an association was not counted');
    }
  }

  return {
    /** Counts an association that was refused. */
    refused: (peer: PeerRow, outcome: contract.AssociationOutcome, address: string) =>
      note(peer, outcome, { address, stored: 0, refused: 0 }),

    /** Serves an association to its end, and counts it by outcome. */
    async during(peer: PeerRow, address: string, store: Store, serve: (store: Store) => Promise<void>): Promise<void> {
      const facts = { address, stored: 0, refused: 0 };
      const counted: Store = async (call) => {
        const outcome = await store(call);
        if (outcome.status === STATUS.success) facts.stored += 1;
        else facts.refused += 1;
        return outcome;
      };
      let outcome: contract.AssociationOutcome = 'released';
      try {
        await serve(counted);
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        await note(peer, outcome, facts);
      }
    },

    async list(wish: PageWish, institutionId?: string): Promise<z.output<typeof contract.listAssociations.answer>> {
      const since = later(clock.now(), -SHOWN_DAYS * DAY_MS);
      const { rows, ...around } = await findAssociations(db.drizzle, institutionId, since, wish);
      return {
        rows: rows.map(({ place: _place, ...row }) => ({
          ...row,
          hour: row.hour.toISOString(),
          lastAt: row.lastAt.toISOString(),
        })),
        ...around,
      };
    },
  };
}

const outcomeOf = (error: unknown): contract.AssociationOutcome => {
  if (!(error instanceof AssociationLost)) return 'protocol-error';
  return error.code === 'ABORTED' ? 'aborted' : 'lost';
};
