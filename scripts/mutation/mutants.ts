/** A file with a single change, which must make the tests that guard the file fail. */
export interface Mutant {
  /** Counted from 1. */
  line: number;
  before: string;
  after: string;
  text: string;
}

type Rule = readonly [search: RegExp, replace: string];

/** The replacements that each rule makes in a line; a line with two matches gives two mutants. */
const RULES: readonly Rule[] = [
  [/===/g, '!=='],
  [/!==/g, '==='],
  [/>=/g, '>'],
  [/<=/g, '<'],
  [/(?<=[\w)\]] )>(?= [\w(])/g, '>='],
  [/(?<=[\w)\]] )<(?= [\w(])/g, '<='],
  [/&&/g, '||'],
  [/\|\|/g, '&&'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/(?<=[\w)\]] )\+(?= [\w(])/g, '-'],
  [/(?<=[\w)\]] )-(?= [\w(])/g, '+'],
  [/\bMath\.min\b/g, 'Math.max'],
  [/\bMath\.max\b/g, 'Math.min'],
  [/\bMath\.ceil\b/g, 'Math.floor'],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
];

/** A removed guard: `if (…) throw …;` on one line, or a throw by itself. */
const GUARD = /^(\s*)(if \(.*\) )?(throw |return undefined;|return;|await assert|assert)/;

/** Mutants of a source file, in the order of its lines. Comments, imports and types are not changed. */
export function mutantsOf(text: string): Mutant[] {
  const lines = text.split('\n');
  return lines.flatMap((before, index) => {
    if (isNoCode(before)) return [];
    const changed = RULES.flatMap(([search, replace]) =>
      [...before.matchAll(search)].map(
        ({ index: at, 0: found }) => before.slice(0, at) + replace + before.slice(at + found.length),
      ),
    );
    if (GUARD.test(before) && before.trimEnd().endsWith(';')) changed.push(before.replace(/\S.*$/, ';'));
    return [...new Set(changed)].map((after) => ({
      line: index + 1,
      before,
      after,
      text: [...lines.slice(0, index), after, ...lines.slice(index + 1)].join('\n'),
    }));
  });
}

const isNoCode = (line: string): boolean => /^\s*(\/\/|\/?\*|import |export type |type |interface )/.test(line);

/** One named mutant. @throws Error if the code is not found, or found twice */
export function namedMutant(text: string, before: string, after: string): Mutant {
  const at = text.indexOf(before);
  if (at < 0 || text.indexOf(before, at + 1) >= 0) throw new Error(`not there exactly once: ${before}`);
  const line = text.slice(0, at).split('\n').length;
  return { line, before, after, text: text.slice(0, at) + after + text.slice(at + before.length) };
}
