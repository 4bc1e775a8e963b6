import type { Audience } from '@duai/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { type Authenticate, bearerToken } from '../../http/route.ts';
import type { Accounts } from './accounts.service.ts';

export const COOKIES = { institution: 'duai_trial', staff: 'duai_staff' } as const;

/** From credentials to an actor, by the audience of the endpoint: deny by default, realms apart. */
export function createAuthenticate(accounts: Accounts): Authenticate {
  const { sessions, patients, institutions, staff } = accounts;

  async function patientOf(request: FastifyRequest): Promise<Actor | null> {
    const token = bearerToken(request);
    const session = token ? await sessions.find('patient', token) : null;
    const account = session ? await patients.find(session.accountId) : undefined;
    return session && account && !account.isDisabled
      ? { realm: 'patient', id: session.accountId, sessionId: session.id }
      : null;
  }

  async function institutionOf(request: FastifyRequest): Promise<Actor | null> {
    const token = request.cookies[COOKIES.institution];
    const session = token ? await sessions.find('institution', token) : null;
    const account = session ? await institutions.find(session.accountId) : undefined;
    if (!session || !account || account.isDisabled) return null;
    const { institutionId, role } = account;
    return { realm: 'institution', id: session.accountId, sessionId: session.id, institutionId, role };
  }

  async function staffOf(request: FastifyRequest): Promise<Actor | null> {
    const token = request.cookies[COOKIES.staff];
    const session = token ? await sessions.find('staff', token) : null;
    const account = session ? await staff.find(session.accountId) : undefined;
    if (!session || !account || account.isDisabled) return null;
    return { realm: 'staff', id: session.accountId, sessionId: session.id, role: account.role, name: account.name };
  }

  const resolvers: Record<Audience, (request: FastifyRequest) => Promise<Actor | null>> = {
    public: async () => ({ realm: 'anonymous' }),
    patient: patientOf,
    'institution-user': institutionOf,
    'institution-admin': institutionOf,
    staff: staffOf,
    radiologist: staffOf,
    operator: staffOf,
  };

  return async (request, audience) => {
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
