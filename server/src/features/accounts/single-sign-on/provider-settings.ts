import { singleSignOn as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { ProviderError } from '../../../adapters/identity-providers/port.ts';
import type { Context, InstitutionActor } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { DAY_MS } from '../../../core/clock.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import { findInstitution } from '../institutions/institutions.store.ts';
import * as store from './provider-settings.store.ts';

type Wish = Omit<contract.IdentityProvider, 'redirectUri' | 'signInAddress' | 'passwordsOffAt' | 'connectedMembers'> & {
  clientSecret?: string | undefined;
};

/** As the text of the error calls them; what is none of these is about the metadata. */
const TOLD: Readonly<Record<ProviderError['problem'], string>> = {
  REMOTE_DOWN: 'unreachable',
  REMOTE_TIMED_OUT: 'silent',
  REMOTE_ANSWER_TOO_LARGE: 'large',
  METADATA: 'metadata',
};

/** What the library said is for the log; its administrator is told what it means. */
export function notUsable(cause: unknown): AppError {
  const { problem, message } = cause instanceof ProviderError ? cause : new ProviderError('NOT_USABLE', String(cause));
  return new AppError('PROVIDER_NOT_USABLE', { params: { problem: TOLD[problem] }, internal: message });
}

/** The redirect URI of the institution: each has its own, against mix-up attacks (RFC 9700 section 4.4). */
export const redirectUriOf = (publicUrl: string, institutionId: string): string =>
  new URL(contract.endProviderSignIn.path.replace(':institutionId', institutionId), publicUrl).href;

/** How members of an institution sign in, set by its administrators; an operator can switch passwords back on. */
export function createProviderSettings({
  db,
  clock,
  audit,
  encryptionKey,
  identityProviders,
  linkTokens,
  notifications,
  publicUrl,
}: AccountTools) {
  const record = (tx: Tx, context: Context, action: string, subjectId: string, details = {}) =>
    audit.record(tx, context, { action, subjectType: 'institution', subjectId, details });

  async function present(row: store.ProviderRow): Promise<contract.IdentityProvider> {
    const {
      signInName,
      issuer,
      clientId,
      scope,
      groupsClaim,
      adminGroups,
      readerGroups,
      memberGroups,
      passwordsOffAt,
    } = row;
    return {
      ...{ signInName, issuer, clientId, scope, groupsClaim, adminGroups, readerGroups, memberGroups },
      redirectUri: redirectUriOf(publicUrl(), row.institutionId),
      signInAddress: new URL(contract.beginProviderSignIn.path.replace(':signInName', signInName), publicUrl()).href,
      passwordsOffAt: passwordsOffAt?.toISOString() ?? null,
      connectedMembers: await store.countConnected(db.drizzle, row.institutionId, issuer),
    };
  }

  async function state({ institutionId, sessionId }: InstitutionActor) {
    const row = await store.findProvider(db.drizzle, institutionId);
    return {
      provider: row ? await present(row) : null,
      redirectUri: redirectUriOf(publicUrl(), institutionId),
      isOwnSession: await store.isSessionOfProvider(db.drizzle, sessionId),
    };
  }

  /** @throws AppError PROVIDER_ADDRESS_REFUSED, PROVIDER_NOT_USABLE */
  async function assertUsable(provider: Parameters<typeof identityProviders.check>[0]): Promise<void> {
    try {
      await identityProviders.check(provider);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.code === 'ADDRESS_REFUSED') throw new AppError('PROVIDER_ADDRESS_REFUSED', { internal: error.message });
      throw notUsable(error);
    }
  }

  return {
    state,

    /**
     * Without a new secret the stored one stays, but it is never sent to another issuer.
     * @throws AppError PROVIDER_SECRET_MISSING, PROVIDER_ADDRESS_REFUSED, PROVIDER_NOT_USABLE, SIGN_IN_NAME_TAKEN
     */
    async set(context: Context, actor: InstitutionActor, { clientSecret, ...wish }: Wish) {
      const { institutionId } = actor;
      const before = await store.findProvider(db.drizzle, institutionId);
      const kept = before?.issuer === wish.issuer ? decryptSecret(before.clientSecretEncrypted, encryptionKey) : null;
      const secret = clientSecret ?? kept;
      if (secret === null) throw new AppError('PROVIDER_SECRET_MISSING');
      await assertUsable({ issuer: wish.issuer, clientId: wish.clientId, clientSecret: secret });
      await db.transaction(async (tx) => {
        await store.lockInstitution(tx, institutionId);
        const now = clock.now();
        const isTaken = !(await store.upsertProvider(tx, {
          ...wish,
          institutionId,
          clientSecretEncrypted: encryptSecret(secret, encryptionKey),
          passwordsOffAt: null,
          createdAt: now,
          updatedAt: now,
        }));
        if (isTaken) throw new AppError('SIGN_IN_NAME_TAKEN');
        await record(tx, context, 'accounts.set-identity-provider', institutionId);
      });
      return state(actor);
    },

    /** @throws AppError LAST_ADMIN where no administrator has a password */
    async remove(context: Context, { institutionId }: InstitutionActor): Promise<void> {
      await db.transaction(async (tx) => {
        await store.lockInstitution(tx, institutionId);
        if ((await store.countPasswordAdmins(tx, institutionId)) === 0) throw new AppError('LAST_ADMIN');
        if (!(await store.deleteProvider(tx, institutionId))) throw notFound('identity provider');
        await store.endSessions(tx, institutionId, { ofProvider: true }, clock.now());
        await record(tx, context, 'accounts.remove-identity-provider', institutionId);
      });
    },

    /**
     * Only a user who signed in through the provider can switch passwords off, so that a faulty provider locks nobody
     * out.
     * @throws AppError PROVIDER_NOT_TRIED
     */
    async setPasswords(context: Context, actor: InstitutionActor, isOn: boolean) {
      const { institutionId, sessionId } = actor;
      await db.transaction(async (tx) => {
        await store.lockInstitution(tx, institutionId);
        if (!isOn && !(await store.isSessionOfProvider(tx, sessionId))) throw new AppError('PROVIDER_NOT_TRIED');
        if (!(await store.switchPasswords(tx, institutionId, isOn ? null : clock.now())))
          throw notFound('identity provider');
        if (!isOn) await store.endSessions(tx, institutionId, { ofProvider: false }, clock.now());
        await record(tx, context, 'accounts.switch-passwords', institutionId, { isOn: String(isOn) });
      });
      return state(actor);
    },

    /** An operator switches passwords back on where a provider fails, and may invite an admin. */
    async openPasswords(context: Context, institutionId: string, inviteAdmin: string | undefined): Promise<void> {
      await db.transaction(async (tx) => {
        await store.lockInstitution(tx, institutionId);
        const institution = await findInstitution(tx, institutionId);
        if (!institution) throw notFound('institution');
        if (!(await store.switchPasswords(tx, institutionId, null))) throw notFound('identity provider');
        if (inviteAdmin !== undefined) {
          const link = { realm: 'institution', accountId: institutionId, purpose: 'invitation' } as const;
          const token = await linkTokens.issue(
            tx,
            { ...link, email: inviteAdmin, role: 'admin' },
            LIMITS.invitationDays * DAY_MS,
          );
          await notifications.enqueue(tx, {
            channel: 'email',
            recipient: inviteAdmin,
            template: 'member-invitation',
            params: { institution: institution.name, link: notifications.link('/duaicheck-trial/invitation', token) },
            language: 'en',
          });
        }
        await record(tx, context, 'accounts.open-password-sign-in', institutionId, {
          isAdminInvited: String(inviteAdmin !== undefined),
        });
      });
    },
  };
}
