import type { press } from '@duai/contract';
import { expect, it, vi } from 'vitest';
import { createNewest } from './newest-announcement.ts';

const first: press.Announcement = { id: '1', title: 'First', linkText: '', linkUrl: '' };
const second = { ...first, id: '2' };

function setUp() {
  let nowMs = Date.UTC(2026, 3, 1);
  const news = vi.fn(async () => [first]);
  const error = vi.fn();
  const clock = { now: () => new Date(nowMs) };
  const newest = createNewest(news, { clock, log: { error } } as never);
  return { newest, news, error, pass: (ms: number) => (nowMs += ms) };
}

it('asks every five seconds at most, and at once when it is told that something changed', async () => {
  const { newest, news, pass } = setUp();
  expect(await Promise.all([newest.current(), newest.current()])).toEqual([first, first]);
  pass(4999);
  await newest.current();
  expect(news).toHaveBeenCalledTimes(1);
  news.mockResolvedValue([second, first]);
  pass(1);
  expect(await newest.current()).toBe(second);
  news.mockResolvedValue([]);
  newest.forget();
  expect(await newest.current()).toBeNull();
});

it('keeps the last known one where the database does not answer, and says so', async () => {
  const { newest, news, error, pass } = setUp();
  await newest.current();
  news.mockRejectedValue(new Error('no connection'));
  pass(5000);
  expect(await newest.current()).toBe(first);
  expect(error).toHaveBeenCalledOnce();
});
