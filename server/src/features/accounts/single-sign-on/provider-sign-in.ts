import { type accounts, type singleSignOn as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { type ProvidedIdentity, ProviderError } from '../../../adapters/identity-providers/port.ts';
import type { Context, InstitutionActor } from '../../../core/actor.ts';
import { HOUR_MS, later, MINUTE_MS } from '../../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../../core/ids.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import * as institutionStore from '../institutions/institutions.store.ts';
import { hashPassword } from '../passwords.ts';
import { isOpenTo } from '../sessions/account-access.ts';
import { emailOf, roleOf, usernameOf } from './provider-claims.ts';
import { findProvider, findProviderByName, lockInstitution, type ProviderRow } from './provider-settings.store.ts';
import { redirectUriOf } from './provider-settings.ts';
import * as store from './provider-sign-ins.store.ts';

/** How long a sign-in at the provider may take, with password and second factor. */
const ON_THE_WAY_MINUTES = 10;

/** The reason why a sign-in was refused; the page explains it. */
export class SignInRefused extends Error {
  readonly problem: contract.SignInProblem;
  /** True where a signed-in member tried to connect an account. */
  readonly isConnecting: boolean;

  constructor(
    problem: contract.SignInProblem,
    { isConnecting = false, ...options }: { isConnecting?: boolean; cause?: unknown } = {},
  ) {
    super(problem, options);
    this.problem = problem;
    this.isConnecting = isConnecting;
  }
}

/** The facts that the route passes on when a browser returns from the provider. */
export interface CameBack {
  /** The query string, unchanged. */
  query: string;
  state: string | null;
  browser: string | null;
  /** The member who is signed in in that browser. */
  actor: InstitutionActor | null;
}

/** Members sign in at the OpenID provider of their institution: authorization code, PKCE, state and nonce, each used once. */
export function createProviderSignIn(tools: AccountTools) {
  const { db, clock, audit, encryptionKey, identityProviders, sessions, publicUrl, onInstitutionActivated } = tools;

  const providerOf = ({ issuer, clientId, clientSecretEncrypted }: ProviderRow) => ({
    issuer,
    clientId,
    clientSecret: decryptSecret(clientSecretEncrypted, encryptionKey),
  });

  const record = (tx: Tx, context: Context, action: string, subjectId: string | null, more = {}) =>
    audit.record(tx, context, { action, subjectType: 'institution-user', subjectId, ...more });

  async function refused(context: Context, problem: contract.SignInProblem, subjectId: string | null, cause?: unknown) {
    await db.transaction((tx) =>
      record(tx, context, 'accounts.login', subjectId, { outcome: 'refused', details: { by: 'provider', problem } }),
    );
    return new SignInRefused(problem, { cause });
  }

  /** @returns the address to send the browser to, and the secret that it presents when it returns */
  async function begin(row: ProviderRow, browser: string | null, userId: string | null) {
    const redirectUri = redirectUriOf(publicUrl(), row.institutionId);
    const { url, state, nonce, codeVerifier } = await identityProviders
      .begin(providerOf(row), { redirectUri, scope: row.scope })
      .catch((error: unknown) => {
        if (error instanceof ProviderError)
          throw new SignInRefused('provider', { cause: error, isConnecting: userId !== null });
        throw error;
      });
    const secret = browser ?? newSecret();
    await store.insertSignIn(db.drizzle, {
      stateHash: hashSecret(state),
      institutionId: row.institutionId,
      userId,
      browserHash: hashSecret(secret),
      nonce,
      codeVerifierEncrypted: encryptSecret(codeVerifier, encryptionKey),
      expiresAt: later(clock.now(), ON_THE_WAY_MINUTES * MINUTE_MS),
    });
    return { url, browser: secret, seconds: ON_THE_WAY_MINUTES * 60 };
  }

  /** Creates an account for a new person, named after the name that the provider gives. */
  async function join(
    tx: Tx,
    context: Context,
    who: ProvidedIdentity,
    identity: store.Identity,
    email: string,
    role: accounts.InstitutionRole,
  ) {
    const institution = await institutionStore.findInstitution(tx, identity.institutionId);
    const user = {
      id: newId(),
      institutionId: identity.institutionId,
      email,
      role,
      // The hash of a random password that nobody knows.
      passwordHash: await hashPassword(newSecret()),
      isDemo: institution?.isSample ?? false,
      isOfProvider: true,
      createdAt: clock.now(),
    };
    const plain = await institutionStore.insertMember(tx, { ...user, username: usernameOf(who.claims, null) });
    if (!plain) {
      const tail = user.id.slice(0, 8);
      await institutionStore.insertMember(tx, { ...user, username: usernameOf(who.claims, tail) });
    }
    await store.insertIdentity(tx, identity, user.id, user.createdAt);
    await onInstitutionActivated(tx, identity.institutionId);
    await record(tx, context, 'accounts.join-by-provider', user.id, { details: { role } });
    return user.id;
  }

  /** Applies the role that the groups give. The last administrator keeps the role, so that the institution can be managed. */
  async function applyRole(
    tx: Tx,
    context: Context,
    user: institutionStore.MemberRow,
    role: accounts.InstitutionRole,
  ): Promise<void> {
    if (user.role === role) return;
    const admins = await institutionStore.findAdminIds(tx, user.institutionId);
    const isLast = role !== 'admin' && !admins.some((id) => id !== user.id);
    if (!isLast) await institutionStore.updateMember(tx, user.id, { role });
    await record(tx, context, 'accounts.change-role', user.id, {
      details: { role, by: 'provider', ...(isLast && { kept: 'last-admin' }) },
    });
  }

  /** Opens a session, or returns why not. Both are committed, so that sessions ended by a refusal stay ended. */
  async function signIn(context: Context, provider: ProviderRow, who: ProvidedIdentity) {
    const { institutionId } = provider;
    const role = roleOf(who.claims, provider);
    const email = emailOf(who.claims);
    const identity = { institutionId, issuer: who.issuer, subject: who.subject };
    return db.transaction(
      async (tx): Promise<{ token: string } | { problem: contract.SignInProblem; userId: string | null }> => {
        await lockInstitution(tx, institutionId);
        const known = await store.findUserOf(tx, identity);
        if (role === null) {
          if (known) await sessions.revokeAll(tx, 'institution', known);
          return { problem: 'no-role', userId: known ?? null };
        }
        if (!known && email === null) return { problem: 'no-email', userId: null };
        const userId = known ?? (await join(tx, context, who, identity, email!, role));
        const user = await institutionStore.lockMember(tx, institutionId, userId);
        if (!user || !isOpenTo(context, user)) return { problem: 'disabled', userId };
        if (email !== null) await store.updateEmail(tx, userId, email);
        await applyRole(tx, context, user, role);
        const lifetimeMs = LIMITS.sessionHours * HOUR_MS;
        const token = await sessions.open(tx, context, 'institution', userId, { lifetimeMs, isOfProvider: true });
        await record(tx, context, 'accounts.login', userId, { details: { by: 'provider' } });
        return { token };
      },
    );
  }

  /** Connects the provider's account to the member who asked; their groups decide the role from the next sign-in on. */
  async function connect(context: Context, { institutionId }: ProviderRow, who: ProvidedIdentity, userId: string) {
    const identity = { institutionId, issuer: who.issuer, subject: who.subject };
    await db.transaction(async (tx) => {
      await lockInstitution(tx, institutionId);
      const known = await store.findUserOf(tx, identity);
      if (known === userId) return;
      if (known) throw new SignInRefused('connected', { isConnecting: true });
      await store.insertIdentity(tx, identity, userId, clock.now());
      await record(tx, context, 'accounts.connect-provider-account', userId);
    });
  }

  return {
    /** @throws SignInRefused unknown, provider */
    async begin(signInName: string, browser: string | null) {
      const provider = await findProviderByName(db.drizzle, signInName);
      if (!provider) throw new SignInRefused('unknown');
      return begin(provider, browser, null);
    },

    /** @throws SignInRefused unknown, provider */
    async beginConnecting(actor: InstitutionActor, browser: string | null) {
      const provider = await findProvider(db.drizzle, actor.institutionId);
      if (!provider) throw new SignInRefused('unknown', { isConnecting: true });
      return begin(provider, browser, actor.id);
    },

    /** @returns the token of a session, or null where an account was connected. @throws SignInRefused */
    async end(
      context: Context,
      institutionId: string,
      { query, state, browser, actor }: CameBack,
    ): Promise<string | null> {
      const asked = state
        ? await store.takeSignIn(db.drizzle, hashSecret(state), institutionId, clock.now())
        : undefined;
      if (!asked || !state || !browser || !hashSecret(browser).equals(asked.browserHash))
        throw await refused(context, 'expired', null);
      const isConnecting = asked.userId !== null;
      if (isConnecting && actor?.id !== asked.userId) throw new SignInRefused('expired', { isConnecting });
      const provider = await findProvider(db.drizzle, institutionId);
      if (!provider) throw new SignInRefused('unknown', { isConnecting });
      const cameBack = new URL(redirectUriOf(publicUrl(), institutionId));
      cameBack.search = query;
      const codeVerifier = decryptSecret(asked.codeVerifierEncrypted, encryptionKey);
      let who: ProvidedIdentity;
      try {
        who = await identityProviders.end(providerOf(provider), cameBack, { state, nonce: asked.nonce, codeVerifier });
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        const problem = error.code === 'DENIED' ? 'refused' : 'provider';
        if (isConnecting) throw new SignInRefused(problem, { isConnecting, cause: error });
        throw await refused(context, problem, null, error);
      }
      if (asked.userId) {
        await connect(context, provider, who, asked.userId);
        return null;
      }
      const outcome = await signIn(context, provider, who);
      if ('token' in outcome) return outcome.token;
      throw await refused(context, outcome.problem, outcome.userId);
    },
  };
}
