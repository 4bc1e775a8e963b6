import { type accounts as contract, type Language, LIMITS } from '@duai/contract';
import { generateURI } from 'otplib';
import { encode } from 'uqr';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { DAY_MS, later } from '../../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../../core/ids.ts';
import { lockByName } from '../../../core/lock-by-name.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import { assertPasswordIsUncommon, hashPassword } from '../passwords.ts';
import { lockAccount } from '../sessions/account-access.store.ts';
import { acceptedStep, newTotpSecret } from '../totp.ts';
import { findByEmail, findByIds, insertStaff, type StaffRow } from './staff.store.ts';
import * as store from './staff-invitations.store.ts';

/** How long an invitation that does not work any more is still listed. */
const ENDED_SHOWN_MS = 7 * DAY_MS;
const mayInvite = (sender: StaffRow | undefined): boolean => sender?.role === 'operator' && !sender.disabledAt;

const present = (
  row: Omit<store.StaffInvitationRow, 'endedAt'>,
  ended: contract.StaffInvitation['ended'],
): contract.StaffInvitation => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  language: row.language,
  ended,
});

/** Invitations of staff by mail: the invited person chooses a password and confirms a first one-time code. */
export function createStaffInvitations({ db, clock, encryptionKey, audit, notifications, sessions }: AccountTools) {
  /** @throws AppError LINK_INVALID for an unknown, used or expired link, and where the sender may no longer invite */
  async function opened(tx: Tx, token: string): Promise<store.StaffInvitationRow> {
    const row = await store.lockInvitation(tx, hashSecret(token), clock.now());
    const [sender] = row ? await findByIds(tx, [row.invitedBy]) : [];
    if (!row || !mayInvite(sender)) throw new AppError('LINK_INVALID');
    return row;
  }

  return {
    async list(): Promise<contract.StaffInvitation[]> {
      const now = clock.now();
      const rows = await store.findInvitations(db.drizzle, later(now, -ENDED_SHOWN_MS));
      const senders = await findByIds(
        db.drizzle,
        rows.map(({ invitedBy }) => invitedBy),
      );
      return rows.map((row) => {
        if (row.expiresAt <= now) return present(row, 'expired');
        return present(row, mayInvite(senders.find(({ id }) => id === row.invitedBy)) ? null : 'sender');
      });
    },

    /** A second invitation to the same address replaces the first. @throws AppError STAFF_EXISTS, STAFF_DISABLED */
    invite: (
      context: Context,
      actor: StaffActor,
      wish: { name: string; email: string; role: contract.Staff['role']; language: Language },
    ): Promise<contract.StaffInvitation> =>
      db.transaction(async (tx) => {
        // The lock keeps the sender's account from being disabled meanwhile.
        await lockAccount(tx, 'staff', actor.id, 'share');
        await sessions.assertOpen(tx, actor.sessionId);
        // Two at once would both find none to end.
        await lockByName(tx, `staff-invitation:${wish.email}`);
        const known = await findByEmail(tx, wish.email);
        if (known) throw new AppError(known.disabledAt ? 'STAFF_DISABLED' : 'STAFF_EXISTS');
        const token = newSecret();
        const now = clock.now();
        await store.endInvitationsTo(tx, wish.email, now);
        const row = {
          ...wish,
          id: newId(),
          tokenHash: hashSecret(token),
          totpSecretEncrypted: encryptSecret(newTotpSecret(), encryptionKey),
          invitedBy: actor.id,
          createdAt: now,
          expiresAt: later(now, LIMITS.invitationDays * DAY_MS),
        };
        await store.insertInvitation(tx, row);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: wish.email,
          template: 'staff-invitation',
          params: { link: notifications.link('/console/invitation', token) },
          language: wish.language,
        });
        await audit.record(tx, context, {
          action: 'accounts.invite-staff',
          subjectType: 'staff-invitation',
          subjectId: row.id,
          details: { role: wish.role },
        });
        return present(row, null);
      }),

    async withdraw(context: Context, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.endInvitation(tx, id, clock.now()))) throw notFound('invitation');
        await audit.record(tx, context, {
          action: 'accounts.withdraw-staff-invitation',
          subjectType: 'staff-invitation',
          subjectId: id,
        });
      });
    },

    /** The data for the page of the link. @throws AppError LINK_INVALID */
    open: (token: string) =>
      db.transaction(async (tx) => {
        const { name, email, role, totpSecretEncrypted } = await opened(tx, token);
        const secret = decryptSecret(totpSecretEncrypted, encryptionKey);
        const uri = generateURI({ issuer: 'DUAI', label: email, secret });
        const { data } = encode(uri, { ecc: 'M', border: 4 });
        const qrCode = data.map((line) => line.map((isDark) => (isDark ? '1' : '0')).join(''));
        return { name, email, role, secret, uri, qrCode };
      }),

    /** @throws AppError LINK_INVALID, TOTP_CODE_WRONG, PASSWORD_TOO_COMMON, STAFF_EXISTS */
    async accept(context: Context, wish: { token: string; password: string; code: string }): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await opened(tx, wish.token);
        await assertPasswordIsUncommon(wish.password, [row.email, row.name]);
        const secret = decryptSecret(row.totpSecretEncrypted, encryptionKey);
        const step = await acceptedStep(secret, wish.code, 0, clock.now());
        if (step === null) throw new AppError('TOTP_CODE_WRONG');
        if (await findByEmail(tx, row.email)) throw new AppError('STAFF_EXISTS');
        const id = newId();
        await insertStaff(tx, {
          id,
          email: row.email,
          name: row.name,
          role: row.role,
          language: row.language,
          passwordHash: await hashPassword(wish.password),
          totpSecretEncrypted: row.totpSecretEncrypted,
          totpLastStep: step,
          createdAt: clock.now(),
        });
        await store.endInvitation(tx, row.id, clock.now());
        await audit.record(tx, context, {
          action: 'accounts.accept-staff-invitation',
          subjectType: 'staff',
          subjectId: id,
          details: { role: row.role },
        });
      });
    },
  };
}
