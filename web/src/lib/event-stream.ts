import type { Endpoint } from '@duai/contract';
import { ApiError, callRaw } from './api.ts';

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events (WHATWG HTML §9.2.6) out of text that arrives in pieces. EventSource cannot send a bearer
 * token, so the stream is read over fetch. `id` and `retry` are not used by our server and are skipped.
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
    // A lone CR at the end may be the first half of CRLF: wait for the next piece.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}

/** Pause before the n-th new attempt: 1 s, 2 s, 4 s … at most 30 s. */
export const reconnectDelayMs = (attempt: number): number => Math.min(30_000, 1000 * 2 ** attempt);

/**
 * Keeps a stream open until `signal` aborts; reconnects after a cut, calling `onOpen` each time so that what was missed
 * can be fetched. Ends when the session has ended. An account has so many streams: one that gave way to a newer page
 * waits until its own is looked at again, so that many tabs do not push each other out in turn.
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

/** The page is shown again, or its window is the one that is used. */
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
