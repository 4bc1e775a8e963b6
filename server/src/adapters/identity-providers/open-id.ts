import { given } from '@duai/contract';
import * as client from 'openid-client';
import { OutwardError, type OutwardRules, outwardExchange } from '../../core/network/outward.ts';
import { type IdentityProviders, type Provider, ProviderError } from './port.ts';

const TIMEOUT_MS = 10_000;
/** Limit for answers: metadata, keys and tokens are small. */
const MOST_BYTES = 1024 * 1024;

/** OpenID Connect Core 1.0 and Discovery 1.0 with `openid-client`; each call follows the rules for outward calls. */
export function createOpenIdProviders(rules: OutwardRules): IdentityProviders {
  const call: client.CustomFetch = async (address, { method, headers, body, signal }) => {
    const answer = await outwardExchange(new URL(address), rules, {
      token: null,
      headers,
      ...(method === 'POST' && { body: Buffer.from(String(body ?? '')) }),
      mostBytes: MOST_BYTES,
      signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
    });
    const { 'content-type': type = '' } = answer.headers;
    return new Response(Buffer.from(answer.bytes), { status: answer.status, headers: { 'content-type': type } });
  };

  async function configurationOf({ issuer, clientId, clientSecret }: Provider): Promise<client.Configuration> {
    const discovered = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: call,
      timeout: TIMEOUT_MS / 1000,
      // Allows http for hosts that an operator allowed; `call` refuses it for all others.
      execute: [client.allowInsecureRequests],
    });
    const metadata = discovered.serverMetadata();
    // Without this entry the default is Basic (Discovery 1.0 section 3).
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    const configuration = new client.Configuration(metadata, clientId, undefined, authenticate(clientSecret));
    configuration[client.customFetch] = call;
    configuration.timeout = TIMEOUT_MS / 1000;
    client.allowInsecureRequests(configuration);
    // Also verifies the signature of the ID token, instead of relying on TLS alone.
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  return {
    check: (provider) =>
      told(async () => {
        const { authorization_endpoint, token_endpoint, jwks_uri } = (await configurationOf(provider)).serverMetadata();
        if (!authorization_endpoint || !token_endpoint || !jwks_uri)
          throw new ProviderError(
            'NOT_USABLE',
            'its metadata name no authorization_endpoint, token_endpoint or jwks_uri',
          );
      }),

    begin: (provider, { redirectUri, scope }) =>
      told(async () => {
        const configuration = await configurationOf(provider);
        const codeVerifier = client.randomPKCECodeVerifier();
        const [state, nonce] = [client.randomState(), client.randomNonce()];
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, state, nonce, codeVerifier };
      }),

    end: (provider, cameBack, { state, nonce, codeVerifier }) =>
      told(async () => {
        const configuration = await configurationOf(provider);
        const tokens = await client.authorizationCodeGrant(configuration, cameBack, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const { iss, sub, ...claims } = given(tokens.claims(), 'the ID token');
        // Many providers return groups and address only from the UserInfo endpoint (Core 1.0 section 5.4).
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configuration, tokens.access_token, sub)
          : {};
        return { issuer: iss, subject: sub, claims: { ...more, ...claims } };
      }),
  };
}

/** Maps errors of the library, which wraps those of `call`, to one of three codes. */
async function told<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (error instanceof client.AuthorizationResponseError)
      throw new ProviderError('DENIED', error.error, { cause: error });
    const outward = [error, (error as { cause?: unknown }).cause].find((cause) => cause instanceof OutwardError);
    if (outward?.code === 'REMOTE_ADDRESS_REFUSED') throw new ProviderError('ADDRESS_REFUSED', outward.message);
    const message = outward?.message ?? (error as Error).message;
    throw new ProviderError('NOT_USABLE', message, { cause: error, problem: outward?.code });
  }
}
