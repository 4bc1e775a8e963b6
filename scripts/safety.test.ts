import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const tests = ['texts', 'contract', 'imaging', 'algorithms', 'server', 'web', 'scripts', 'media', 'e2e'].flatMap(
  (workspace) =>
    readdirSync(join(ROOT, workspace), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(test\.tsx?|e2e\.ts)$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter((path) => !/node_modules|\/build\//.test(path)),
);
const hazards = readFileSync(join(ROOT, 'docs', 'safety.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, hazard, , shownBy]) => ({ hazard: hazard!, shownBy: shownBy! }));

/** The titles that a runner would print: those of it, test, describe and test.step, and the names before `.each` tables. */
const titlesOf = (path: string) =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/g)].map(([, , title]) =>
    title!.replaceAll(/\\(['"`])/g, '$1'),
  );

describe('docs/safety.md', () => {
  it.each(hazards)('$hazard: names tests that exist', ({ shownBy }) => {
    const named = shownBy.split(/;\s*(?=`)/);
    for (const one of named) {
      const [, file, quoted] = /^`([\w./-]+)` (".+")$/.exec(one) ?? [];
      expect(file, `${one}: a file and a part of a title in quotation marks`).toBeDefined();
      const paths = tests.filter((path) => basename(path) === basename(file!) && path.endsWith(file!));
      expect(paths, `${file} is the name of one test file`).toHaveLength(1);
      for (const part of quoted!.slice(1, -1).split('", "'))
        expect(
          titlesOf(paths[0]!).some((title) => title.includes(part)),
          `${file}: "${part}"`,
        ).toBe(true);
    }
  });

  it('has hazards', () => {
    expect(hazards.length).toBeGreaterThan(40);
  });
});
