import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type BackOff, backOffMs } from '../../core/back-off.ts';
import type { Logger } from '../../core/logger.ts';
import type { Announced } from './port.ts';

const RECONNECT: BackOff = { firstMs: 200, longestMs: 3000 };

interface Options extends Announced {
  settings: Omit<pg.ClientConfig, 'stream'> & { stream: () => Duplex };
  channel: string;
  log: Logger | undefined;
}

/**
 * LISTEN on one connection. One loop opens it, waits for its end and opens the next, so that there is never more than
 * one attempt at a time. Returns a function that stops it. @throws Error when the first attempt fails
 */
export async function listen({ settings, channel, onPayload, onGap, log }: Options): Promise<() => Promise<void>> {
  const stopped = new AbortController();
  let socket: Duplex | undefined;

  /** Connects and listens; `ended` resolves at the end of this connection. */
  async function open(): Promise<{ ended: Promise<void> }> {
    const stream = settings.stream();
    socket = stream;
    const next = new pg.Client({ ...settings, stream: () => stream });
    const ended = new Promise<void>((resolve) => next.once('end', () => resolve()));
    next.on('notification', (message) => onPayload(message.payload ?? ''));
    next.on('error', (error) => {
      if (!stopped.signal.aborted) log?.warn({ err: error, channel }, 'listening connection failed');
    });
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      stream.destroy();
      throw error;
    }
    return { ended };
  }

  async function keepOpen(first: { ended: Promise<void> }): Promise<void> {
    let { ended } = first;
    for (;;) {
      await ended;
      for (let failures = 0; ; failures += 1) {
        await pause(backOffMs(failures, RECONNECT), undefined, { signal: stopped.signal }).catch(() => {});
        if (stopped.signal.aborted) return;
        try {
          ({ ended } = await open());
          break;
        } catch (error) {
          if (stopped.signal.aborted) return;
          log?.warn({ err: error, channel }, 'listening connection could not be re-established');
        }
      }
      if (!stopped.signal.aborted) onGap();
    }
  }

  const running = keepOpen(await open());
  return async () => {
    stopped.abort();
    // The driver's `end` would wait for ever for a connection that is still being opened.
    socket?.destroy();
    await running;
  };
}
