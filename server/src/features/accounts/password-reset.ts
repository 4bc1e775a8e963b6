import { type Language, LIMITS } from '@duai/contract';
import { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';
import type { Context } from '../../core/actor.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { AccountTools } from './account-tools.ts';
import * as store from './accounts.store.ts';
import type { Realm } from './accounts.tables.ts';
import { assertPasswordIsUncommon, hashPassword } from './passwords.ts';
import { assertPasswordServes } from './single-sign-on/password-sign-in.ts';

const PAGES: Record<Realm, string> = {
  patient: '/second-opinion/reset-password',
  institution: '/duaicheck-trial/reset-password',
  staff: '/console/reset-password',
};

/** The language stored for the account, so that its owner understands a warning; else the language of the request. */
async function languageOf(tx: Tx, context: Context, realm: Realm, accountId: string): Promise<Language> {
  if (realm === 'institution') return context.language;
  return (await store.findLanguage(tx, realm, accountId)) ?? context.language;
}

const mailResetLink = defineJob({
  name: 'accounts.mail-reset-link',
  payload: z.strictObject({ requestId: z.uuid() }),
  options: { ...BACKGROUND, expireInSeconds: 60 },
});

/** Password reset by mail, the same in all three realms. Neither the answer nor its time tells whether the account exists. */
export function createPasswordReset({
  db,
  queue,
  clock,
  audit,
  notifications,
  linkTokens,
  writePassword,
  endShares,
}: AccountTools) {
  /** Mails a reset link where the account exists. Safe to run twice: the request is deleted in the same transaction. */
  async function answer(requestId: string): Promise<void> {
    await db.transaction(async (tx) => {
      const asked = await store.takeResetRequest(tx, requestId);
      if (!asked) return;
      const { realm, email } = asked;
      const context: Context = { ...asked, actor: { realm: 'anonymous' } };
      const rows = await store.findAccounts(tx, realm, email);
      for (const row of rows.filter((candidate) => candidate.disabledAt === null)) {
        const token = await linkTokens.issue(
          tx,
          { realm, accountId: row.id, purpose: 'reset-password', email },
          LIMITS.resetMinutes * MINUTE_MS,
        );
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: email,
          template: 'password-reset',
          params: { link: notifications.link(PAGES[realm], token) },
          language: await languageOf(tx, context, realm, row.id),
        });
      }
      await audit.record(tx, context, {
        action: 'accounts.forgot-password',
        subjectType: realm,
        subjectId: rows[0]?.id ?? null,
      });
    });
  }

  return {
    registerJobs(): void {
      queue.handle(mailResetLink, ({ requestId }) => answer(requestId));
    },

    /** Stores the request. A job looks the account up after the answer was sent. */
    async forgot({ language, address, userAgent, requestId }: Context, realm: Realm, email: string): Promise<void> {
      await db.transaction(async (tx) => {
        const id = newId();
        const asked = { id, realm, email, language, address, userAgent, requestId, createdAt: clock.now() };
        await store.insertResetRequest(tx, asked);
        await queue.enqueue(tx, mailResetLink, { requestId: id });
      });
    },

    async reset(
      context: Context,
      realm: Realm,
      { token, password, removePasskeys = false }: { token: string; password: string; removePasskeys?: boolean },
    ): Promise<void> {
      await assertPasswordIsUncommon(password);
      const passwordHash = await hashPassword(password);
      await db.transaction(async (tx) => {
        const link = await linkTokens.redeem(tx, token, realm, 'reset-password');
        if (realm === 'institution') await assertPasswordServes(tx, link.accountId);
        await writePassword(tx, { realm, accountId: link.accountId, passwordHash, removesPasskeys: removePasskeys });
        if (realm === 'patient') await endShares(tx, context, link.accountId);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: link.email,
          template: 'password-changed',
          params: {},
          language: await languageOf(tx, context, realm, link.accountId),
        });
        await audit.record(tx, context, {
          action: 'accounts.reset-password',
          subjectType: realm,
          subjectId: link.accountId,
        });
      });
    },
  };
}
