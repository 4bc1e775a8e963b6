import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type FullRun, recordPart } from './full-run.ts';

const part = (passed: number, report: string) => ({
  passed,
  failed: 0,
  skipped: 0,
  reports: [report],
  seconds: { unit: 1 },
});

it('a full run is npm test, and test:long after it at the same commit; a second one takes the place of the first', () => {
  const dir = mkdtempSync(join(tmpdir(), 'duai-full-run-'));
  const read = () => JSON.parse(readFileSync(join(dir, 'full-run.json'), 'utf8')) as FullRun;
  const one = { commit: '1', isClean: true };
  expect(recordPart(dir, one, 'long', part(4, 'vitest-long.json'))).toBe(false);
  recordPart(dir, one, 'short', part(10, 'vitest-unit.json'));
  expect(read()).toMatchObject({ ...one, passed: 10, reports: ['vitest-unit.json'] });

  for (let time = 0; time < 2; time += 1) {
    expect(recordPart(dir, one, 'long', part(4, 'vitest-long.json'))).toBe(true);
    expect(read()).toMatchObject({ ...one, passed: 14, reports: ['vitest-unit.json', 'vitest-long.json'] });
  }
  for (const other of [
    { commit: '2', isClean: true },
    { commit: '1', isClean: false },
  ])
    expect(recordPart(dir, other, 'long', part(4, 'vitest-long.json'))).toBe(false);
  expect(read()).toMatchObject({ ...one, passed: 14 });

  recordPart(dir, { commit: '2', isClean: true }, 'short', part(9, 'vitest-unit.json'));
  expect(read()).toMatchObject({ commit: '2', passed: 9, reports: ['vitest-unit.json'] });
});
