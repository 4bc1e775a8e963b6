import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import { MOST_STREAMS, registerEventStreams, streamEvents } from './event-stream.ts';
import { createRoute } from './route.ts';

const actor: Actor = { realm: 'patient', id: 'p1', sessionId: 's1' };
let app: FastifyInstance;
let request: ClientRequest;
let response: IncomingMessage;
let send: (data: { id: number }) => void;
let lose: () => void;
let accessMayHaveEnded: () => void;
let refusal: Error | undefined;
const unsubscribed = vi.fn();
const forgotten = vi.fn();
const logged: string[] = [];

/** Opens the stream as a reader. */
async function open(): Promise<{ request: ClientRequest; response: IncomingMessage }> {
  const asked = get({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' });
  asked.on('error', () => {});
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.setEncoding('utf8');
  return { request: asked, response: answer };
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  unsubscribed.mockClear();
  forgotten.mockClear();
  logged.length = 0;
  refusal = undefined;
  app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
  await app.register(cookie);
  const authenticate = async () => {
    if (refusal) throw refusal;
    return actor;
  };
  registerEventStreams(app, {
    subscribe: (_accountId, { onChange }) => {
      accessMayHaveEnded = onChange;
      return forgotten;
    },
  });
  const route = createRoute({ app, authenticate, registered: [], strictRatePerMinute: 100 });
  const endpoint = {
    method: 'GET',
    path: '/',
    audience: 'patient',
    tag: 'Test',
    summary: 'Events',
    produces: 'text/event-stream',
  } as const;
  route(endpoint, (input) =>
    streamEvents<{ id: number }>(input, 'change', (listener) => {
      send = listener.onChange;
      lose = listener.onGap;
      return unsubscribed;
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ request, response } = await open());
});
afterEach(async () => {
  request.destroy();
  app.eventStreams.endAll();
  await app.close();
  vi.useRealTimers();
});

const nextPiece = async (): Promise<string> => (await once(response, 'data'))[0] as string;

it('greets, sends events as JSON, and a comment when there is nothing to say', async () => {
  expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream', connection: 'close' });
  expect(await nextPiece()).toBe(': connected\n\n');
  send({ id: 7 });
  expect(await nextPiece()).toBe('event: change\ndata: {"id":7}\n\n');
  vi.advanceTimersByTime(20_000);
  expect(await nextPiece()).toBe(': still here\n\n');
});

it('ends after a quarter of an hour, so that the reader is authenticated anew', async () => {
  response.resume();
  vi.advanceTimersByTime(15 * 60_000);
  await once(response, 'end');
  expect(unsubscribed).toHaveBeenCalled();
});

it('ends where changes may have been missed, so that the reader fetches anew', async () => {
  response.resume();
  lose();
  await once(response, 'end');
  expect(unsubscribed).toHaveBeenCalledOnce();
});

it('ends when the access may have ended and has', async () => {
  await nextPiece();
  refusal = new AppError('NOT_SIGNED_IN');
  response.resume();
  accessMayHaveEnded();
  await once(response, 'end');
  expect([unsubscribed.mock.calls.length, forgotten.mock.calls.length]).toEqual([1, 1]);
});

it('sees an end that nobody announces with the next sign of life', async () => {
  await nextPiece();
  refusal = new AppError('NOT_SIGNED_IN');
  response.resume();
  vi.advanceTimersByTime(20_000);
  await once(response, 'end');
});

it('goes on while nobody can be asked, and for a reader who is still admitted', async () => {
  await nextPiece();
  refusal = new Error('the database is away');
  accessMayHaveEnded();
  await app.inject({ method: 'GET', url: '/nowhere' });
  refusal = undefined;
  accessMayHaveEnded();
  await app.inject({ method: 'GET', url: '/nowhere' });
  send({ id: 8 });
  expect(await nextPiece()).toBe('event: change\ndata: {"id":8}\n\n');
});

it('of one account there are ten: the oldest gives way, and its page is told', async () => {
  expect(MOST_STREAMS).toBe(10);
  const others: Awaited<ReturnType<typeof open>>[] = [];
  const heard = response.toArray();
  for (let place = 0; place < MOST_STREAMS; place += 1) others.push(await open());
  expect((await heard).join('')).toBe(': connected\n\nevent: displaced\ndata: {}\n\n');
  expect(unsubscribed).toHaveBeenCalledOnce();
  for (const other of others) other.request.destroy();
});

const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

it('of three hundred streams that one account opens, the connections of ten stay', async () => {
  const { port } = app.server.address() as AddressInfo;
  // Raw connections, because a client of Node would close its own when an answer ends.
  const sockets = Array.from({ length: 300 }, () => connect({ port, host: '127.0.0.1', allowHalfOpen: true }));
  for (const socket of sockets) socket.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  await vi.waitFor(async () => expect(await connections()).toBe(MOST_STREAMS), { timeout: 20_000 });
  for (const socket of sockets) socket.destroy();
});

it('closes the connection of a reader who reads nothing', async () => {
  // More than the buffers of the connection hold.
  for (let piece = 0; piece < 32; piece += 1) send({ id: 1, padding: 'x'.repeat(1024 * 1024) } as { id: number });
  response.pause();
  lose();
  await app.inject({ method: 'GET', url: '/nowhere' });
  expect(await connections()).toBe(1);
  vi.advanceTimersByTime(2000);
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 20_000 });
});

it('lets go of its subscription when the reader leaves', async () => {
  await nextPiece();
  request.destroy();
  await vi.waitFor(() => expect(unsubscribed).toHaveBeenCalled(), { timeout: 20_000 });
  expect(vi.getTimerCount()).toBe(0);
});

it('a reader who leaves has been answered: nothing is sent after that, and nothing is an error', async () => {
  await nextPiece();
  request.destroy();
  await vi.waitFor(() => expect(unsubscribed).toHaveBeenCalledOnce(), { timeout: 20_000 });
  // Once the next request is answered, this one is finished.
  await app.inject({ method: 'GET', url: '/nowhere' });
  expect(logged).toEqual([]);
});
