import { type members as contract, LIMITS } from '@duai/contract';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, InstitutionActor } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { DAY_MS } from '../../../core/clock.ts';
import type { AccountTools } from '../account-tools.ts';
import { institutions, institutionUsers, linkTokens } from '../accounts.tables.ts';
import { lockAccount } from '../sessions/account-access.store.ts';

type MemberRow = typeof institutionUsers.$inferSelect;

const present = (row: MemberRow, lastSeen: Date | undefined): contract.Member => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  hasTotp: row.totpAt !== null,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: lastSeen?.toISOString() ?? null,
});

const presentInvitation = (row: typeof linkTokens.$inferSelect): contract.Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role ?? 'member',
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

/** Members of an institution, as its admins manage them. An institution always keeps one admin who can sign in. */
export function createMembers({ db, clock, audit, notifications, sessions, linkTokens: links }: AccountTools) {
  const isOpenInvitation = (institutionId: string) =>
    and(
      eq(linkTokens.realm, 'institution'),
      eq(linkTokens.accountId, institutionId),
      eq(linkTokens.purpose, 'invitation'),
      isNull(linkTokens.usedAt),
      gt(linkTokens.expiresAt, clock.now()),
    );

  /** The institution's row is the lock: two admins cannot remove each other at the same moment. */
  async function lockedMember(tx: Tx, institutionId: string, id: string): Promise<MemberRow> {
    await tx.select().from(institutions).where(eq(institutions.id, institutionId)).for('update');
    const [row] = await tx
      .select()
      .from(institutionUsers)
      .where(and(eq(institutionUsers.id, id), eq(institutionUsers.institutionId, institutionId)))
      .for('update');
    if (!row) throw notFound('member');
    return row;
  }

  /** @throws AppError LAST_ADMIN when nobody else could manage the institution */
  async function assertOtherAdmin(tx: Tx, member: MemberRow): Promise<void> {
    if (member.role !== 'admin') return;
    const admins = await tx
      .select({ id: institutionUsers.id })
      .from(institutionUsers)
      .where(
        and(
          eq(institutionUsers.institutionId, member.institutionId),
          eq(institutionUsers.role, 'admin'),
          isNull(institutionUsers.disabledAt),
        ),
      );
    if (!admins.some(({ id }) => id !== member.id)) throw new AppError('LAST_ADMIN');
  }

  const record = (tx: Tx, context: Context, action: string, subjectId: string, details = {}) =>
    audit.record(tx, context, { action, subjectType: 'institution-user', subjectId, details });

  return {
    async list(institutionId: string): Promise<{ members: contract.Member[]; invitations: contract.Invitation[] }> {
      const rows = await db.drizzle
        .select()
        .from(institutionUsers)
        .where(eq(institutionUsers.institutionId, institutionId))
        .orderBy(asc(institutionUsers.username));
      const lastSeen = await sessions.lastSeen(
        db.drizzle,
        rows.map((row) => row.id),
      );
      const open = await db.drizzle
        .select()
        .from(linkTokens)
        .where(isOpenInvitation(institutionId))
        .orderBy(asc(linkTokens.email));
      return {
        members: rows.map((row) => present(row, lastSeen.get(row.id))),
        invitations: open.map(presentInvitation),
      };
    },

    /** A second invitation to the same address replaces the first. @throws AppError MEMBER_EXISTS */
    async invite(
      context: Context,
      actor: InstitutionActor,
      { email, role }: { email: string; role: 'admin' | 'member' },
    ): Promise<contract.Invitation> {
      const { institutionId } = actor;
      return db.transaction(async (tx) => {
        // Not beside a change of the password, which ends the sender's invitations.
        await lockAccount(tx, 'institution', actor.id, 'share');
        await sessions.assertOpen(tx, actor.sessionId);
        const [institution] = await tx.select().from(institutions).where(eq(institutions.id, institutionId));
        const same = and(eq(institutionUsers.institutionId, institutionId), eq(institutionUsers.email, email));
        if ((await tx.select({ id: institutionUsers.id }).from(institutionUsers).where(same)).length > 0)
          throw new AppError('MEMBER_EXISTS');
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
            institution: institution!.name,
            link: notifications.link('/duaicheck-trial/invitation', token),
          },
          language: 'en',
        });
        const [row] = await tx
          .select()
          .from(linkTokens)
          .where(and(isOpenInvitation(institutionId), eq(linkTokens.email, email)));
        await record(tx, context, 'accounts.invite', row!.id, { role });
        return presentInvitation(row!);
      });
    },

    async withdraw(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .update(linkTokens)
          .set({ usedAt: clock.now() })
          .where(and(isOpenInvitation(institutionId), eq(linkTokens.id, id)))
          .returning({ id: linkTokens.id });
        if (!row) throw notFound('invitation');
        await record(tx, context, 'accounts.withdraw-invitation', id);
      });
    },

    /** @throws AppError LAST_ADMIN */
    async changeRole(context: Context, institutionId: string, id: string, role: 'admin' | 'member') {
      return db.transaction(async (tx) => {
        const member = await lockedMember(tx, institutionId, id);
        if (role === 'member') await assertOtherAdmin(tx, member);
        const [row] = await tx.update(institutionUsers).set({ role }).where(eq(institutionUsers.id, id)).returning();
        const lastSeen = await sessions.lastSeen(tx, [id]);
        await record(tx, context, 'accounts.change-role', id, { role });
        return present(row!, lastSeen.get(id));
      });
    },

    /** The account and all its sessions end. @throws AppError LAST_ADMIN */
    async remove(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const member = await lockedMember(tx, institutionId, id);
        await assertOtherAdmin(tx, member);
        await sessions.revokeAll(tx, 'institution', id);
        await tx.delete(institutionUsers).where(eq(institutionUsers.id, id));
        await record(tx, context, 'accounts.remove-member', id);
      });
    },
  };
}
