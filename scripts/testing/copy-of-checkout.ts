import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** Leaves out everything that a run creates, but not `features/reports`. */
const LEFT_OUT = /^(\.git|\.data|reports|test-results|docs\/images|.*node_modules|web\/(build|\.react-router))$/;

export interface CopyOfCheckout {
  dir: string;
  /** Runs a command in the copy. */
  run(command: string, ...args: string[]): { status: number | null; output: string };
  remove(): void;
}

/** A copy of the checkout with the same packages, in which `@duai/*` leads to the copy itself. */
export function copyOfCheckout(): CopyOfCheckout {
  const dir = mkdtempSync(join(tmpdir(), 'duai-copy-'));
  cpSync(ROOT, dir, { recursive: true, filter: (source) => !LEFT_OUT.test(relative(ROOT, source)) });
  const packages = join(ROOT, 'node_modules');
  mkdirSync(join(dir, 'node_modules', '@duai'), { recursive: true });
  for (const name of readdirSync(packages)) {
    if (name !== '@duai') symlinkSync(join(packages, name), join(dir, 'node_modules', name));
  }
  for (const name of readdirSync(join(packages, '@duai')))
    symlinkSync(join(dir, name), join(dir, 'node_modules', '@duai', name));
  // Variables set for this test run must not reach the runs that it starts.
  const { VITEST, VITEST_POOL_ID, VITEST_WORKER_ID, TEST_REPORT, NODE_OPTIONS, ...env } = process.env;
  return {
    dir,
    run(command, ...args) {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: dir, env, encoding: 'utf8' });
      return { status, output: `${stdout}${stderr}` };
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
