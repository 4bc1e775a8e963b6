import { expect, it } from 'vitest';
import type { AppError } from '../../../core/app-error.ts';
import { createCheckPauses } from './check-pauses.ts';

it('five ended checks within ten minutes pause their account alone, until the first of them is ten minutes old', () => {
  let now = new Date('2026-11-22T10:00:00Z');
  const pauses = createCheckPauses({ now: () => now });
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const open = (account: string | undefined) => {
    try {
      pauses.assertOpen(account);
      return 'ok';
    } catch (error) {
      return (error as AppError).code;
    }
  };
  for (let ended = 1; ended <= 5; ended += 1) {
    expect([ended, pauses.isPaused('a'), open('a')]).toEqual([ended, false, 'ok']);
    pauses.countEnded('a');
    pauses.countEnded(undefined);
    if (ended < 5) pass(1);
  }
  expect([pauses.isPaused('a'), open('a')]).toEqual([true, 'CHECKS_PAUSED']);
  expect([pauses.isPaused('b'), open('b'), pauses.isPaused(undefined)]).toEqual([false, 'ok', false]);
  expect(() => pauses.assertOpen('a')).toThrow(expect.objectContaining({ params: { minutes: 10 } }));
  pass(5.9);
  expect(pauses.isPaused('a')).toBe(true);
  pass(0.1);
  expect(pauses.isPaused('a')).toBe(false);
  // Four failures still lie within the last ten minutes.
  pauses.countEnded('a');
  expect(pauses.isPaused('a')).toBe(true);
});
