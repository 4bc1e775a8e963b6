import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Longer than the tests of one mutant take on a busy machine; a mutant that makes its tests hang counts as noticed. */
const LONGEST_MS = 5 * 60_000;

/** The project that vitest.config.ts assigns to a test file. */
const projectOf = (test: string): string =>
  test.includes('.long.test.') ? 'long' : test.includes('.int.test.') ? 'integration' : 'unit';

export interface Sandbox {
  write(file: string, text: string): void;
  /** Whether the tests fail; with `only`, just those whose titles contain it. */
  testsFail(tests: readonly string[], only?: string): Promise<boolean>;
  remove(): void;
}

/**
 * A copy of the tracked files in their present state, in which files can be changed while work goes on. Packages are hard
 * links to the same files; links between our own packages are relative, so they lead to the copy.
 */
export function createSandbox(root: string, env: Record<string, string>): Sandbox {
  const dir = mkdtempSync(join(tmpdir(), 'duai-mutation-'));
  const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ':!e2e/looks'];
  for (const file of execFileSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')) {
    if (file === '') continue;
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    cpSync(join(root, file), join(dir, file));
  }
  const packages = execFileSync('find', ['.', '-maxdepth', '2', '-name', 'node_modules'], { cwd: root });
  for (const path of packages.toString().split('\n').filter(Boolean))
    execFileSync('cp', ['-al', join(root, path), join(dir, path)]);
  let running: ChildProcess | undefined;

  return {
    write: (file, text) => writeFileSync(join(dir, file), text),
    async testsFail(tests, only) {
      for (const [project, own] of Map.groupBy(tests, projectOf)) {
        const args = ['run', '--project', project, '--bail', '1', '--reporter', 'dot', ...own];
        const child = spawn(
          join(dir, 'node_modules', '.bin', 'vitest'),
          only ? [...args, '--testNamePattern', only, '--passWithNoTests=false'] : args,
          { cwd: dir, stdio: 'ignore', env: { ...process.env, ...env }, detached: true },
        );
        running = child;
        const limit = setTimeout(() => end(child), LONGEST_MS);
        const code = await new Promise((resolve) => child.once('exit', resolve));
        clearTimeout(limit);
        end(child);
        if (code !== 0) return true;
      }
      return false;
    },
    remove() {
      if (running) end(running);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Ends a run with its workers: a mutant may have made one of them loop for ever, and nobody else would end that. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
