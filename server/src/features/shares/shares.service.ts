import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { shares as contract } from '@duai/contract';
import type { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, PatientActor, SharedActor } from '../../core/actor.ts';
import { addressGroup } from '../../core/address-group.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../core/ids.ts';
import { zipStream } from '../../core/zip-stream.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Reports } from '../reports/index.ts';
import { createLostFiles, imageEntries, readableFiles, type Studies, viewableSeries } from '../studies/index.ts';
import { isOpeningAlive, openingEnds, stateOf } from './shares.policy.ts';
import * as store from './shares.store.ts';
import type { OpeningRow, ShareRow } from './shares.tables.ts';

export type Shares = ReturnType<typeof createShares>;

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  cases: Cases;
  studies: Studies;
  reports: Reports;
}

/** A download in flight looks this often whether its link still holds. */
const RECHECK_MS = 2000;
/** Compared with where no link is known, so that the same work is done. */
const NO_SHARE = '00000000-0000-4000-8000-000000000000';

/** A patient gives a doctor without an account one signed report and its images, for a time, and can take it back. */
export function createShares(parts: Pick<Parts, 'db' | 'clock' | 'encryptionKey'>, others: Others) {
  const { db, clock, encryptionKey } = parts;
  const { accounts, audit, notifications, cases, studies, reports } = others;

  const pinHash = (shareId: string, pin: string): Buffer =>
    createHmac('sha256', encryptionKey).update(`share-pin:${shareId}:${pin}`).digest();

  const present = (row: ShareRow, openings: OpeningRow[]): contract.Share => ({
    id: row.id,
    label: row.label,
    state: stateOf(row, openings.length, clock.now()),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    maxOpenings: row.maxOpenings,
    openingsLeft: Math.max(0, row.maxOpenings - openings.length),
    openings: openings.map((opening) => ({
      at: opening.openedAt.toISOString(),
      hasDownloaded: opening.downloadedAt !== null,
    })),
  });

  async function live(shareId: string, token: string) {
    const found = await store.findOpening(db.drizzle, shareId, hashSecret(token));
    return found && isOpeningAlive(found.share, found.opening, clock.now()) ? found : undefined;
  }

  /** Everything the link shows, as the doctor's page needs it. */
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
    async list(context: Context, caseId: string): Promise<contract.Share[]> {
      return db.transaction(async (tx) => {
        await reports.assertSigned(tx, context, caseId);
        const rows = await store.findShares(tx, caseId);
        const openings = Map.groupBy(
          await store.findOpenings(
            tx,
            rows.map((row) => row.id),
          ),
          (opening) => opening.shareId,
        );
        await audit.record(tx, context, { action: 'shares.list', subjectType: 'case', subjectId: caseId });
        return rows.map((row) => present(row, openings.get(row.id) ?? []));
      });
    },

    /** Only a signed report is shared. Link and PIN are answered this once; neither is stored in clear. */
    async create(
      context: Context,
      _patient: PatientActor,
      caseId: string,
      wish: z.output<typeof contract.shareCreationSchema>,
    ): Promise<z.input<typeof contract.createShare.answer>> {
      const secret = newSecret();
      const pin = String(randomInt(1_000_000)).padStart(6, '0');
      const share = await db.transaction(async (tx) => {
        await reports.assertSigned(tx, context, caseId);
        const now = clock.now();
        const id = newId();
        const row = await store.insertShare(tx, {
          id,
          caseId,
          label: wish.label ?? null,
          secretHash: hashSecret(secret),
          pinHash: pinHash(id, pin),
          maxOpenings: wish.maxOpenings,
          createdAt: now,
          expiresAt: later(now, wish.days * DAY_MS),
        });
        await audit.record(tx, context, {
          action: 'shares.create',
          subjectType: 'case',
          subjectId: caseId,
          details: { shareId: id, days: wish.days, maxOpenings: wish.maxOpenings },
        });
        return present(row, []);
      });
      return { share, link: notifications.link('/shared', secret), pin };
    },

    /** From the next request on nothing of it is answered; a download in flight is cut. */
    async revoke(context: Context, caseId: string, shareId: string): Promise<contract.Share> {
      return db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        const row = await store.revoke(tx, caseId, shareId, clock.now());
        if (!row) throw notFound('share');
        const presented = present(row, await store.findOpenings(tx, [shareId]));
        await audit.record(tx, context, { action: 'shares.revoke', subjectType: 'share', subjectId: shareId });
        return presented;
      });
    },

    /** With a new password: whoever was in the account may have made one of them. Part of that transaction. */
    async revokeAllOf(tx: Tx, context: Context, patientId: string): Promise<void> {
      const caseIds = (await cases.ofPatient(tx, patientId)).map(({ id }) => id);
      for (const { id } of await store.revokeAll(tx, caseIds, clock.now()))
        await audit.record(tx, context, { action: 'shares.revoke', subjectType: 'share', subjectId: id });
    },

    /**
     * An opening by the doctor. Unknown, expired, used up, revoked, locked and wrong PIN answer the same; wrong PINs
     * are counted per link (then it is locked) and per address. @throws AppError SHARE_CLOSED, TOO_MANY_REQUESTS
     */
    async open(
      context: Context,
      { secret, pin }: { secret: string; pin: string },
    ): Promise<{ token: string; share: ShareRow; shared: contract.SharedCase }> {
      const takeBack = await accounts.attempts.begin(`shared-link:${addressGroup(context.address)}`, { address: null });
      const token = newSecret();
      const opened = await db.transaction(async (tx) => {
        const share = await store.lockBySecret(tx, hashSecret(secret));
        const expected = share?.pinHash ?? pinHash(NO_SHARE, '');
        const isRight = timingSafeEqual(pinHash(share?.id ?? NO_SHARE, pin), expected);
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

    /** Who holds the cookie of an opening that still lasts. Asked anew with every request. */
    async findActor(shareId: string, token: string): Promise<SharedActor | null> {
      const found = await live(shareId, token);
      return found ? actorOf(found.share, found.opening) : null;
    },

    /** What the patient called these links. */
    labels: (on: store.Queries, ids: string[]): Promise<Map<string, string | null>> => store.findLabels(on, ids),

    async read(context: Context, reader: SharedActor): Promise<contract.SharedCase> {
      const found = await store.findOpeningById(db.drizzle, reader.openingId);
      if (!found) throw notFound('share');
      return content(context, found.share, found.opening.endsAt);
    },

    image: (
      context: Context,
      reader: SharedActor,
      imageId: string,
      wish: { center?: number; width?: number; frame?: number },
    ): Promise<Readable | Buffer> => studies.casePreview(context, reader.caseId, imageId, wish),

    reportPdf: (context: Context, reader: SharedActor) => reports.pdfForPatient(context, reader.caseId),

    acknowledge: (context: Context, reader: SharedActor): Promise<void> =>
      reports.acknowledgeCritical(context, reader.caseId),

    /** The files as they came. Cut within seconds when the link is closed meanwhile. */
    async download(context: Context, reader: SharedActor): Promise<{ stream: Readable; caseNumber: string }> {
      const { caseNumber } = await db.transaction(async (tx) => {
        await reports.assertSigned(tx, context, reader.caseId);
        await store.updateOpening(tx, reader.openingId, { downloadedAt: clock.now() });
        const row = await cases.forPatient(tx, context, reader.caseId);
        await audit.record(tx, context, { action: 'studies.download', subjectType: 'case', subjectId: row.id });
        return row;
      });
      const assertLive = async () => {
        const found = await store.findOpeningById(db.drizzle, reader.openingId);
        if (!found || !isOpeningAlive(found.share, found.opening, clock.now())) throw new AppError('SHARE_CLOSED');
      };
      const trees = await studies.tree(db.drizzle, { caseId: reader.caseId });
      const lost = createLostFiles(context.language);
      const entries = function* () {
        yield* imageEntries(caseNumber, trees, async ({ sha256 }) => {
          await assertLive();
          return studies.openFile(sha256);
        });
        yield* lost.entry(caseNumber, clock.now());
      };
      const stream = zipStream(entries(), lost.options);
      const recheck = setInterval(() => void assertLive().catch((error) => stream.destroy(error)), RECHECK_MS);
      stream.on('close', () => clearInterval(recheck));
      return { stream, caseNumber };
    },

    /** The doctor is done on this computer. */
    async close(context: Context, reader: SharedActor): Promise<void> {
      await db.transaction(async (tx) => {
        await store.updateOpening(tx, reader.openingId, { endsAt: clock.now() });
        await audit.record(tx, context, { action: 'shares.close', subjectType: 'share', subjectId: reader.id });
      });
    },
  };
}

const actorOf = (share: ShareRow, opening: OpeningRow): SharedActor => ({
  realm: 'shared',
  id: share.id,
  caseId: share.caseId,
  openingId: opening.id,
});
