import { type accounts as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, InstitutionActor } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { DAY_MS, HOUR_MS } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { AccountTools } from '../account-tools.ts';
import { assertPasswordIsUncommon, hashPassword, isPasswordRight } from '../passwords.ts';
import { assertPasswordStillHolds, isOpenTo } from '../sessions/account-access.ts';
import { findInstitutionsWithoutPasswords } from '../single-sign-on/password-sign-in.store.ts';
import { assertPasswordsServe } from '../single-sign-on/password-sign-in.ts';
import { createInstitutionTotp } from './institution-totp.ts';
import * as store from './institutions.store.ts';

interface NewUser {
  institutionId: string;
  username: string;
  email: string;
  role: contract.InstitutionRole;
  password: string;
}

/** Institutions and their users, who sign in with username and password and get an http-only cookie. */
export function createInstitutions(tools: AccountTools) {
  const { db, clock, audit, notifications, sessions, linkTokens, attempts, onInstitutionActivated } = tools;
  const totp = createInstitutionTotp(tools);

  const present = ({ user, institution }: store.UserOfInstitution): contract.InstitutionUser => ({
    id: user.id,
    username: user.username,
    email: user.email,
    role: user.role,
    institution: { id: institution.id, name: institution.name },
  });

  /** @throws AppError USERNAME_TAKEN */
  async function createUser(tx: Tx, { password, ...user }: NewUser): Promise<string> {
    const institution = await store.findInstitution(tx, user.institutionId);
    const id = await store.insertMember(tx, {
      ...user,
      isDemo: institution?.isSample ?? false,
      id: newId(),
      passwordHash: await hashPassword(password),
      createdAt: clock.now(),
    });
    if (!id) throw new AppError('USERNAME_TAKEN');
    return id;
  }

  return {
    async login(
      context: Context,
      { username, password, remember, code }: { username: string; password: string; remember?: boolean; code?: string },
    ) {
      const key = `institution:${username}`;
      const takeBack = await attempts.begin(key, context);
      const found = await store.findByUsername(db.drizzle, username);
      const isPassword = await isPasswordRight(found?.user.passwordHash, password);
      const isRight = isPassword && found !== undefined && isOpenTo(context, found.user);
      // Only a caller with the right password learns that a code is needed.
      if (isRight && found?.user.totpAt && code === undefined) {
        await takeBack();
        throw new AppError('TOTP_REQUIRED');
      }
      const isCodeRight = !found?.user.totpAt || (isRight && (await totp.isRightCode(context, found.user, code ?? '')));
      if (!isRight || !found || !isCodeRight) {
        await db.transaction((tx) =>
          audit.record(tx, context, {
            action: 'accounts.login',
            subjectType: 'institution-user',
            subjectId: found?.user.id ?? null,
            outcome: 'refused',
          }),
        );
        throw new AppError('CREDENTIALS_WRONG');
      }
      const lifetimeMs = remember ? LIMITS.sessionRememberedDays * DAY_MS : LIMITS.sessionHours * HOUR_MS;
      const token = await db.transaction(async (tx) => {
        await assertPasswordsServe(tx, found.institution.id);
        await assertPasswordStillHolds(tx, 'institution', found.user);
        const opened = await sessions.open(tx, context, 'institution', found.user.id, { lifetimeMs });
        await audit.record(tx, context, {
          action: 'accounts.login',
          subjectType: 'institution-user',
          subjectId: found.user.id,
        });
        return opened;
      });
      await takeBack();
      return { token, user: present(found), maxAgeSeconds: remember ? lifetimeMs / 1000 : undefined };
    },

    async redeemInvitation(
      context: Context,
      wish: { invitation: string; username: string; password: string },
    ): Promise<void> {
      await assertPasswordIsUncommon(wish.password, [wish.username]);
      await db.transaction(async (tx) => {
        const link = await linkTokens.redeem(tx, wish.invitation, 'institution', 'invitation');
        await assertPasswordsServe(tx, link.accountId);
        const isFirst = (await store.findMembers(tx, link.accountId)).length === 0;
        const role = isFirst ? 'admin' : (link.role ?? 'member');
        const id = await createUser(tx, {
          institutionId: link.accountId,
          username: wish.username,
          email: link.email,
          role,
          password: wish.password,
        });
        await onInstitutionActivated(tx, link.accountId);
        await audit.record(tx, context, {
          action: 'accounts.redeem-invitation',
          subjectType: 'institution-user',
          subjectId: id,
        });
      });
    },

    async me(actor: InstitutionActor): Promise<contract.InstitutionUser> {
      const found = await store.findUserOfInstitution(db.drizzle, actor.id);
      if (!found) throw new AppError('NOT_SIGNED_IN');
      return present(found);
    },

    // ---- for the trial feature ----
    async createInstitution(
      tx: Tx,
      { name, country, isSample = false }: { name: string; country: string; isSample?: boolean },
    ): Promise<string> {
      const id = newId();
      await store.insertInstitution(tx, { id, name, country, isSample, createdAt: clock.now() });
      return id;
    },
    createUser,
    samples: async (): Promise<string[]> => (await store.findSampleInstitutions(db.drizzle)).map(({ id }) => id),
    isSample: async (on: store.Reads, id: string): Promise<boolean> =>
      (await store.findInstitution(on, id))?.isSample ?? false,
    async invite(tx: Tx, { institutionId, email }: { institutionId: string; email: string }): Promise<void> {
      const token = await linkTokens.issue(
        tx,
        { realm: 'institution', accountId: institutionId, purpose: 'invitation', email },
        LIMITS.invitationDays * DAY_MS,
      );
      await notifications.enqueue(tx, {
        channel: 'email',
        recipient: email,
        template: 'invitation',
        params: { link: notifications.link('/duaicheck-trial/invitation', token) },
        language: 'en',
      });
    },
    /** Whom to tell what concerns an institution. */
    adminEmails: async (on: store.Reads, institutionId: string): Promise<string[]> =>
      (await store.findMembers(on, institutionId)).filter(({ role }) => role === 'admin').map(({ email }) => email),
    async nameOf(on: store.Reads, institutionId: string): Promise<string> {
      const row = await store.findInstitution(on, institutionId);
      if (!row) throw notFound('institution');
      return row.name;
    },
    async institutionNames(
      on: store.Reads,
    ): Promise<
      { id: string; name: string; country: string; isSample: boolean; userCount: number; arePasswordsOff: boolean }[]
    > {
      const rows = await store.findInstitutions(on);
      const usersOf = await store.countUsers(on);
      const withoutPasswords = await findInstitutionsWithoutPasswords(on);
      return rows.map((row) => ({
        ...row,
        userCount: usersOf.get(row.id) ?? 0,
        arePasswordsOff: withoutPasswords.has(row.id),
      }));
    },
  };
}
