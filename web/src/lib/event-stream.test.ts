import { cases } from '@duai/contract';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createEventReader, followEvents, reconnectDelayMs, type StreamEvent } from './event-stream.ts';

const readAll = (pieces: readonly string[]): StreamEvent[] => {
  const events: StreamEvent[] = [];
  const read = createEventReader((event) => events.push(event));
  for (const piece of pieces) read(piece);
  return events;
};

describe('server-sent events', () => {
  it('reads event, data of several lines, and skips comments', () => {
    const text = ': ping\n\nevent: case\ndata: {"caseId":\ndata: "1"}\n\ndata:plain\n\n';
    expect(readAll([text])).toEqual([
      { event: 'case', data: '{"caseId":\n"1"}' },
      { event: 'message', data: 'plain' },
    ]);
  });

  it('reads the same however the text is cut, with any line ending', () => {
    const lines = ['event: case', 'data: {"caseId":"ş"}', '', 'data: b', '', ''];
    fc.assert(
      fc.property(fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(60)), (ending, cuts) => {
        // A CR at the end could be half of a CRLF; the next line decides.
        const text = `${lines.join(ending)}:end${ending}`;
        const places = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b);
        const pieces = [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
        expect(readAll(pieces)).toEqual([
          { event: 'case', data: '{"caseId":"ş"}' },
          { event: 'message', data: 'b' },
        ]);
      }),
    );
  });

  it('waits longer between attempts, at most 30 s', () => {
    expect([0, 1, 2, 10].map(reconnectDelayMs)).toEqual([1000, 2000, 4000, 30_000]);
  });
});

it('a stream that gave way to a newer page is opened again when its own page is looked at, and fetches anew', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', new EventTarget());
  let calls = 0;
  vi.stubGlobal('fetch', async () => {
    calls += 1;
    return new Response(calls === 1 ? 'event: displaced\ndata: {}\n\n' : ': connected\n\n');
  });
  const stop = new AbortController();
  const opened: boolean[] = [];
  const events: StreamEvent[] = [];
  const following = followEvents(cases.streamPatientEvents, {
    signal: stop.signal,
    onOpen: (isReconnect) => {
      opened.push(isReconnect);
      if (isReconnect) stop.abort();
    },
    onEvent: (event) => events.push(event),
  });
  await vi.waitFor(() => expect(opened).toEqual([false]));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(calls).toBe(1);
  page.dispatchEvent(new Event('focus'));
  await following;
  expect([opened, events]).toEqual([[false, true], []]);
  vi.unstubAllGlobals();
});
