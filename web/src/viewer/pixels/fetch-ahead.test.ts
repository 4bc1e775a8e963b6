import { expect, it } from 'vitest';
import { aroundOf, FetchAhead } from './fetch-ahead.ts';

/** Jobs that say when they began and wait to be ended. */
function recorded() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const signals: AbortSignal[] = [];
  const job = (name: string) => (signal: AbortSignal) => {
    begun.push(name);
    signals.push(signal);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { begun, signals, job, end };
}

it('frames around the one on show are asked for, the nearest first', () => {
  expect(aroundOf(6, 2, 10)).toEqual([3, 1, 4, 0, 5]);
  expect(aroundOf(300, 0, 3)).toEqual([1, 2, 3]);
  expect(aroundOf(300, 150, 3)).toEqual([151, 149, 152]);
  expect(aroundOf(1, 0, 9)).toEqual([]);
});

it('three come at once; when the reader moves on, what is on its way goes on and what waits is replaced', async () => {
  const { begun, signals, job, end } = recorded();
  const ahead = new FetchAhead();
  ahead.aim(['a', 'b', 'c', 'd'].map(job));
  expect(begun).toEqual(['a', 'b', 'c']);
  ahead.aim(['e', 'f'].map(job));
  expect(signals.some(({ aborted }) => aborted)).toBe(false);
  await end('a');
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c', 'e', 'f']);
  ahead.aim([]);
  await end('c');
  expect(begun).toHaveLength(5);
});

it('all ends with the viewport, and one that failed holds up no other', async () => {
  const { begun, signals, job } = recorded();
  const ahead = new FetchAhead();
  ahead.aim([() => Promise.reject(new Error('away')), job('a'), job('b'), job('c')]);
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b', 'c']);
  ahead.stop();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});
