import { LIMITS } from '@duai/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announcedIn, dropPlan, keepPlan, readPlan } from './upload-plan.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('remembers for each case how many files were chosen, until they are sent', () => {
  keepPlan('one', 30);
  keepPlan('two', 4);
  expect([readPlan('one'), readPlan('two'), readPlan('three')]).toEqual([30, 4, 0]);
  dropPlan('one');
  expect(readPlan('one')).toBe(0);
});

it('on another device goes by what the file that was begun last announced', () => {
  const begun = [
    { announcedFiles: 12, createdAt: '2026-11-21T12:00:00.000Z' },
    { announcedFiles: 9, createdAt: '2026-11-21T12:05:00.000Z' },
  ];
  expect([announcedIn(begun), announcedIn([]), announcedIn(undefined)]).toEqual([9, 0, 0]);
  expect(announcedIn([{ announcedFiles: null, createdAt: '2026-11-21T12:00:00.000Z' }])).toBe(0);
});

it('forgets when the server has forgotten the pieces, and takes nothing that is not its own', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  keepPlan('one', 30, now);
  expect(readPlan('one', now + (LIMITS.uploadKeptDays - 1) * 86_400_000)).toBe(30);
  expect(readPlan('one', now + LIMITS.uploadKeptDays * 86_400_000)).toBe(0);
  expect(kept.size).toBe(0);
  kept.set('duai-upload-two', 'nonsense');
  expect(readPlan('two')).toBe(0);
});
