import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOpenIdProviders } from './open-id.ts';

const [known, unknown] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
const SECRETS = { state: 'state-1', nonce: 'nonce-1', codeVerifier: 'v'.repeat(43) };
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider that answers what a test says. */
let issuer: string;
let idToken: () => string;
let metadata: Record<string, unknown>;
const server = createServer((request, response) => {
  const answer = (body: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.url === '/keys')
    return answer({ keys: [{ ...known!.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] });
  if (request.url === '/token')
    return answer({ access_token: 'a', token_type: 'bearer', expires_in: 60, id_token: idToken() });
  answer({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...metadata,
  });
});
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function tokenOf(claims: object, { key = known!.privateKey, alg = 'RS256' } = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const body = { iss: issuer, sub: 'u-1', aud: 'duai', nonce: SECRETS.nonce, iat: now, exp: now + 60, ...claims };
  const signed = `${part({ alg, kid: 'k' })}.${part(body)}`;
  const signature = alg === 'none' ? '' : sign('sha256', Buffer.from(signed), key).toString('base64url');
  return `${signed}.${signature}`;
}

async function end(token: () => string, query = 'code=c&state=state-1', more = {}) {
  [idToken, metadata] = [token, more];
  const providers = createOpenIdProviders({ allowedHosts: [new URL(issuer).host] });
  const provider = { issuer, clientId: 'duai', clientSecret: 's' };
  return providers.end(provider, new URL(`http://127.0.0.1/callback?${query}`), SECRETS);
}

it('believes an ID token that its issuer signed for us, for this sign-in, now', async () => {
  expect(await end(() => tokenOf({ groups: ['a'] }))).toMatchObject({
    issuer,
    subject: 'u-1',
    claims: { groups: ['a'] },
  });
});

it.each([
  ['of another key', {}, { key: unknown!.privateKey }],
  ['without a signature', {}, { alg: 'none' }],
  ['of another issuer', { iss: 'https://elsewhere.example' }, {}],
  ['for another client', { aud: 'somebody' }, {}],
  ['of another sign-in', { nonce: 'nonce-2' }, {}],
  ['that has ended', { exp: 1 }, {}],
  ['about nobody', { sub: undefined }, {}],
])('does not believe one %s', async (_what, claims, how) => {
  await expect(end(() => tokenOf(claims, how))).rejects.toMatchObject({ code: 'NOT_USABLE' });
});

it('takes an answer with the state of this sign-in alone, and tells a refusal apart', async () => {
  await expect(end(() => tokenOf({}), 'code=c&state=state-2')).rejects.toMatchObject({ code: 'NOT_USABLE' });
  await expect(end(() => tokenOf({}), 'error=access_denied&state=state-1')).rejects.toMatchObject({ code: 'DENIED' });
});

it('follows metadata nowhere that it may not go', async () => {
  for (const token_endpoint of ['https://127.0.0.1:9/token', 'https://169.254.169.254/latest', 'http://93.184.215.14/'])
    await expect(end(() => tokenOf({}), undefined, { token_endpoint })).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
  metadata = { authorization_endpoint: 'javascript:alert(1)' };
  const providers = createOpenIdProviders({ allowedHosts: [new URL(issuer).host] });
  const provider = { issuer, clientId: 'duai', clientSecret: 's' };
  const wish = { redirectUri: 'http://127.0.0.1/callback', scope: 'openid' };
  await expect(providers.begin(provider, wish)).rejects.toMatchObject({ code: 'NOT_USABLE' });
});

it('asks with a challenge whose verifier it keeps (RFC 7636), and with a new state and nonce each time', async () => {
  metadata = {};
  const providers = createOpenIdProviders({ allowedHosts: [new URL(issuer).host] });
  const provider = { issuer, clientId: 'duai', clientSecret: 's' };
  const wish = { redirectUri: 'http://127.0.0.1/callback', scope: 'openid email' };
  const [one, two] = [await providers.begin(provider, wish), await providers.begin(provider, wish)];
  const { searchParams } = new URL(one.url);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'duai',
    response_type: 'code',
    redirect_uri: wish.redirectUri,
    scope: 'openid email',
    state: one.state,
    nonce: one.nonce,
    code_challenge: createHash('sha256').update(one.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  for (const key of ['state', 'nonce', 'codeVerifier'] as const) expect(one[key]).not.toBe(two[key]);
});
