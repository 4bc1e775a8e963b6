import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { streamEvents } from './event-stream.ts';
import { createRoute } from './route.ts';

let app: FastifyInstance;
let request: ClientRequest;
let response: IncomingMessage;
let send: (data: { id: number }) => void;
const unsubscribed = vi.fn();
const logged: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  unsubscribed.mockClear();
  logged.length = 0;
  app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
  const authenticate = async () => ({ realm: 'anonymous' as const });
  const route = createRoute({ app, authenticate, registered: [], strictRatePerMinute: 100 });
  const endpoint = {
    method: 'GET',
    path: '/',
    audience: 'public',
    tag: 'Test',
    summary: 'Events',
    produces: 'text/event-stream',
  } as const;
  route(endpoint, ({ reply }) =>
    streamEvents<{ id: number }>(reply, 'change', (give) => {
      send = give;
      return unsubscribed;
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  request = get({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' });
  request.on('error', () => {});
  [response] = (await once(request, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
});
afterEach(async () => {
  request.destroy();
  await app.close();
  vi.useRealTimers();
});

const nextPiece = async (): Promise<string> => (await once(response, 'data'))[0] as string;

it('greets, sends events as JSON, and a comment when there is nothing to say', async () => {
  expect(response.headers['content-type']).toBe('text/event-stream');
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
  // The answer is over once the next one has come.
  await app.inject({ method: 'GET', url: '/nowhere' });
  expect(logged).toEqual([]);
});
