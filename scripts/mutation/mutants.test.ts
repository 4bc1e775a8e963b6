import { expect, it } from 'vitest';
import { mutantsOf, namedMutant } from './mutants.ts';

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
