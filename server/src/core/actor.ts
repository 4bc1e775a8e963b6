import type { ApiScope, accounts, fhir, Language } from '@duai/contract';

/** Who acts. Policies decide by the actor alone. */
export type Actor =
  | { realm: 'anonymous' }
  | { realm: 'system' }
  | { realm: 'patient'; id: string; sessionId: string }
  | { realm: 'institution'; id: string; sessionId: string; institutionId: string; role: accounts.InstitutionRole }
  /** A doctor with an opened link to one case; `id` is the id of the link. */
  | { realm: 'shared'; id: string; caseId: string; openingId: string }
  | { realm: 'api-key'; id: string; institutionId: string; scopes: readonly ApiScope[] }
  | { realm: 'record-system'; id: string; institutionId: string; scopes: readonly fhir.FhirScope[] }
  | { realm: 'staff'; id: string; sessionId: string; role: 'radiologist' | 'operator'; name: string; email: string };

export type PatientActor = Extract<Actor, { realm: 'patient' }>;
export type InstitutionActor = Extract<Actor, { realm: 'institution' }>;
export type SharedActor = Extract<Actor, { realm: 'shared' }>;
/** A system of an institution, with an API key. */
export type ApiKeyActor = Extract<Actor, { realm: 'api-key' }>;
/** A record system that reads over FHIR. */
export type RecordSystemActor = Extract<Actor, { realm: 'record-system' }>;
export type StaffActor = Extract<Actor, { realm: 'staff' }>;

/** The account for whom work is done (institution or patient); undefined for internal work. */
export function accountOf(actor: Actor): string | undefined {
  if (actor.realm === 'institution' || actor.realm === 'api-key' || actor.realm === 'record-system')
    return actor.institutionId;
  return actor.realm === 'patient' ? actor.id : undefined;
}

/**
 * The account that waits in turn for a child process: each reader has one, and all readers of a shared link have one
 * together.
 */
export const readerOf = ({ actor }: Context): string | undefined =>
  actor.realm === 'shared' ? actor.caseId : actor.realm === 'staff' ? actor.id : accountOf(actor);

export const SYSTEM: Actor = { realm: 'system' };

/** The context of every use case: who acts, from where, and in which language. */
export interface Context {
  readonly actor: Actor;
  readonly language: Language;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** The known-device cookie (accounts/known-devices.ts). */
  readonly deviceCookie?: string | undefined;
  /** True where demo accounts may be used: requests on this machine, never in production. */
  readonly isDemoAdmitted?: boolean;
}

export const systemContext: Context = {
  actor: SYSTEM,
  language: 'en',
  address: null,
  userAgent: null,
  requestId: null,
};
