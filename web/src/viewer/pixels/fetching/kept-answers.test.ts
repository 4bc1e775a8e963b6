import { expect, it, vi } from 'vitest';
import { createKeptAnswers } from './kept-answers.ts';

const NEVER = new AbortController().signal;

it('what several ask for is fetched once, and kept when they have left', async () => {
  const fetch = vi.fn(async (key: string) => `answer ${key}`);
  const ask = createKeptAnswers(fetch);
  const leaving = new AbortController();
  expect(await Promise.all([ask('a', NEVER), ask('a', leaving.signal), ask('b', NEVER)])).toEqual([
    'answer a',
    'answer a',
    'answer b',
  ]);
  leaving.abort();
  expect(await ask('a', NEVER)).toBe('answer a');
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('a fetch ends with the last who waits for it, and is begun anew by the next', async () => {
  const signals: AbortSignal[] = [];
  const fetch = (_: string, signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  };
  const ask = createKeptAnswers(fetch);
  const [one, other] = [new AbortController(), new AbortController()];
  const answers = [ask('a', one.signal), ask('a', other.signal)].map((answer) => answer.catch(() => 'ended'));
  one.abort();
  expect(signals[0]!.aborted).toBe(false);
  other.abort();
  expect(await Promise.all(answers)).toEqual(['ended', 'ended']);
  expect(signals[0]!.aborted).toBe(true);
  const again = new AbortController();
  const next = ask('a', again.signal).catch(() => 'ended');
  expect(signals).toHaveLength(2);
  again.abort();
  await next;
});

it('one that failed is tried again', async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here');
  const ask = createKeptAnswers<string>(fetch);
  await expect(ask('a', NEVER)).rejects.toThrow('away');
  expect(await ask('a', NEVER)).toBe('here');
});
