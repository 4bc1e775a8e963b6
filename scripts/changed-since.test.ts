import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasChangedSince } from './changed-since.ts';

it('tells a change of code from a better comment', () => {
  const root = mkdtempSync(join(tmpdir(), 'duai-changed-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@localhost', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  const write = (text: string) => writeFileSync(join(root, 'code.ts'), text);
  git('init', '-q');
  write('/** Old words. */\nconst a = 1;\n// old\nexport function* all() {\n  yield a;\n}\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  const commit = git('rev-parse', 'HEAD').trim();
  const changed = () => hasChangedSince(root, commit, ['code.ts']);
  expect(changed()).toBe(false);
  write('/**\n * New words,\n * in two lines.\n */\nconst a = 1;\nexport function* all() {\n  yield a;\n}\n');
  expect(changed()).toBe(false);
  write('/** Old words. */\nconst a = 2;\n// old\nexport function* all() {\n  yield a;\n}\n');
  expect(changed()).toBe(true);
  expect(hasChangedSince(root, commit, ['other.ts'])).toBe(false);
  expect(() => hasChangedSince(root, '0123abcdef', ['code.ts'])).toThrow('cannot compare');
});
