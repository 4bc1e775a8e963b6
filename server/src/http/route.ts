import type { ApiScope, Audience, Endpoint, Language, Received, Sent } from '@duai/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, ApiKeyActor, Context } from '../core/actor.ts';
import { makeStorable } from '../core/storable.ts';
import { compressed } from './compression.ts';

export interface RouteInput<E extends Endpoint> {
  params: Received<E, 'params'>;
  query: Received<E, 'query'>;
  body: Received<E, 'body'>;
  context: Context;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type ActorOf<A extends Audience> = A extends 'patient'
  ? Extract<Actor, { realm: 'patient' }>
  : A extends 'institution-user' | 'institution-admin' | 'institution-reader'
    ? Extract<Actor, { realm: 'institution' }>
    : A extends 'shared-link'
      ? Extract<Actor, { realm: 'shared' }>
      : A extends 'record-system'
        ? Extract<Actor, { realm: 'record-system' }>
        : A extends 'staff' | 'radiologist' | 'operator'
          ? Extract<Actor, { realm: 'staff' }>
          : Actor;

export type Handler<E extends Endpoint> = (
  input: RouteInput<E> & {
    actor: ActorOf<E['audience']> | KeyOf<E>;
    /** For long requests: checks again that the caller is still admitted. @throws AppError NOT_SIGNED_IN, FORBIDDEN */
    assertStillAdmitted: () => Promise<void>;
    /** Aborts when the client leaves before the answer is complete, so that expensive work stops. */
    signal: AbortSignal;
  },
) => Promise<Answer<E>> | Answer<E>;

/** An endpoint with a scope may also be called by an institution's systems. */
type KeyOf<E extends Endpoint> = E extends { readonly scope: ApiScope } ? ApiKeyActor : never;

/** The JSON answer, or for endpoints without one anything that Fastify can send: a stream, bytes, the reply itself. */
type Answer<E extends Endpoint> = E extends { readonly answer: unknown } ? Sent<E, 'answer'> : unknown;

/** Registers one endpoint of the contract: limit → authenticate → validate → act → present. */
export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: RouteOptions) => void;

export interface RouteOptions {
  /** Requests a minute from one address; public calls that change something have a strict default. */
  ratePerMinute?: number;
  bodyLimit?: number;
  /** A GET that uses something up or is recorded as read: no HEAD, with which programs try links, does that. */
  isSpent?: boolean;
}

/** Returns the caller, or throws NOT_SIGNED_IN or FORBIDDEN. The accounts and trial features provide it. */
export type Authenticate = (
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'audience' | 'scope' | 'produces' | 'isAskedByPages'>,
) => Promise<Actor>;

export interface RouteRegistration {
  app: FastifyInstance;
  authenticate: Authenticate;
  /** Filled while routes are registered; the access test iterates over it. */
  registered: Endpoint[];
  strictRatePerMinute: number;
}

/**
 * Turns endpoints of the contract into routes; the only way to do so, so that audience and schema always come from the
 * contract.
 */
export function createRoute({ app, authenticate, registered, strictRatePerMinute }: RouteRegistration): Route {
  return (endpoint, handler, options = {}) => {
    registered.push(endpoint);
    const schema: Record<string, unknown> = { summary: endpoint.summary, tags: [endpoint.tag] };
    if (endpoint.params) schema.params = endpoint.params;
    if (endpoint.query) schema.querystring = endpoint.query;
    if (endpoint.body) schema.body = endpoint.body;
    if (endpoint.answer) schema.response = { [endpoint.status ?? 200]: endpoint.answer };
    if (endpoint.consumes) schema.consumes = [endpoint.consumes];
    if (endpoint.produces) schema.produces = [endpoint.produces];
    if (endpoint.audience !== 'public') schema.security = [{ [securityOf(endpoint.audience)]: [] }];
    if (endpoint.scope) {
      schema.security = [{ sessionCookie: [] }, { institutionKey: [endpoint.scope] }];
      schema.description = [`API keys need the scope \`${endpoint.scope}\`.`, endpoint.description]
        .filter(Boolean)
        .join(' ');
    }
    const isStrict = endpoint.audience === 'public' && endpoint.method !== 'GET';
    const ratePerMinute = options.ratePerMinute ?? (isStrict ? strictRatePerMinute : undefined);

    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema,
      ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
      ...(options.isSpent ? { exposeHeadRoute: false } : {}),
      config: ratePerMinute ? { rateLimit: { max: ratePerMinute, timeWindow: 60_000 } } : { rateLimit: false },
      // Before the body is read, so that unknown callers cause no work.
      onRequest: async (request) => {
        request.actor = await authenticate(request, endpoint);
      },
      preValidation: async (request) => {
        makeStorable(request.params);
        if (endpoint.body) makeStorable(request.body);
        if (endpoint.query) makeStorable(request.query);
      },
      ...(endpoint.isCompressed ? { onSend: compressed } : {}),
      handler: async (request, reply) => {
        if (endpoint.path.startsWith('/api/')) reply.header('cache-control', 'no-store');
        const context = contextOf(request);
        const leaving = new AbortController();
        reply.raw.once('close', () => reply.raw.writableFinished || leaving.abort(new CallerLeftError()));
        let answer: unknown;
        try {
          answer = await handler({
            params: request.params as never,
            query: request.query as never,
            body: request.body as never,
            context,
            actor: context.actor as never,
            assertStillAdmitted: async () => void (await authenticate(request, endpoint)),
            signal: leaving.signal,
            request,
            reply,
          });
        } catch (error) {
          // The client has left, so there is nobody to answer and nothing failed.
          if (error === leaving.signal.reason) return reply.hijack();
          throw error;
        }
        // A reply is a promise of its own end, so `answer` is undefined where the handler returned the reply. A client
        // that left before the end of a stream counts as answered.
        if (reply.sent || reply.raw.headersSent) return reply;
        if (endpoint.produces && !reply.hasHeader('content-type')) reply.type(endpoint.produces);
        return reply.code(endpoint.status ?? 200).send(answer);
      },
    });
  };
}

class CallerLeftError extends Error {
  constructor() {
    super('the caller left');
    this.name = 'AbortError';
  }
}

const securityOf = (audience: Audience): string => {
  if (audience === 'record-system') return 'recordSystem';
  return audience === 'patient' ? 'patientToken' : 'sessionCookie';
};

/** The context that use cases and the audit trail need: caller, address and language. */
export function contextOf(request: FastifyRequest): Context {
  return {
    actor: request.actor ?? { realm: 'anonymous' },
    language: languageOf(request),
    address: request.ip ?? null,
    userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
    requestId: request.id,
    // Accepts both names, because the value is signed and gives no access.
    deviceCookie: request.cookies['__Host-duai_device'] ?? request.cookies.duai_device,
    isDemoAdmitted: request.isDemoAdmitted,
  };
}

/**
 * The language of the answer: from Accept-Language where it has one of ours, else Turkish for patients and English
 * elsewhere.
 */
export const languageOf = (request: FastifyRequest): Language =>
  languageFrom(request.headers['accept-language'], request.url);

export function languageFrom(acceptLanguage: string | null | undefined, path: string): Language {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase();
    if (tag === 'tr' || tag === 'en' || tag === 'ar') return tag;
  }
  return path.startsWith('/api/second-opinion') ? 'tr' : 'en';
}

/** The bearer token (RFC 6750 section 2.1), or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** Whether demo accounts and the mailbox page are available to this request. */
    isDemoAdmitted: boolean;
  }
}
