import type { Audience } from '@duai/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor, ApiKeyActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { cookieName } from '../../../http/cookie-name.ts';
import { type Authenticate, bearerToken } from '../../../http/route.ts';
import type { Accounts } from '../accounts.service.ts';
import type { Asked } from './sessions.ts';

type Resolve = (request: FastifyRequest, isUse: boolean) => Promise<Actor | null>;

/** Names of the cookies that are sent to the whole site: the session cookies and the known-device cookie. */
export const sessionCookies = ({ isTls }: { isTls: boolean }) => ({
  institution: cookieName('duai_trial', { isTls, path: '/' }),
  staff: cookieName('duai_staff', { isTls, path: '/' }),
  device: cookieName('duai_device', { isTls, path: '/' }),
});

/** Turns credentials into an actor, by the audience of the endpoint: denies by default and keeps the realms apart. */
export function createAuthenticate(
  accounts: Accounts,
  {
    sharedLinkOf,
    apiKeyOf,
    recordSystemOf,
  }: {
    sharedLinkOf: (request: FastifyRequest) => Promise<Actor | null>;
    apiKeyOf: (token: string) => Promise<ApiKeyActor | null>;
    recordSystemOf: (token: string) => Promise<Actor | null>;
  },
): Authenticate {
  const { sessions } = accounts;
  const cookies = sessionCookies(accounts);
  const ofSession =
    <A>(
      tokenOf: (request: FastifyRequest) => string | null | undefined,
      find: (token: string, asked: Asked) => Promise<A | null>,
    ) =>
    async (request: FastifyRequest, isUse: boolean): Promise<A | null> => {
      const token = tokenOf(request);
      return token ? find(token, { isUse, isDemoAdmitted: request.isDemoAdmitted }) : null;
    };
  const patientOf: Resolve = ofSession(bearerToken, sessions.patientOf);
  const institutionOf: Resolve = ofSession(
    (request) => request.cookies[cookies.institution],
    sessions.institutionUserOf,
  );
  const staffOf: Resolve = ofSession((request) => request.cookies[cookies.staff], sessions.staffOf);

  const resolvers: Record<Audience, Resolve> = {
    public: async () => ({ realm: 'anonymous' }),
    patient: patientOf,
    'institution-user': institutionOf,
    'institution-admin': institutionOf,
    'institution-reader': institutionOf,
    staff: staffOf,
    radiologist: staffOf,
    operator: staffOf,
    'shared-link': sharedLinkOf,
    'record-system': async (request) => {
      const token = bearerToken(request);
      return token ? recordSystemOf(token) : null;
    },
  };

  return async (request, { audience, scope, produces, isAskedByPages }) => {
    // Requests that an open page makes by itself do not count as use, so they do not keep a session alive.
    const isUse = produces !== 'text/event-stream' && !isAskedByPages;
    if (audience === 'institution-admin' || audience === 'institution-reader' || audience === 'institution-user') {
      const token = bearerToken(request);
      const key = token ? await apiKeyOf(token) : null;
      if (key && !(scope && key.scopes.includes(scope))) throw new AppError('FORBIDDEN');
      if (key) return key;
    }
    const actor = await resolvers[audience](request, isUse);
    if (!actor) throw new AppError('NOT_SIGNED_IN');
    if (!isAdmitted(actor, audience)) throw new AppError('FORBIDDEN');
    return actor;
  };
}

function isAdmitted(actor: Actor, audience: Audience): boolean {
  if (audience === 'institution-admin') return actor.realm === 'institution' && actor.role === 'admin';
  if (audience === 'institution-reader') return actor.realm === 'institution' && actor.role !== 'member';
  if (audience === 'radiologist' || audience === 'operator') return actor.realm === 'staff' && actor.role === audience;
  return true;
}
