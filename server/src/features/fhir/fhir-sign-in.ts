import { type fhir as contract, given } from '@duai/contract';
import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { RecordSystemActor } from '../../core/actor.ts';
import { later } from '../../core/clock.ts';
import { hashSecret, newSecret } from '../../core/ids.ts';
import { OutwardError, outwardExchange } from '../../core/network/outward.ts';
import type { FhirTools } from './fhir.service.ts';
import * as store from './fhir-clients.store.ts';
import { grantedScopes } from './fhir-scopes.ts';

/** Lifetime of assertion and token: 300 seconds (SMART App Launch 2.2 section 4.1.5). */
const SECONDS = 300;
const KEYS_TIMEOUT_MS = 10_000;
const MOST_KEY_BYTES = 256 * 1024;
/** The two algorithms that SMART requires of every server. */
const ALGORITHMS = ['RS384', 'ES384'];
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** An error of the token endpoint (RFC 6749 section 5.2). */
export class TokenRefused extends Error {
  readonly code: 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope';
  constructor(code: TokenRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Record systems sign in by a signed assertion (RFC 7523), which works only once. */
export function createFhirSignIn({ db, clock, allowedHosts, tokenAddress }: FhirTools) {
  async function keysOf(client: store.ClientRow): Promise<JSONWebKeySet> {
    if (client.jwks) return client.jwks as unknown as JSONWebKeySet;
    const { status, bytes } = await outwardExchange(
      new URL(given(client.jwksUrl, 'the address of the keys')),
      { allowedHosts },
      { token: null, mostBytes: MOST_KEY_BYTES, signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) },
    );
    if (status !== 200) throw new TokenRefused('invalid_client', `the address of the keys answered ${status}`);
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as JSONWebKeySet;
  }

  /** @throws TokenRefused invalid_client */
  async function clientOf(assertion: string): Promise<store.ClientRow> {
    const claimed = z.uuid().safeParse(unverifiedIssuer(assertion));
    const client = claimed.success ? await store.findClient(db.drizzle, claimed.data) : undefined;
    if (!client) throw new TokenRefused('invalid_client', 'no such client');
    const now = clock.now();
    let ends: Date;
    let jti: string;
    try {
      const { payload } = await jwtVerify(assertion, createLocalJWKSet(await keysOf(client)), {
        algorithms: ALGORITHMS,
        issuer: client.id,
        subject: client.id,
        audience: tokenAddress(),
        requiredClaims: ['exp', 'jti'],
        currentDate: now,
      });
      ends = new Date(given(payload.exp, 'the end of the token') * 1000);
      jti = String(payload.jti);
    } catch (error) {
      if (error instanceof TokenRefused) throw error;
      if (error instanceof errors.JOSEError || error instanceof OutwardError || error instanceof SyntaxError)
        throw new TokenRefused('invalid_client', error.message);
      throw error;
    }
    // An end beyond all dates is no date, and not before any other.
    if (!(ends <= later(now, SECONDS * 1000)))
      throw new TokenRefused('invalid_client', 'exp is more than 5 minutes ahead');
    const isNew = await store.takeAssertion(
      db.drizzle,
      { clientId: client.id, jtiHash: hashSecret(jti), expiresAt: ends },
      now,
    );
    if (!isNew) throw new TokenRefused('invalid_client', 'this assertion was used before');
    return client;
  }

  return {
    /** `form`: the body of RFC 6749 section 4.4.2. @throws TokenRefused */
    async issue(form: URLSearchParams) {
      if (form.get('grant_type') !== 'client_credentials')
        throw new TokenRefused('unsupported_grant_type', 'only client_credentials is supported');
      const assertion = form.get('client_assertion');
      if (form.get('client_assertion_type') !== ASSERTION_TYPE || !assertion)
        throw new TokenRefused('invalid_request', `client_assertion of type ${ASSERTION_TYPE} is missing`);
      const client = await clientOf(assertion);
      const scopes = grantedScopes(form.get('scope') ?? '', client.scopes);
      if (scopes.length === 0)
        throw new TokenRefused('invalid_scope', `this client may have: ${client.scopes.join(' ')}`);
      const token = newSecret();
      const now = clock.now();
      await db.transaction(async (tx) => {
        const expiresAt = later(now, SECONDS * 1000);
        await store.insertToken(tx, { tokenHash: hashSecret(token), clientId: client.id, scopes, expiresAt }, now);
        await store.noteUse(tx, client.id, now);
      });
      return { access_token: token, token_type: 'bearer', expires_in: SECONDS, scope: scopes.join(' ') };
    },

    /** The record system that this bearer token belongs to; null for an invalid one. */
    async actorOf(token: string): Promise<RecordSystemActor | null> {
      const row = await store.findByToken(db.drizzle, hashSecret(token), clock.now());
      return row ? { realm: 'record-system', ...row } : null;
    },
  };
}

export const SMART_CONFIGURATION = (tokenAddress: string, scopes: readonly contract.FhirScope[]) => ({
  token_endpoint: tokenAddress,
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ALGORITHMS,
  grant_types_supported: ['client_credentials'],
  scopes_supported: scopes,
  capabilities: ['client-confidential-asymmetric', 'permission-v2'],
});

/** The issuer that the assertion claims, unverified; it only selects the keys to verify with. */
function unverifiedIssuer(assertion: string): unknown {
  try {
    return decodeJwt(assertion).iss;
  } catch {
    return null;
  }
}
