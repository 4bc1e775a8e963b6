import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Token } from '@messageformat/parser';

/** Texts by key, as in a file: ICU MessageFormat 1. */
export interface Texts {
  [key: string]: string | Texts;
}

export const TEXT_LANGUAGES = ['tr', 'en', 'ar'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

const ROOT = import.meta.dirname;

/** The groups of a language: `errors` from errors.json, `patient` from the files in the folder patient. */
export function groupsOf(language: TextLanguage): Map<string, Texts> {
  const entries = readdirSync(join(ROOT, language), { withFileTypes: true });
  return new Map(
    entries
      .map((entry): [string, Texts] => {
        const path = join(ROOT, language, entry.name);
        if (!entry.isDirectory()) return [nameOf(entry.name), readTexts(path)];
        return [
          entry.name,
          Object.fromEntries(
            readdirSync(path)
              .sort()
              .map((file) => [camelCase(nameOf(file)), readTexts(join(path, file))]),
          ),
        ];
      })
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const readTexts = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8'));
const nameOf = (file: string) => file.replace(/\.json$/, '');
const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Every text with its dotted key. */
export function flatten(texts: Texts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** The values that a placeholder accepts: any value, a number, or one of several words. */
export type Placeholder = 'any' | 'number' | readonly string[];

/**
 * The placeholders of a text by name.
 * @throws ParseError if the text is not ICU MessageFormat
 */
export function placeholdersOf(text: string): Map<string, Placeholder> {
  const found = new Map<string, Placeholder>();
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'argument' && !found.has(token.arg)) found.set(token.arg, 'any');
      if (token.type === 'function') found.set(token.arg, 'number');
      if (token.type === 'plural' || token.type === 'selectordinal') found.set(token.arg, 'number');
      if (token.type === 'select') found.set(token.arg, token.cases.map(({ key }) => key).sort());
      if ('cases' in token) for (const { tokens: inner } of token.cases) visit(inner);
    }
  };
  visit(parse(text));
  return found;
}

/** The file of a compiled group, which code imports as `@duai/texts/<language>/<group>`. */
export const compiledPath = (language: TextLanguage, group: string) => join(ROOT, 'compiled', language, `${group}.js`);
export const typesPath = (group: string) => join(ROOT, 'compiled', `${group}.d.ts`);
export const readIfThere = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
