import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person in the directory of a hospital. */
interface Person {
  email?: string;
  preferred_username?: string;
  groups?: string[];
}

const CLIENT = { clientId: 'duai', clientSecret: 'iyi-saklanan-bir-sir' };

/**
 * A real OpenID provider (`oidc-provider`) on loopback that signs everybody in as `current` without asking. It requires PKCE.
 * Groups and e-mail addresses are available only at its UserInfo endpoint, which is its default.
 */
export async function startOpenIdProvider() {
  const people = new Map<string, Person>();
  let current = '';
  let handle: RequestListener = (_request, response) => void response.writeHead(503).end();
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    handle(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;

  return {
    host,
    issuer,
    ...CLIENT,
    calls: () => calls,
    /** Registers redirect URIs at the provider. */
    admit(...redirectUris: string[]) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.clientId,
            client_secret: CLIENT.clientSecret,
            redirect_uris: redirectUris,
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        scopes: ['openid', 'groups'],
        claims: { openid: ['sub'], email: ['email'], profile: ['preferred_username'], groups: ['groups'] },
        findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
        interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
        pkce: { required: () => true },
        cookies: { keys: ['of-a-test'] },
        features: { devInteractions: { enabled: false } },
        // Grants consent without asking.
        async loadExistingGrant(context) {
          const grant = new context.oidc.provider.Grant({
            clientId: context.oidc.client!.clientId,
            accountId: context.oidc.session!.accountId!,
          });
          grant.addOIDCScope('openid email profile groups');
          await grant.save();
          return grant;
        },
      });
      const answer = provider.callback();
      handle = (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
        void provider.interactionFinished(request, response, { login: { accountId: current } });
      };
    },
    person: (sub: string, person: Person) => void people.set(sub, person),
    /** Sets the person who signs in from now on. */
    become(sub: string) {
      current = sub;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
