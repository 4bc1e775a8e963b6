import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts, cases, reports } from '@duai/contract';
import { matchQuery, QueryClient, type QueryKey } from '@tanstack/react-query';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { isAnswerOf, type Key, keyOf } from './query-keys.ts';

const fits = (queryKey: Key, wanted: Key): boolean =>
  matchQuery({ queryKey: wanted }, new QueryClient().getQueryCache().build(new QueryClient(), { queryKey }));

describe('the key of an answer', () => {
  const [one, other] = ['one', 'other'].map((caseId) => keyOf(reports.getReport, { params: { caseId } }));
  it('begins with the path, which the default fetcher loads', () =>
    expect(keyOf(cases.listCases)).toEqual(['/api/second-opinion/cases']));
  it('holds what was asked with', () => {
    expect(one).toEqual(['/api/second-opinion/cases/:caseId/report', { params: { caseId: 'one' } }]);
    expect(fits(one!, other!)).toBe(false);
  });
  it('without that stands for all answers of the endpoint', () => {
    expect(fits(one!, keyOf(reports.getReport))).toBe(true);
    expect(isAnswerOf(reports.getReport)(other!)).toBe(true);
    expect(isAnswerOf(reports.getReport)(keyOf(cases.getCase, { params: { caseId: 'one' } }))).toBe(false);
  });
  it('tells two methods of one path apart', () => {
    const created = keyOf(cases.createCase);
    expect(cases.createCase.path).toBe(cases.listCases.path);
    expect(isAnswerOf(cases.listCases)(created)).toBe(false);
    expect(isAnswerOf(cases.createCase)(created)).toBe(true);
    expect(isAnswerOf(accounts.findUsers)(keyOf(accounts.findUsers, { body: { text: 'a' } }))).toBe(true);
  });
});

/**
 * Signs of keys written by hand: a list as a key or its prefix, a list in a variable called key, or the query client's own
 * invalidation.
 */
const BY_HAND = [
  /\bas (?:Query)?Key\b/,
  /\bqueryKey\s*[:=]\s*\[/,
  /\b(?:[a-z]\w*)?[kK]ey\b(?:\s*:\s*QueryKey)?\s*=\s*(?:\([^)]*\)(?:\s*:\s*QueryKey)?\s*=>\s*)?\[/,
  /\b[sg]etQuer(?:y|ies)Data(?:<[^(]*>)?\(\s*\[/,
  /\b(?:invalidate|cancel|refetch|reset|remove)Queries\(\s*\{/,
];
/** The modules that make keys and renew queries. */
const MADE_IN = new Set(['lib/query-keys.ts', 'lib/renewals.ts']);

const cwd = join(import.meta.dirname, '..');
const sources = () => {
  const files = globSync('**/*.{ts,tsx}', { cwd }).filter((file) => !/\.test\.tsx?$/.test(file) && !MADE_IN.has(file));
  expect(files.length).toBeGreaterThan(300);
  return files.map((file) => [file, readFileSync(join(cwd, file), 'utf8')] as const);
};
const byHand = (text: string): string[] => BY_HAND.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

describe('keys written by hand', () => {
  it.each([
    "useQuery({ queryKey: ['cases', caseId] })",
    'useQuery({ queryKey: [cases.listCases.path] })',
    "const caseKey = (caseId: string) => ['cases', caseId] as const;",
    "queryClient.setQueryData<Case[]>(['cases'], all)",
    'queryClient.invalidateQueries({ queryKey })',
    'const key: QueryKey = [KEY];',
    "useChange(['cases'] as unknown as Key, send)",
  ])('are found: %s', (text) => expect(byHand(text)).not.toEqual([]));

  it('are type errors where the library takes a key', () => {
    expectTypeOf<QueryKey>().toEqualTypeOf<Key>();
    expectTypeOf<readonly unknown[]>().not.toExtend<QueryKey>();
  });

  it.each([
    'useQuery({ queryKey: keyOf(cases.listCases) })',
    'const caseKey = (caseId: string) => keyOf(cases.getCase, { params: { caseId } });',
    'void queryClient.invalidateQueries();',
  ])('are not: %s', (text) => expect(byHand(text)).toEqual([]));

  it('are nowhere: keys come from the endpoint, and renewals are in one place', () => {
    const found = sources().flatMap(([file, text]) =>
      byHand(text).map((hit) => `${file}: ${hit} (take keyOf and renew of lib/)`),
    );
    expect(found).toEqual([]);
  });
});

/** Endpoints passed as arguments, such as `cases.getCase`. */
const namesAfter = (text: string, call: RegExp): string[] =>
  [...text.matchAll(call)].flatMap(([, given]) => given!.match(/\b\w+\.\w+/g) ?? []);
const RENEWED =
  /(?:\buseChange(?:<[^(]*>)?\(\s*|\brenew(?:All)?\(queryClient, |\brenews=\{|\bisAnswerOf\()((?:\w+\.\w+,?\s*)+)/g;

it('a renewal names an answer that a query shows', () => {
  const all = sources();
  const shown = new Set(all.flatMap(([, text]) => namesAfter(text, /\b(?:keyOf\(\s*|endpoint: )(\w+\.\w+)/g)));
  const renewed = all.flatMap(([file, text]) => namesAfter(text, RENEWED).map((name) => ({ file, name })));
  expect(renewed.length).toBeGreaterThan(30);
  expect(renewed.filter(({ name }) => !shown.has(name))).toEqual([]);
});
