import type { Audience } from '@duai/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor, ApiKeyActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { type Authenticate, bearerToken } from '../../http/route.ts';
import type { Accounts } from './accounts.service.ts';

export const COOKIES = { institution: 'duai_trial', staff: 'duai_staff' } as const;

/** From credentials to an actor, by the audience of the endpoint: deny by default, realms apart. */
export function createAuthenticate(
  accounts: Accounts,
  {
    sharedLinkOf,
    apiKeyOf,
  }: {
    sharedLinkOf: (request: FastifyRequest) => Promise<Actor | null>;
    apiKeyOf: (token: string) => Promise<ApiKeyActor | null>;
  },
): Authenticate {
  const { sessions } = accounts;
  const of = async <A>(token: string | null | undefined, find: (token: string) => Promise<A | null>) =>
    token ? find(token) : null;
  const patientOf = (request: FastifyRequest) => of(bearerToken(request), sessions.patientOf);
  const institutionOf = (request: FastifyRequest) =>
    of(request.cookies[COOKIES.institution], sessions.institutionUserOf);
  const staffOf = (request: FastifyRequest) => of(request.cookies[COOKIES.staff], sessions.staffOf);

  const resolvers: Record<Audience, (request: FastifyRequest) => Promise<Actor | null>> = {
    public: async () => ({ realm: 'anonymous' }),
    patient: patientOf,
    'institution-user': institutionOf,
    'institution-admin': institutionOf,
    staff: staffOf,
    radiologist: staffOf,
    operator: staffOf,
    'shared-link': sharedLinkOf,
  };

  return async (request, { audience, scope }) => {
    if (audience === 'institution-admin' || audience === 'institution-user') {
      const key = await of(bearerToken(request), apiKeyOf);
      if (key && !(scope && key.scopes.includes(scope))) throw new AppError('FORBIDDEN');
      if (key) return key;
    }
    const actor = await resolvers[audience](request);
    if (!actor) throw new AppError('NOT_SIGNED_IN');
    if (!isAdmitted(actor, audience)) throw new AppError('FORBIDDEN');
    return actor;
  };
}

function isAdmitted(actor: Actor, audience: Audience): boolean {
  if (audience === 'institution-admin') return actor.realm === 'institution' && actor.role === 'admin';
  if (audience === 'radiologist' || audience === 'operator') return actor.realm === 'staff' && actor.role === audience;
  return true;
}
