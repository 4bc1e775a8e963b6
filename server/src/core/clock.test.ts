import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { completedYears, createMovableClock, DAY_MS } from './clock.ts';

const T0 = new Date('2026-11-21T09:00:00Z');
const dir = mkdtempSync(join(tmpdir(), 'duai-clock-'));
beforeAll(() => vi.useFakeTimers({ now: T0 }));
afterAll(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true });
});

it('a clock is moved by a file, while it runs', () => {
  const path = join(dir, 'offset');
  const clock = createMovableClock(path);
  expect(clock.now()).toEqual(T0);
  writeFileSync(path, `${31 * DAY_MS}\n`);
  expect(clock.now()).toEqual(new Date('2026-12-22T09:00:00Z'));
  writeFileSync(path, 'tomorrow');
  expect(() => clock.now()).toThrow('milliseconds');
});

it('an age is the number of birthdays, on the birthday too', () => {
  const at = (day: string) => completedYears('2016-02-29', new Date(`${day}T12:00:00Z`));
  expect([at('2026-02-28'), at('2026-03-01'), at('2028-02-28'), at('2028-02-29'), at('2016-01-01')]).toEqual([
    9, 10, 11, 12, 0,
  ]);
});
