import type { z } from 'zod';

/** Who may call: the written access matrix. Every route of the server has exactly one of these. */
export const AUDIENCES = [
  'public',
  'patient',
  'institution-user',
  'institution-admin',
  'institution-key',
  'staff',
  'radiologist',
  'operator',
] as const;
export type Audience = (typeof AUDIENCES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema | undefined = Schema | undefined,
> {
  readonly method: Method;
  /** With `:name` for parameters, as Fastify writes them. */
  readonly path: string;
  readonly audience: Audience;
  readonly summary: string;
  readonly tag: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** JSON answer; absent for streams (files, events). */
  readonly answer?: Answer;
  readonly status?: number;
  /** What the body or the answer is when it is not JSON. */
  readonly consumes?: 'multipart/form-data' | 'multipart/related';
  readonly produces?: 'application/pdf' | 'image/png' | 'text/event-stream' | 'application/dicom' | 'text/html';
}

/** Declares a call once; server, client and OpenAPI document are made from it. */
export const defineEndpoint = <
  const Params extends Schema | undefined = undefined,
  const Query extends Schema | undefined = undefined,
  const Body extends Schema | undefined = undefined,
  const Answer extends Schema | undefined = undefined,
>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> => endpoint;
