import { type webReceivers as contract, LIMITS, type Received } from '@duai/contract';
import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { newId } from '../../../core/ids.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { WebReceiverRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import type { WebDestination } from './store-over-web.ts';
import * as store from './web-receivers.store.ts';

const present = ({ secretEncrypted: _secret, signInName: _name, createdAt, ...row }: WebReceiverRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Archives that take results by STOW-RS; an operator allows addresses that are not of the open internet. */
export function createWebReceivers({ db, clock, audit, encryptionKey }: PacsTools) {
  return {
    list: async (institutionId?: string): Promise<contract.WebReceiver[]> =>
      (await store.findWebReceivers(db.drizzle, institutionId)).map(present),

    /** @throws AppError TOO_MANY_PACS_PEERS, WEBHOOK_ADDRESS_REFUSED for an address with a password in it */
    async add(
      context: Context,
      institutionId: string,
      { signIn, ...wish }: Received<typeof contract.addWebReceiver, 'body'>,
    ): Promise<contract.WebReceiver> {
      const { username, password, search, hash } = new URL(wish.url);
      if (username || password || search || hash) throw new AppError('WEBHOOK_ADDRESS_REFUSED');
      return db.transaction(async (tx) => {
        if ((await store.lockedCount(tx, institutionId)) >= LIMITS.webReceivers)
          throw new AppError('TOO_MANY_PACS_PEERS', { params: { limit: LIMITS.webReceivers } });
        const row = await store.insertWebReceiver(tx, {
          ...wish,
          ...{ id: newId(), institutionId, createdAt: clock.now(), signIn: signIn.by },
          signInName: 'name' in signIn ? signIn.name : null,
          secretEncrypted: 'secret' in signIn ? encryptSecret(signIn.secret, encryptionKey) : null,
        });
        await audit.record(tx, context, {
          ...{ action: 'pacs.add-web-receiver', subjectType: 'pacs-web-receiver', subjectId: row.id },
          details: { host: new URL(row.url).host, objects: row.objects.join(', '), sendsWhen: row.sendsWhen },
        });
        return present(row);
      });
    },

    /** @throws AppError NOT_FOUND */
    async remove(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.deleteWebReceiver(tx, institutionId, id))) throw notFound('web receiver');
        const subject = { subjectType: 'pacs-web-receiver', subjectId: id };
        await audit.record(tx, context, { action: 'pacs.remove-web-receiver', ...subject });
      });
    },

    /** @throws AppError NOT_FOUND */
    async allowPrivate(
      context: Context,
      id: string,
      { mayBePrivate }: { mayBePrivate: boolean },
    ): Promise<contract.WebReceiver> {
      return db.transaction(async (tx) => {
        const row = await store.updateWebReceiver(tx, id, { mayBePrivate });
        if (!row) throw notFound('web receiver');
        const action = mayBePrivate ? 'pacs.allow-private-receiver' : 'pacs.refuse-private-receiver';
        await audit.record(tx, context, { action, subjectType: 'pacs-web-receiver', subjectId: id });
        return present(row);
      });
    },

    /** Where and with which sign-in it is called. */
    destinationOf({ url, signIn, signInName, secretEncrypted, mayBePrivate }: WebReceiverRow): WebDestination {
      const secret = secretEncrypted === null ? '' : decryptSecret(secretEncrypted, encryptionKey);
      const headers: Record<string, string> = {};
      if (signIn === 'bearer') headers.authorization = `Bearer ${secret}`;
      if (signIn === 'basic')
        headers.authorization = `Basic ${Buffer.from(`${signInName}:${secret}`, 'utf8').toString('base64')}`;
      if (signIn === 'header' && signInName) headers[signInName] = secret;
      return { url, headers, mayBePrivate };
    },
  };
}

export type WebReceivers = ReturnType<typeof createWebReceivers>;
