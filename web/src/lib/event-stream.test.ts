import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader, reconnectDelayMs, type StreamEvent } from './event-stream.ts';

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
        // A closing CR could be half of a CRLF: the next line settles it.
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
