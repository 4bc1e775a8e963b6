import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Mobile networks and proxies cut a connection that is silent for 30 s or more; a comment line keeps it open. */
const HEARTBEAT_MS = 20_000;
/** A session may end meanwhile: the page connects again, and is authenticated anew. The shorter the safer. */
const LONGEST_STREAM_MS = 15 * 60_000;

/**
 * Answers with server-sent events (HTML Living Standard, section 9.2) until the reader leaves or the time is up.
 * `subscribe` gets the way to send the data of one event (sent as JSON) and returns the way to unsubscribe.
 */
export function streamEvents<Data>(
  reply: FastifyReply,
  event: string,
  subscribe: (send: (data: Data) => void) => () => void,
): FastifyReply {
  const stream = new PassThrough();
  stream.write(': connected\n\n');
  const unsubscribe = subscribe((data) => stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);
  const finish = () => {
    unsubscribe();
    clearInterval(heartbeat);
    clearTimeout(end);
    stream.end();
  };
  const end = setTimeout(finish, LONGEST_STREAM_MS);
  reply.raw.on('close', finish);
  return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
}
