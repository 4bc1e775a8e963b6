import type { z } from 'zod';

/** Who may call an endpoint: the access matrix. Every route of the server has exactly one audience. */
export const AUDIENCES = [
  'public',
  'patient',
  'institution-user',
  'institution-admin',
  /** Reads studies and gives verdicts; includes administrators. */
  'institution-reader',
  'staff',
  'radiologist',
  'operator',
  /** Holds the cookie of an opened share link to one case. */
  'shared-link',
  /** A system of an institution that reads over FHIR. */
  'record-system',
] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What an API key of an institution may be allowed to do; an endpoint without a scope accepts no key. */
export const API_SCOPES = ['scans:read', 'scans:write', 'usage:read', 'proof:read', 'results:write'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint {
  readonly method: Method;
  /** Parameters are written `:name`, as in Fastify. */
  readonly path: string;
  readonly audience: Audience;
  /** An API key of an institution with this scope may call it too (`Authorization: Bearer`). */
  readonly scope?: ApiScope;
  readonly summary: string;
  /** For the API page: what a caller must know besides the summary. */
  readonly description?: string;
  readonly tag: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** JSON answer; absent for streams (files, events). */
  readonly answer?: z.ZodType;
  readonly status?: number;
  /** Called by open pages on their own, so it does not count as use of the session. */
  readonly isAskedByPages?: true;
  /**
   * The answer is large JSON, and goes out compressed. Only for a GET whose answer holds no secret (token, code, key, link):
   * beside words that somebody else chose, the length would tell it (BREACH).
   */
  readonly isCompressed?: true;
  /** The media type of the body or the answer, if it is not JSON. */
  readonly consumes?: 'multipart/form-data' | 'multipart/related' | 'application/zip' | 'application/dicom+json';
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
    | 'application/vnd.sun.wadl+xml'
    | 'application/octet-stream'
    | 'image/svg+xml'
    | 'video/mp4';
}

/** Declares a call once; the server, the client and the OpenAPI document are made from it. */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type Part = 'params' | 'query' | 'body' | 'answer';

/** What arrives at the server, after validation; undefined where the endpoint has no such part. */
export type Received<E extends Endpoint, P extends Part> = E extends { readonly [K in P]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** What a caller passes in, before validation. */
export type Sent<E extends Endpoint, P extends Part> = E extends { readonly [K in P]: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;
