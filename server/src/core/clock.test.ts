import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMovableClock, DAY_MS } from './clock.ts';

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
