import { type accounts, type members as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, InstitutionActor } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { DAY_MS } from '../../../core/clock.ts';
import { theOne } from '../../../core/the-one.ts';
import type { AccountTools } from '../account-tools.ts';
import { lockAccount } from '../sessions/account-access.store.ts';
import { endInvitation, findInvitation, findInvitations, type LinkRow } from '../sessions/link-tokens.store.ts';
import { assertPasswordsServe } from '../single-sign-on/password-sign-in.ts';
import * as store from './institutions.store.ts';

const present = (row: store.MemberRow, lastSeen: Date | undefined): contract.Member => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  hasTotp: row.totpAt !== null,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: lastSeen?.toISOString() ?? null,
});

const presentInvitation = (row: LinkRow): contract.Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role ?? 'member',
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

/** Members of an institution, managed by its admins. An institution always keeps one admin who can sign in. */
export function createMembers({ db, clock, audit, notifications, sessions, linkTokens: links }: AccountTools) {
  async function lockedMember(tx: Tx, institutionId: string, id: string): Promise<store.MemberRow> {
    const row = await store.lockMember(tx, institutionId, id);
    if (!row) throw notFound('member');
    return row;
  }

  /** @throws AppError LAST_ADMIN where no other admin would remain */
  async function assertOtherAdmin(tx: Tx, member: store.MemberRow): Promise<void> {
    if (member.role !== 'admin') return;
    const admins = await store.findAdminIds(tx, member.institutionId);
    if (!admins.some((id) => id !== member.id)) throw new AppError('LAST_ADMIN');
  }

  const record = (tx: Tx, context: Context, action: string, subjectId: string, details = {}) =>
    audit.record(tx, context, { action, subjectType: 'institution-user', subjectId, details });

  return {
    async list(institutionId: string): Promise<{ members: contract.Member[]; invitations: contract.Invitation[] }> {
      const rows = await store.findMembers(db.drizzle, institutionId);
      const lastSeen = await sessions.lastSeen(
        db.drizzle,
        rows.map((row) => row.id),
      );
      const open = await findInvitations(db.drizzle, institutionId, clock.now());
      return {
        members: rows.map((row) => present(row, lastSeen.get(row.id))),
        invitations: open.map(presentInvitation),
      };
    },

    /** What a member is called. @throws AppError NOT_FOUND */
    async nameOf(on: store.Reads, institutionId: string, id: string): Promise<string> {
      const row = (await store.findMembers(on, institutionId)).find((member) => member.id === id);
      if (!row) throw notFound('member');
      return row.username;
    },

    /**
     * Invites a person by mail; a second invitation to the same address replaces the first. @throws AppError
     * MEMBER_EXISTS, PASSWORD_SIGN_IN_OFF
     */
    async invite(
      context: Context,
      actor: InstitutionActor,
      { email, role }: { email: string; role: accounts.InstitutionRole },
    ): Promise<contract.Invitation> {
      const { institutionId } = actor;
      return db.transaction(async (tx) => {
        // The lock waits for a change of the sender's password, which ends the invitations that the sender issued.
        await lockAccount(tx, 'institution', actor.id, 'share');
        await sessions.assertOpen(tx, actor.sessionId);
        await assertPasswordsServe(tx, institutionId);
        const institution = await store.findInstitution(tx, institutionId);
        if (!institution) throw notFound('institution');
        const members = await store.findMembers(tx, institutionId);
        if (members.some((member) => member.email === email)) throw new AppError('MEMBER_EXISTS');
        const token = await links.issue(
          tx,
          { realm: 'institution', accountId: institutionId, purpose: 'invitation', email, role, issuedBy: actor.id },
          LIMITS.invitationDays * DAY_MS,
        );
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: email,
          template: 'member-invitation',
          params: {
            institution: institution.name,
            link: notifications.link('/duaicheck-trial/invitation', token),
          },
          language: 'en',
        });
        const row = theOne(await findInvitation(tx, institutionId, email, clock.now()));
        await record(tx, context, 'accounts.invite', row.id, { role });
        return presentInvitation(row);
      });
    },

    async withdraw(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await endInvitation(tx, institutionId, id, clock.now()))) throw notFound('invitation');
        await record(tx, context, 'accounts.withdraw-invitation', id);
      });
    },

    /** @throws AppError LAST_ADMIN */
    async changeRole(context: Context, institutionId: string, id: string, role: accounts.InstitutionRole) {
      return db.transaction(async (tx) => {
        const member = await lockedMember(tx, institutionId, id);
        if (role !== 'admin') await assertOtherAdmin(tx, member);
        const row = await store.updateMember(tx, id, { role });
        const lastSeen = await sessions.lastSeen(tx, [id]);
        await record(tx, context, 'accounts.change-role', id, { role });
        return present(row, lastSeen.get(id));
      });
    },

    /** Removes the account and ends all its sessions. @throws AppError LAST_ADMIN */
    async remove(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const member = await lockedMember(tx, institutionId, id);
        await assertOtherAdmin(tx, member);
        await sessions.revokeAll(tx, 'institution', id);
        await store.deleteMember(tx, id);
        await record(tx, context, 'accounts.remove-member', id);
      });
    },
  };
}
