import type { Endpoint, ErrorBody, ErrorCode } from '@duai/contract';
import type { z } from 'zod';
import { takeEarly } from './early-answers.ts';
import { activeLanguage } from './language.ts';
import { patientToken, reportConsentRequired, reportSessionEnded } from './session.ts';

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : undefined;

type Part<Name extends string, Value> = undefined extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/** The inputs of a call, derived from its contract: path parameters, query and JSON body. */
export type CallInput<E extends Endpoint> = Part<'params', InputOf<E['params']>> &
  Part<'query', InputOf<E['query']>> &
  Part<'body', InputOf<E['body']>> & { signal?: AbortSignal };

/**
 * The server refused a call or could not be reached. `message` is for the reader, in the page's language; '' if the answer
 * had none.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when there was no connection. */
  readonly status: number;
  readonly code: ErrorCode | 'NO_CONNECTION' | 'UNREADABLE_ANSWER';
  readonly details: unknown;

  constructor(status: number, code: ApiError['code'], message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Path and query string of a call. @throws Error if a path parameter is missing */
export function urlOf(
  endpoint: Endpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${endpoint.path} needs the parameter ${name}`);
    return encodeURIComponent(String(params[name]));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Headers of a call: the page's language and, for calls of a patient, the bearer token. */
export function headersOf(endpoint: Endpoint): Record<string, string> {
  const headers: Record<string, string> = { 'accept-language': activeLanguage() };
  const token = endpoint.audience === 'patient' ? patientToken() : null;
  if (token) headers.authorization = `Bearer ${token}`;
  return headers;
}

/** The error for an answer that is not OK. */
export function errorOf(status: number, bodyText: string): ApiError {
  try {
    const body = JSON.parse(bodyText) as Partial<ErrorBody>;
    if (typeof body?.message === 'string') {
      return new ApiError(status, body.code ?? 'UNREADABLE_ANSWER', body.message, body.details);
    }
  } catch {
    // Not JSON, for example the page of a proxy. The caller shows its own text.
  }
  return new ApiError(status, 'UNREADABLE_ANSWER', '');
}

/**
 * Throws the error. A 401 from anything but a sign-in form means that the session ended on an open page; a missing consent is
 * reported as well.
 */
export function raise(endpoint: Endpoint, error: ApiError): never {
  if (error.status === 401 && error.code !== 'CREDENTIALS_WRONG') reportSessionEnded(endpoint.audience);
  if (error.code === 'CONSENT_REQUIRED') reportConsentRequired();
  throw error;
}

type LooseInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Sent instead of a JSON body. */
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** The raw answer of a call. @throws ApiError if the answer is not OK, or without a connection */
export async function callRaw(endpoint: Endpoint, input: LooseInput = {}): Promise<Response> {
  const headers = { ...headersOf(endpoint), ...input.headers };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  const url = urlOf(endpoint, input.params, input.query);
  const early = endpoint.method === 'GET' ? await takeEarly(url, activeLanguage()) : undefined;
  input.signal?.throwIfAborted();
  if (early) return early;
  let response: Response;
  try {
    response = await fetch(url, {
      method: endpoint.method,
      headers,
      credentials: 'include',
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(input.form && { body: input.form }),
      ...(input.signal && { signal: input.signal }),
    });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ApiError(0, 'NO_CONNECTION', '');
  }
  if (!response.ok) raise(endpoint, errorOf(response.status, await response.text()));
  return response;
}

/**
 * One call of the contract: `await call(cases.getCase, { params: { caseId } })`.
 * @throws ApiError if the answer is not OK, or without a connection
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Partial<CallInput<E>> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
): Promise<AnswerOf<E>> {
  const response = await callRaw(endpoint, input as LooseInput | undefined);
  return (await response.json()) as AnswerOf<E>;
}

/** A file that a call returns (preview, PDF). @throws ApiError */
export async function callForFile(endpoint: Endpoint, input: LooseInput = {}): Promise<Blob> {
  return await (await callRaw(endpoint, input)).blob();
}

/** The text to show for an error: the server's message, found through the chain of causes, or else the caller's text. */
export function messageOf(error: unknown, fallback: string): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ApiError && cause.message) return cause.message;
  }
  return fallback;
}

/** The API error behind an error, if there is one. */
export function apiErrorOf(error: unknown): ApiError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ApiError) return cause;
  return null;
}
