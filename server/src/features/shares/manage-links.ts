import { randomInt } from 'node:crypto';
import type { shares as contract } from '@duai/contract';
import type { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Reports } from '../reports/index.ts';
import { pinHash, presentShare } from './present-share.ts';
import * as store from './shares.store.ts';

interface Others {
  audit: Audit;
  cases: Cases;
  notifications: Notifications;
  reports: Reports;
}

/** The patient's side: creates, lists and revokes links. */
export function createLinks(
  { db, clock, encryptionKey }: Pick<Parts, 'db' | 'clock' | 'encryptionKey'>,
  { audit, cases, notifications, reports }: Others,
) {
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
        return rows.map((row) => presentShare(row, openings.get(row.id) ?? [], clock.now()));
      });
    },

    /** Only a signed report can be shared. Link and PIN are returned only here; neither is stored in clear text. */
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
          pinHash: pinHash(encryptionKey, id, pin),
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
        return presentShare(row, [], now);
      });
      return { share, link: notifications.link('/shared', secret), pin };
    },

    /** The link stops working with the next request; a running download is cut. */
    async revoke(context: Context, caseId: string, shareId: string): Promise<contract.Share> {
      return db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        const row = await store.revoke(tx, caseId, shareId, clock.now());
        if (!row) throw notFound('share');
        const presented = presentShare(row, await store.findOpenings(tx, [shareId]), clock.now());
        await audit.record(tx, context, { action: 'shares.revoke', subjectType: 'share', subjectId: shareId });
        return presented;
      });
    },

    /** Revokes all links when the password changes, because an intruder may have created one. Call in that transaction. */
    async revokeAllOf(tx: Tx, context: Context, patientId: string): Promise<void> {
      const caseIds = (await cases.ofPatient(tx, patientId)).map(({ id }) => id);
      for (const { id } of await store.revokeAll(tx, caseIds, clock.now()))
        await audit.record(tx, context, { action: 'shares.revoke', subjectType: 'share', subjectId: id });
    },

    /** The labels that the patient gave these links. */
    labels: (on: store.Queries, ids: string[]): Promise<Map<string, string | null>> => store.findLabels(on, ids),
  };
}
