import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..');

/**
 * The most non-null assertions (`value!`) allowed in an area. Lower the number when some are removed; it must never be
 * raised.
 */
const MOST = {
  contract: 8,
  texts: 2,
  imaging: 34,
  algorithms: 145,
  server: 104,
  web: 70,
  scripts: 66,
  media: 12,
};
type Area = keyof typeof MOST;

const isTest = (file: string) => /\.(test|suite)\.tsx?$|[\\/]testing[\\/]/.test(file);
const codeOf = (area: Area): string[] =>
  globSync(`${area}/**/*.{ts,tsx}`, {
    cwd: ROOT,
    exclude: (path) => /(^|[\\/])(node_modules|build|compiled)([\\/]|$)/.test(path),
  }).filter((file) => !file.endsWith('.d.ts') && !isTest(file));

/** Counted in the syntax tree, and only in files that may contain one, because parsing all files takes ten times as long. */
function assertionsIn(source: string, isJsx: boolean): number {
  if (!/[\w\])'"`]!(?!=)/.test(source)) return 0;
  let count = 0;
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    if ('type' in node && node.type === 'TSNonNullExpression') count += 1;
    for (const value of Object.values(node)) walk(value);
  };
  walk(parseAst(source, { lang: isJsx ? 'tsx' : 'ts' }));
  return count;
}

describe('non-null assertions', () => {
  it.each([
    ['const first = list[0]!;', 1],
    ['sums[at]! += values[at]!;', 2],
    ['const name = found()!.name!;', 2],
    ['if (!isOpen && a != b && a !== b) throw new Error("no!");', 0],
  ])('are counted: %s', (source, count) => expect(assertionsIn(source, false)).toBe(count));

  it.each(Object.entries(MOST))('in %s are not more than %i: narrow or model instead', (area, most) => {
    const files = codeOf(area as Area);
    expect(files.length).toBeGreaterThan(0);
    const count = files.reduce(
      (sum, file) => sum + assertionsIn(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x')),
      0,
    );
    expect(count).toBeLessThanOrEqual(most);
  });
});

/** The most lines in a folder of code (`wc -l`), without tests and subfolders. */
const MOST_LINES = 1250;
/** Folders of independent commands or helpers, which cannot be grouped further. */
const FLAT: Readonly<Record<string, string>> = {
  'server/src': 'the assembly: settings, parts, features, start',
  'server/src/testing': 'helpers of tests',
};

it('a folder of code has no more than about 1,200 lines', () => {
  const lines = new Map<string, number>();
  for (const area of ['contract', 'imaging', 'algorithms', 'server', 'web'] as const)
    for (const file of globSync(`${area}/src/**/*.{ts,tsx}`, { cwd: ROOT })) {
      if (/\.(test|suite)\.tsx?$/.test(file) || dirname(file) in FLAT) continue;
      const count = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
      lines.set(dirname(file), (lines.get(dirname(file)) ?? 0) + count);
    }
  expect(lines.size).toBeGreaterThan(100);
  const large = [...lines].filter(([, count]) => count > MOST_LINES);
  expect(large, 'divide it by the words of its field (docs/architecture.md)').toEqual([]);
});

/** Of a closure that returns an object of methods (docs/decisions/0333). */
const MOST_CLOSURE_LINES = 200;

/** Names of functions that are longer, among those whose name says that they put something together. */
function longClosuresIn(source: string): string[] {
  const { body } = parseAst(source, { lang: 'ts' });
  return body.flatMap((node) => {
    const made = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (made?.type !== 'FunctionDeclaration' || !made.id?.name.startsWith('create')) return [];
    const lines = source.slice(made.start, made.end).split('\n').length;
    return lines >= MOST_CLOSURE_LINES ? [`${made.id.name}: ${lines}`] : [];
  });
}

describe('closures', () => {
  it('are counted with their lines', () => {
    const closure = (lines: number) => `export function createDoor() {\n${'  open();\n'.repeat(lines - 2)}}\n`;
    expect(longClosuresIn(closure(MOST_CLOSURE_LINES))).toEqual(['createDoor: 200']);
    expect(longClosuresIn(closure(MOST_CLOSURE_LINES - 1))).toEqual([]);
  });

  it('of 200 lines become use cases, a file each', () => {
    const files = [...codeOf('server'), ...codeOf('web')].filter((file) => file.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(100);
    const long = files.flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return source.split('\n').length < MOST_CLOSURE_LINES ? [] : longClosuresIn(source);
    });
    expect(long).toEqual([]);
  });
});
