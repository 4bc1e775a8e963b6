import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { idSchema, ONE_LINE, okAnswer, requiredText, timeSchema } from '../values/fields.ts';

const tag = 'FHIR';

/** The FHIR resource types that a record system can read. */
export const FHIR_TYPES = [
  'Patient',
  'ImagingStudy',
  'Observation',
  'DiagnosticReport',
  'Device',
  'Provenance',
] as const;
export type FhirType = (typeof FHIR_TYPES)[number];
/** SMART App Launch 2.2, section 3.0.2: read and search, of all types or of one. */
export const FHIR_SCOPES = ['system/*.rs', ...FHIR_TYPES.map((type) => `system/${type}.rs` as const)] as const;
export type FhirScope = (typeof FHIR_SCOPES)[number];
const scopeSchema = z.enum(FHIR_SCOPES);

/** Allows the key in use and the keys of a rotation. */
const MOST_KEYS = 10;
/** RFC 7517. Other members of a key are kept; private keys are refused. */
const keySchema = z.looseObject({ kty: z.enum(['RSA', 'EC']) });
const jwksSchema = z.object({ keys: z.array(keySchema).min(1).max(MOST_KEYS) });

const clientSchema = z.object({
  id: idSchema,
  name: z.string(),
  scopes: z.array(scopeSchema),
  jwksUrl: z.string().nullable(),
  /** The `kid` of each uploaded key. */
  keyIds: z.array(z.string()),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  revokedAt: timeSchema.nullable(),
});
export type FhirClient = z.infer<typeof clientSchema>;

export const listFhirClients = defineEndpoint({
  method: 'GET',
  path: '/api/trial/fhir/clients',
  audience: 'institution-admin',
  tag,
  summary: 'Record systems that may read over FHIR',
  answer: z.array(clientSchema),
});
export const addFhirClient = defineEndpoint({
  method: 'POST',
  path: '/api/trial/fhir/clients',
  audience: 'institution-admin',
  tag,
  summary: 'Let a record system in, by its public keys or the address where it publishes them; its id is its client_id',
  body: z.object({
    name: requiredText,
    scopes: z.array(scopeSchema).min(1).max(FHIR_SCOPES.length),
    keys: z.union([
      z.object({ jwks: jwksSchema }),
      z.object({
        jwksUrl: z
          .url({ protocol: /^https?$/ })
          .max(500)
          .regex(ONE_LINE),
      }),
    ]),
  }),
  answer: clientSchema,
  status: 201,
});
export const revokeFhirClient = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/fhir/clients/:clientId',
  audience: 'institution-admin',
  tag,
  summary: 'Shut a record system out; its tokens end at once',
  params: z.object({ clientId: idSchema }),
  answer: okAnswer,
});

// ---- for the record system itself ----
const ROOT = '/fhir/R4';
export const getCapabilityStatement = defineEndpoint({
  method: 'GET',
  path: `${ROOT}/metadata`,
  audience: 'public',
  tag,
  summary: 'CapabilityStatement (R4 section 3.1.0.7)',
  produces: 'application/fhir+json',
});
export const getSmartConfiguration = defineEndpoint({
  method: 'GET',
  path: `${ROOT}/.well-known/smart-configuration`,
  audience: 'public',
  tag,
  summary: 'Where and how a record system signs in (SMART App Launch 2.2)',
});
export const issueFhirToken = defineEndpoint({
  method: 'POST',
  path: `${ROOT}/auth/token`,
  audience: 'public',
  tag,
  summary: 'A token for five minutes, for a signed assertion (SMART backend services; RFC 7523)',
});
const typeParams = z.object({ type: z.enum(FHIR_TYPES) });
export const searchFhir = defineEndpoint({
  method: 'GET',
  path: `${ROOT}/:type`,
  audience: 'record-system',
  tag,
  summary: 'Search by patient, identifier and date; a Bundle of one page',
  params: typeParams,
  produces: 'application/fhir+json',
});
export const readFhir = defineEndpoint({
  method: 'GET',
  path: `${ROOT}/:type/:id`,
  audience: 'record-system',
  tag,
  summary: 'One resource',
  params: typeParams.extend({ id: z.string().max(64) }),
  produces: 'application/fhir+json',
});
