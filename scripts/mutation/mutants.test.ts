import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutantsOf, namedMutant } from './mutants.ts';
import { NAMED, SWEPT } from './targets.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const of = (line: string) => mutantsOf(line).map(({ after }) => after);

it('changes one thing at a time', () => {
  expect(of("  if (row.status !== 'open') throw new AppError('X');")).toEqual([
    "  if (row.status === 'open') throw new AppError('X');",
    '  ;',
  ]);
  expect(of('const ends = a && (b >= c || d < e);')).toEqual([
    'const ends = a && (b > c || d < e);',
    'const ends = a && (b >= c || d <= e);',
    'const ends = a || (b >= c || d < e);',
    'const ends = a && (b >= c && d < e);',
  ]);
});

it('leaves comments, imports and types as they are', () => {
  expect(of('// a === b')).toEqual([]);
  expect(of(' * a === b')).toEqual([]);
  expect(of("import { a } from './a.ts';")).toEqual([]);
  expect(of('type A = Map<string, true>;')).toEqual([]);
});

it('a named mutant has to be there once', () => {
  expect(namedMutant('a\nb && c', '&&', '||')).toMatchObject({ line: 2, text: 'a\nb || c' });
  expect(() => namedMutant('a', 'b', 'c')).toThrow('not there exactly once');
  expect(() => namedMutant('a a', 'a', 'c')).toThrow('not there exactly once');
});

it.each(NAMED.map((named) => [named.file, named.before, named] as const))(
  '%s holds what a mutant changes: %s',
  (_, __, named) => {
    expect(namedMutant(readFileSync(join(ROOT, named.file), 'utf8'), named.before, named.after).text).not.toBe('');
  },
);

it.each([...SWEPT, ...NAMED].flatMap(({ tests }) => tests))('%s is a test file', (path) => {
  expect(existsSync(join(ROOT, path))).toBe(true);
});
