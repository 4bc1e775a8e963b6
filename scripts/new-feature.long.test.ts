import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopyOfCheckout, copyOfCheckout } from './testing/copy-of-checkout.ts';

let checkout: CopyOfCheckout;
let copy: string;
beforeAll(() => {
  checkout = copyOfCheckout();
  copy = checkout.dir;
});
afterAll(() => checkout.remove());

/** Runs a command in the copy; returns '' on success, otherwise its output. */
function complaintOf(command: string, ...args: string[]): string {
  const { status, output } = checkout.run(command, ...args);
  return status === 0 ? '' : `${command} ${args.join(' ')} ended with ${status}\n${output}`;
}
const tool = (name: string, ...args: string[]) => complaintOf(join(copy, 'node_modules', '.bin', name), ...args);
const script = (name: string, ...args: string[]) => complaintOf(process.execPath, join(copy, 'scripts', name), ...args);

describe('npm run new-feature', () => {
  it('makes a feature that passes every rule and its own tests', () => {
    expect(script('new-feature.ts', 'second-looks')).toBe('');
    expect(readdirSync(join(copy, 'server', 'src', 'features', 'second-looks'))).toHaveLength(9);
    const written = ['contract/src', 'server/src/app.ts', 'server/src/features.ts', 'server/src/features/second-looks'];
    expect(tool('biome', 'ci', '--colors=off', '--vcs-enabled=false', '--error-on-warnings', ...written)).toBe('');
    for (const workspace of ['contract', 'server']) expect(tool('tsc', '-p', workspace)).toBe('');
    expect(script('import-rules.ts')).toBe('');
    expect(tool('knip', '--no-progress')).not.toContain('second-looks');
    expect(tool('vitest', 'run', 'server/src/features/second-looks', 'server/src/access.int.test.ts')).toBe('');
    const report = JSON.parse(readFileSync(join(copy, 'reports', 'vitest.json'), 'utf8')) as { numPassedTests: number };
    expect(report.numPassedTests).toBeGreaterThanOrEqual(3);
  }, 400_000);

  it('refuses a name that is taken or no plural noun, and leaves nothing behind', () => {
    expect(script('new-feature.ts', 'cases')).toContain('server/src/features/cases is already there');
    expect(script('new-feature.ts', 'Second_Look')).toContain('Usage');
    expect(readdirSync(join(copy, 'server', 'src', 'features'))).not.toContain('Second_Look');
  });
});

describe('the import rules', () => {
  it('name the file, the import and what to do instead', () => {
    const store = join(copy, 'server', 'src', 'features', 'press', 'borrowed.store.ts');
    writeFileSync(store, "export { findCase } from '../cases/cases.store.ts';\n");
    const complaint = script('import-rules.ts');
    rmSync(store);
    expect(complaint).toContain(
      'server/src/features/press/borrowed.store.ts imports server/src/features/cases/cases.store.ts: import the other feature’s index.ts',
    );
  });
});

it('a cycle of imports is a lint error that names both files', () => {
  const core = join(copy, 'server', 'src', 'core');
  writeFileSync(join(core, 'chicken.ts'), "import { egg } from './egg.ts';\nexport const chicken = egg;\n");
  writeFileSync(join(core, 'egg.ts'), "import { chicken } from './chicken.ts';\nexport const egg = chicken;\n");
  const complaint = tool('biome', 'lint', '--colors=off', '--vcs-enabled=false', 'server/src/core');
  for (const name of ['chicken.ts', 'egg.ts']) rmSync(join(core, name));
  expect(complaint).toContain('server/src/core/chicken.ts:1:21 lint/suspicious/noImportCycles');
  expect(complaint).toContain('This import resolves to server/src/core/egg.ts');
});
