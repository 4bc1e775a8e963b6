import { expect, it, vi } from 'vitest';
import { createKept } from './kept.ts';

function setUp() {
  let nowMs = Date.UTC(2026, 3, 1);
  const read = vi.fn(async () => 'first');
  const onError = vi.fn();
  const kept = createKept(read, { clock: { now: () => new Date(nowMs) }, whenUnknown: 'nothing', onError });
  return { kept, read, onError, pass: (ms: number) => (nowMs += ms) };
}

it('asks every five seconds at most, and at once when it is told that something changed', async () => {
  const { kept, read, pass } = setUp();
  expect(await Promise.all([kept.current(), kept.current()])).toEqual(['first', 'first']);
  pass(4999);
  await kept.current();
  expect(read).toHaveBeenCalledTimes(1);
  read.mockResolvedValue('second');
  pass(1);
  expect(await kept.current()).toBe('second');
  read.mockResolvedValue('third');
  kept.forget();
  expect(await kept.current()).toBe('third');
});

it('keeps the last known one where the database does not answer, and says so', async () => {
  const { kept, read, onError, pass } = setUp();
  read.mockRejectedValueOnce(new Error('no connection'));
  expect(await kept.current()).toBe('nothing');
  pass(5000);
  await kept.current();
  read.mockRejectedValue(new Error('no connection'));
  pass(5000);
  expect(await kept.current()).toBe('first');
  expect(onError).toHaveBeenCalledTimes(2);
});
