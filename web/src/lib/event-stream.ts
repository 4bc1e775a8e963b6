import type { Endpoint } from '@duai/contract';
import { ApiError, callRaw } from './api.ts';

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events (WHATWG HTML §9.2.6) from text that arrives in pieces. EventSource cannot send a bearer token, so
 * the stream is read with fetch. `id` and `retry` are not used by our server and are skipped.
 */
export function createEventReader(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  let event = 'message';
  let data: string[] = [];
  const readLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ event, data: data.join('\n') });
      event = 'message';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  };
  return (piece) => {
    rest += piece;
    // A CR at the end may be the first half of CRLF, so it waits for the next piece.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}

/** Pause before the n-th reconnection: 1 s, 2 s, 4 s … at most 30 s. */
export const reconnectDelayMs = (attempt: number): number => Math.min(30_000, 1000 * 2 ** attempt);

/**
 * Keeps a stream open until `signal` aborts. Reconnects after an interruption and calls `onOpen` each time, so that missed
 * changes can be fetched. Ends when the session has ended. The number of streams per account is limited: a stream displaced
 * by a newer page waits until its own page is viewed again, so that many tabs do not displace each other in turn.
 */
export async function followEvents(
  endpoint: Endpoint,
  options: { signal: AbortSignal; onOpen: (isReconnect: boolean) => void; onEvent: (event: StreamEvent) => void },
): Promise<void> {
  let hasBeenOpen = false;
  for (let attempt = 0; !options.signal.aborted; attempt += 1) {
    try {
      const response = await callRaw(endpoint, { signal: options.signal });
      attempt = 0;
      options.onOpen(hasBeenOpen);
      hasBeenOpen = true;
      let isDisplaced = false;
      const read = createEventReader((event) => {
        if (event.event === 'displaced') isDisplaced = true;
        else options.onEvent(event);
      });
      const decoder = new TextDecoder();
      const reader = response.body!.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        read(decoder.decode(part.value, { stream: true }));
      }
      if (isDisplaced) await untilLookedAt(options.signal);
    } catch (error) {
      if (options.signal.aborted || (error instanceof ApiError && error.status === 401)) return;
    }
    await pause(reconnectDelayMs(attempt), options.signal);
  }
}

/** Resolves when the page becomes visible or its window gets the focus. */
const untilLookedAt = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const ended = new AbortController();
    const options = { signal: AbortSignal.any([signal, ended.signal]) };
    const goOn = () => {
      ended.abort();
      resolve();
    };
    window.addEventListener('focus', goOn, options);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && goOn(), options);
    signal.addEventListener('abort', goOn, options);
  });

const pause = (durationMs: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
