import type { ApiScope, accounts, fhir, Language } from '@duai/contract';

/** Who acts. Policies decide by this and nothing else. */
export type Actor =
  | { realm: 'anonymous' }
  | { realm: 'system' }
  | { realm: 'patient'; id: string; sessionId: string }
  | { realm: 'institution'; id: string; sessionId: string; institutionId: string; role: accounts.InstitutionRole }
  /** Holds an opened link to one case; `id` is the link's. */
  | { realm: 'shared'; id: string; caseId: string; openingId: string }
  | { realm: 'api-key'; id: string; institutionId: string; scopes: readonly ApiScope[] }
  | { realm: 'record-system'; id: string; institutionId: string; scopes: readonly fhir.FhirScope[] }
  | { realm: 'staff'; id: string; sessionId: string; role: 'radiologist' | 'operator'; name: string; email: string };

export type PatientActor = Extract<Actor, { realm: 'patient' }>;
export type InstitutionActor = Extract<Actor, { realm: 'institution' }>;
export type SharedActor = Extract<Actor, { realm: 'shared' }>;
/** A system of an institution. */
export type ApiKeyActor = Extract<Actor, { realm: 'api-key' }>;
/** Reads over FHIR. */
export type RecordSystemActor = Extract<Actor, { realm: 'record-system' }>;
export type StaffActor = Extract<Actor, { realm: 'staff' }>;

/** Whose work something is: the institution's or the patient's; undefined for work of our own. */
export function accountOf(actor: Actor): string | undefined {
  if (actor.realm === 'institution' || actor.realm === 'api-key' || actor.realm === 'record-system')
    return actor.institutionId;
  return actor.realm === 'patient' ? actor.id : undefined;
}

/** Who waits for a child process: each reader has a turn, and those of one shared link have one together. */
export const readerOf = ({ actor }: Context): string | undefined =>
  actor.realm === 'shared' ? actor.caseId : actor.realm === 'staff' ? actor.id : accountOf(actor);

export const SYSTEM: Actor = { realm: 'system' };

/** What travels with every use case: who, from where, in which language they read. */
export interface Context {
  readonly actor: Actor;
  readonly language: Language;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** What the browser keeps of earlier sign-ins (accounts/known-devices.ts). */
  readonly deviceCookie?: string | undefined;
  /** Whether an account of demo mode may be signed in to: on this machine, and never in production. */
  readonly isDemoAdmitted?: boolean;
}

export const systemContext: Context = {
  actor: SYSTEM,
  language: 'en',
  address: null,
  userAgent: null,
  requestId: null,
};
