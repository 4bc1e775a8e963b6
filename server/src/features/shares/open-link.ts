import { timingSafeEqual } from 'node:crypto';
import type { shares as contract } from '@duai/contract';
import type { Context, SharedActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { hashSecret, newId, newSecret } from '../../core/ids.ts';
import { addressGroup } from '../../core/network/address-group.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Reports } from '../reports/index.ts';
import { readableFiles, type Studies, viewableSeries } from '../studies/index.ts';
import { actorOf, pinHash } from './present-share.ts';
import { isOpeningAlive, openingEnds, stateOf } from './shares.policy.ts';
import * as store from './shares.store.ts';
import type { ShareRow } from './shares.tables.ts';

/** Used where the link is unknown, so that the same work is done. */
const NO_SHARE = '00000000-0000-4000-8000-000000000000';

interface Others {
  accounts: Accounts;
  audit: Audit;
  cases: Cases;
  reports: Reports;
  studies: Studies;
}

/** The doctor's side: opens a link with its PIN, reads it and closes it. */
/** Refused openings of one address in a quarter of an hour, over all links: a hospital may have one address. Each link has a limit of its own. */
const REFUSED_PER_ADDRESS = 100;

export function createOpenings(
  { db, clock, encryptionKey }: Pick<Parts, 'db' | 'clock' | 'encryptionKey'>,
  { accounts, audit, cases, reports, studies }: Others,
) {
  /** Everything that the doctor's page shows. */
  async function content(context: Context, share: ShareRow, openUntil: Date): Promise<contract.SharedCase> {
    const report = await reports.getForPatient(context, share.caseId);
    const row = await cases.forPatient(db.drizzle, context, share.caseId);
    const trees = await studies.tree(db.drizzle, { caseId: share.caseId });
    return {
      shareId: share.id,
      openUntil: openUntil.toISOString(),
      expiresAt: share.expiresAt.toISOString(),
      modality: row.modality,
      bodyPart: row.bodyPart,
      report,
      series: viewableSeries(trees),
      download: readableFiles(trees),
    };
  }

  return {
    /**
     * Opens a link. An unknown, expired, used-up, revoked or locked link and a wrong PIN give the same answer. Wrong
     * PINs are counted by link, which is then locked, and by address. @throws AppError SHARE_CLOSED, TOO_MANY_REQUESTS
     */
    async open(
      context: Context,
      { secret, pin }: { secret: string; pin: string },
    ): Promise<{ token: string; share: ShareRow; shared: contract.SharedCase }> {
      const from = `shared-link:${addressGroup(context.address)}`;
      const takeBack = await accounts.attempts.begin(from, { address: null }, REFUSED_PER_ADDRESS);
      const token = newSecret();
      const opened = await db.transaction(async (tx) => {
        const share = await store.lockBySecret(tx, hashSecret(secret));
        const expected = share?.pinHash ?? pinHash(encryptionKey, NO_SHARE, '');
        const isRight = timingSafeEqual(pinHash(encryptionKey, share?.id ?? NO_SHARE, pin), expected);
        const now = clock.now();
        const openings = await store.countOpenings(tx, share?.id ?? NO_SHARE);
        const state = share ? stateOf(share, openings, now) : 'expired';
        if (!share || state !== 'open' || !isRight) {
          if (share && state === 'open') await store.countWrongPin(tx, share.id);
          await audit.record(tx, context, {
            action: 'shares.open',
            subjectType: 'share',
            subjectId: share?.id ?? null,
            outcome: 'refused',
          });
          return undefined;
        }
        const opening = await store.insertOpening(tx, {
          id: newId(),
          shareId: share.id,
          tokenHash: hashSecret(token),
          openedAt: now,
          endsAt: openingEnds(share, now),
        });
        const reader = { ...context, actor: actorOf(share, opening) };
        await audit.record(tx, reader, { action: 'shares.open', subjectType: 'share', subjectId: share.id });
        return { share, opening, reader };
      });
      if (!opened) throw new AppError('SHARE_CLOSED');
      await takeBack();
      const { share, opening, reader } = opened;
      return { token, share, shared: await content(reader, share, opening.endsAt) };
    },

    /** The reader who holds the cookie of a live opening; checked at every request. */
    async findActor(shareId: string, token: string): Promise<SharedActor | null> {
      const found = await store.findOpening(db.drizzle, shareId, hashSecret(token));
      return found && isOpeningAlive(found.share, found.opening, clock.now())
        ? actorOf(found.share, found.opening)
        : null;
    },

    async read(context: Context, reader: SharedActor): Promise<contract.SharedCase> {
      const found = await store.findOpeningById(db.drizzle, reader.openingId);
      if (!found) throw notFound('share');
      return content(context, found.share, found.opening.endsAt);
    },

    /** Ends the opening on this computer. */
    async close(context: Context, reader: SharedActor): Promise<void> {
      await db.transaction(async (tx) => {
        await store.updateOpening(tx, reader.openingId, { endsAt: clock.now() });
        await audit.record(tx, context, { action: 'shares.close', subjectType: 'share', subjectId: reader.id });
      });
    },
  };
}
