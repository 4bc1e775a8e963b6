import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceIn, type Grounds, gapOf, type Line, type RunTest } from './line-coverage.ts';

const line = (shownBy: Line['shownBy']): Line => ({ id: 'ABC-001', area: 'a', requirement: 'r', shownBy, issue: 'T' });
const test = (layer: RunTest['layer'], outcome: RunTest['outcome'], title = '[ABC-001] it holds'): RunTest => ({
  title,
  layer,
  outcome,
});
const grounds = (overrides: Partial<Grounds>): Grounds => ({
  tests: [],
  looked: [],
  measured: [],
  hasChangedSince: () => false,
  ...overrides,
});

describe('coverage of the checklist', () => {
  it('takes a passed test in the layer that the line names', () => {
    expect(gapOf(line('integration'), grounds({ tests: [test('integration', 'passed')] }))).toBeUndefined();
    expect(gapOf(line('integration'), grounds({ tests: [test('unit', 'passed')] }))).toMatch('no integration test');
  });

  it('takes nothing while one test of the line failed or was skipped', () => {
    for (const outcome of ['failed', 'skipped'] as const) {
      const tests = [test('unit', 'passed'), test('e2e', outcome)];
      expect(gapOf(line('unit'), grounds({ tests }))).toMatch(outcome);
    }
  });

  it('takes a test that did not run for none', () => {
    expect(gapOf(line('unit'), grounds({}))).toBe('no test ran');
    expect(gapOf(line('unit'), grounds({ tests: [test('unit', 'passed', 'ABC-001 is only mentioned')] }))).toBe(
      'no test ran',
    );
  });

  it('takes a look for stale when its page changed after the commit', () => {
    const looked = [{ id: 'ABC-001', commit: 'abc1234', paths: ['web/src/app/public/home.tsx'] }];
    const asked: [string, string[]][] = [];
    const hasChangedSince = (commit: string, paths: string[]) => asked.push([commit, paths]) > 1;
    expect(gapOf(line('look'), grounds({ looked, hasChangedSince }))).toBeUndefined();
    expect(gapOf(line('look'), grounds({ looked, hasChangedSince }))).toMatch('changed since abc1234');
    expect(asked[0]).toEqual(['abc1234', ['web/src/app/public/home.tsx']]);
    expect(gapOf(line('look'), grounds({ tests: [test('e2e', 'passed')] }))).toBe('nobody looked at it');
    expect(gapOf(line('look'), grounds({ looked: [{ id: 'ABC-001', commit: '', paths: [] }] }))).toMatch(
      'names no commit',
    );
  });

  it('takes a benchmark that met its aim, as long as the measured code is the same', () => {
    const measured = evidenceIn('# B\n\nshows [ABC-001] at 0123abc, measured code: `server/src` `server/migrations`\n');
    expect(measured).toEqual([{ id: 'ABC-001', commit: '0123abc', paths: ['server/src', 'server/migrations'] }]);
    expect(gapOf(line('bench'), grounds({ measured }))).toBeUndefined();
    expect(gapOf(line('bench'), grounds({ measured, hasChangedSince: () => true }))).toMatch('changed since');
    expect(evidenceIn('missed [ABC-001] at 0123abc, measured code: server/src')).toEqual([]);
  });
});

describe('npm run spec:coverage', () => {
  const dir = mkdtempSync(join(tmpdir(), 'duai-coverage-'));
  const checklist = join(dir, 'checklist.tsv');
  const command = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'spec-coverage.ts'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, DUAI_CHECKLIST: checklist, DUAI_REPORTS: dir, ...env },
    });
  const write = (name: string, content: unknown) => writeFileSync(join(dir, name), JSON.stringify(content));

  it('fails without a checklist and without a full run', () => {
    writeFileSync(checklist, 'id\tsection\tarea\trequirement\tshown_by\tissue\nABC-001\t1\ta\tIt holds.\tunit\tT\n');
    expect(command({ DUAI_CHECKLIST: join(dir, 'nothing.tsv') })).toMatchObject({ status: 1 });
    expect(command({})).toMatchObject({ status: 1, stderr: expect.stringContaining('no full run') });
  });

  it('counts the reports of the full run and no others', () => {
    const passed = { testResults: [{ assertionResults: [{ fullName: '[ABC-001] it holds', status: 'passed' }] }] };
    const run = { commit: '0123abcdef', isClean: true };
    write('full-run.json', { ...run, reports: ['vitest-integration.json'] });
    write('vitest.json', passed);
    write('vitest-unit.json', passed);
    expect(command({}, '--issue', 'T')).toMatchObject({ status: 1, stdout: expect.stringContaining('no test ran') });
    write('full-run.json', { ...run, reports: ['vitest-integration.json', 'vitest-unit.json'] });
    expect(command({}, '--issue', 'T')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('issue T    1 of 1'),
    });
  });

  it('counts the long tests as integration tests, once they ran at the commit of the full run', () => {
    writeFileSync(
      checklist,
      'id\tsection\tarea\trequirement\tshown_by\tissue\nABC-002\t1\ta\tIt holds.\tintegration\tT\n',
    );
    write('vitest-long.json', {
      testResults: [{ assertionResults: [{ fullName: '[ABC-002] it holds', status: 'passed' }] }],
    });
    const run = { commit: '0123abcdef', isClean: true };
    write('full-run.json', { ...run, reports: ['vitest-unit.json'] });
    expect(command({}, '--issue', 'T')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('without the long tests'),
    });
    write('full-run.json', { ...run, reports: ['vitest-unit.json', 'vitest-long.json'] });
    expect(command({}, '--issue', 'T')).toMatchObject({ status: 0 });
  });

  it('counts the long journeys as journeys', () => {
    writeFileSync(checklist, 'id\tsection\tarea\trequirement\tshown_by\tissue\nABC-003\t1\ta\tIt holds.\te2e\tT\n');
    const journey = { title: 'it holds [ABC-003]', ok: true, tests: [{ status: 'expected' }] };
    write('playwright-long.json', { suites: [{ specs: [journey] }] });
    const run = { commit: '0123abcdef', isClean: true };
    write('full-run.json', { ...run, reports: ['playwright.json'] });
    expect(command({}, '--issue', 'T')).toMatchObject({ status: 1 });
    write('full-run.json', { ...run, reports: ['playwright.json', 'playwright-long.json'] });
    expect(command({}, '--issue', 'T')).toMatchObject({ status: 0 });
  });
});
