import { expect, it, vi } from 'vitest';
import { aroundOf, FetchAhead } from './fetch-ahead.ts';

/** Calls that say what they were asked for and wait to be ended. */
function recorded() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const signals: AbortSignal[] = [];
  const fetch = (items: readonly string[], signal: AbortSignal) => {
    const call = items.join('');
    begun.push(call);
    signals.push(signal);
    return call === '!' ? Promise.reject(new Error('away')) : new Promise<void>((done) => ends.set(call, done));
  };
  const end = async (call: string) => {
    ends.get(call)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { begun, signals, fetch, end };
}

it('frames around the one on show are asked for, the nearest first', () => {
  expect(aroundOf(6, 2, 10)).toEqual([3, 1, 4, 0, 5]);
  expect(aroundOf(300, 0, 3)).toEqual([1, 2, 3]);
  expect(aroundOf(300, 150, 3)).toEqual([151, 149, 152]);
  expect(aroundOf(1, 0, 9)).toEqual([]);
});

it('three calls at once; when the reader moves on, what is on its way goes on and what waits is replaced', async () => {
  const { begun, signals, fetch, end } = recorded();
  const ahead = new FetchAhead<string>(1);
  ahead.aim(['a', 'b', 'c', 'd'], fetch);
  expect(begun).toEqual(['a', 'b', 'c']);
  ahead.aim(['e', 'f'], fetch);
  expect(signals.some(({ aborted }) => aborted)).toBe(false);
  await end('a');
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c', 'e', 'f']);
  ahead.aim([], fetch);
  await end('c');
  expect(begun).toHaveLength(5);
});

it('a call asks for several; for more where they come fast, up to the most of a call, and for one where they come slowly', async () => {
  const { begun, fetch, end } = recorded();
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const ahead = new FetchAhead<string>(6);
  ahead.aim([...'abcdefghijklmnopqrstuvwxyz'], fetch);
  expect(begun).toEqual(['abcd', 'efgh', 'ijkl']);
  await end('abcd');
  expect(begun.at(-1)).toBe('mnopqr');
  now = 1100;
  await end('efgh');
  expect(begun.at(-1)).toBe('s');
  clock.mockRestore();
});

it('all ends with the viewport, and a call that failed holds up no other', async () => {
  const { begun, signals, fetch } = recorded();
  const ahead = new FetchAhead<string>(1);
  ahead.aim(['!', 'a', 'b', 'c'], fetch);
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual(['!', 'a', 'b', 'c']);
  ahead.stop();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});
