import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CopyOfCheckout, copyOfCheckout } from './copy-of-checkout.ts';
import type { FileTime } from './reports.ts';

let checkout: CopyOfCheckout;
beforeAll(() => {
  checkout = copyOfCheckout();
  const git = (...args: string[]) => expect(checkout.run('git', ...args).status, args[0]).toBe(0);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@duai.example', 'commit', '--quiet', '--message=all');
});
afterAll(() => checkout.remove());

it('npm test -- --changed: static checks, the tests that import what changed, and no journey that it cannot touch', () => {
  const path = join(checkout.dir, 'media', 'films.ts');
  const text = readFileSync(path, 'utf8');
  const changed = text.replace('10 + 245 * light ** 1.12', 'light > 0.5 ? 255 : 0');
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);

  const { status, output } = checkout.run('npm', 'test', '--', '--changed');

  const report = (name: string): unknown =>
    JSON.parse(readFileSync(join(checkout.dir, 'reports', 'changed', name), 'utf8'));
  const ran = (name: string) => (report(name) as FileTime[]).map(({ file }) => file);
  expect(ran('vitest-unit.json.times'), output).toEqual(['media/films.test.ts']);
  expect(ran('vitest-integration.json.times')).toEqual([]);
  expect(ran('vitest-long.json.times')).toEqual([]);
  for (const step of ['types', 'lint', 'import rules', 'dead code']) expect(output).toContain(`── ${step} (`);
  expect(output).not.toContain('── end to end');
  // The film now has a hard edge, so the selected test ran and failed.
  expect(report('vitest-unit.json')).toMatchObject({ numPassedTests: 0, numFailedTests: 1 });
  expect(status).toBe(1);
}, 600_000);
