import type { z } from 'zod';

/** Who may call: the written access matrix. Every route of the server has exactly one of these. */
export const AUDIENCES = [
  'public',
  'patient',
  'institution-user',
  'institution-admin',
  /** Reads studies and gives verdicts; administrators too. */
  'institution-reader',
  'staff',
  'radiologist',
  'operator',
  /** Holds the cookie of one opened link to one case (shares). */
  'shared-link',
  /** A system of an institution that reads over FHIR. */
  'record-system',
] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What an API key of an institution may be allowed to do; an endpoint without a scope takes no key. */
export const API_SCOPES = ['scans:read', 'scans:write', 'usage:read', 'proof:read', 'results:write'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint {
  readonly method: Method;
  /** With `:name` for parameters, as Fastify writes them. */
  readonly path: string;
  readonly audience: Audience;
  /** An institution's API key with this scope may call too (`Authorization: Bearer`). */
  readonly scope?: ApiScope;
  readonly summary: string;
  /** For the API page: what a caller must know beyond the summary. */
  readonly description?: string;
  readonly tag: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** JSON answer; absent for streams (files, events). */
  readonly answer?: z.ZodType;
  readonly status?: number;
  /** Asked by an open page by itself: no use of the session. */
  readonly isAskedByPages?: true;
  /** What the body or the answer is when it is not JSON. */
  readonly consumes?: 'multipart/form-data' | 'multipart/related' | 'application/zip';
  readonly produces?:
    | 'application/pdf'
    | 'multipart/related'
    | 'image/jpeg'
    | 'image/png'
    | 'text/event-stream'
    | 'application/dicom'
    | 'application/zip'
    | 'application/dicom+json'
    | 'application/fhir+json'
    | 'text/csv'
    | 'application/atom+xml'
    | 'application/octet-stream'
    | 'image/svg+xml'
    | 'video/mp4';
}

/** Declares a call once; server, client and OpenAPI document are made from it. */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type Part = 'params' | 'query' | 'body' | 'answer';

/** What arrives at the server, after validation; undefined where the endpoint has no such part. */
export type Received<E extends Endpoint, P extends Part> = E extends { readonly [K in P]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** What is put in, before validation. */
export type Sent<E extends Endpoint, P extends Part> = E extends { readonly [K in P]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;
