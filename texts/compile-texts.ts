import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/lib/compile-module.js';
import {
  compiledPath,
  flatten,
  groupsOf,
  type Placeholder,
  placeholdersOf,
  TEXT_LANGUAGES,
  type TextLanguage,
  type Texts,
  typesPath,
} from './catalogues.ts';

const HEAD = '// Written by npm run texts from the JSON files of texts/.\n';

/** Every compiled file by its path: one module for each language and group, one declaration for each group. */
export function compileTexts(): Map<string, string> {
  const catalogues = new Map(TEXT_LANGUAGES.map((language) => [language, groupsOf(language)] as const));
  const files = new Map<string, string>();
  for (const [group, english] of catalogues.get('en')!) {
    const versions = TEXT_LANGUAGES.map((language) => catalogues.get(language)!.get(group) ?? {});
    files.set(typesPath(group), declare(english, versions));
  }
  for (const [language, groups] of catalogues)
    for (const [group, texts] of groups) files.set(compiledPath(language, group), compileGroup(language, texts));
  return files;
}

/** A text without placeholders stays a string; others become functions. */
function compileGroup(language: TextLanguage, texts: Texts): string {
  const module = compileModule(new MessageFormat(language, { strictPluralKeys: true }), texts);
  return HEAD + module.replace(/: \(\) => (?=")/g, ': ');
}

function declare(english: Texts, versions: readonly Texts[]): string {
  const texts = versions.map((version) => new Map(flatten(version)));
  const body = (level: Texts, prefix: string, indent: string): string =>
    Object.entries(level)
      .map(([key, value]) => {
        const name = `${indent}readonly ${JSON.stringify(key)}: `;
        if (typeof value !== 'string')
          return `${name}{\n${body(value, `${prefix}${key}.`, `${indent}  `)}${indent}};\n`;
        return `${name}${typeOf(texts.map((version) => version.get(prefix + key) ?? ''))};\n`;
      })
      .join('');
  return `${HEAD}export interface Texts {\n${body(english, '', '  ')}}\ndeclare const texts: Texts;\nexport default texts;\n`;
}

/** The parameter type for all languages: a number if one of them uses it as a number. */
function typeOf(versions: readonly string[]): string {
  const placeholders = new Map<string, Placeholder>();
  for (const version of versions)
    for (const [name, takes] of placeholdersOf(version))
      if (takes !== 'any' || !placeholders.has(name)) placeholders.set(name, takes);
  if (placeholders.size === 0) return 'string';
  const parameters = [...placeholders].map(([name, takes]) => `readonly ${name}: ${writtenType(takes)}`);
  return `(p: { ${parameters.join('; ')} }) => string`;
}

function writtenType(takes: Placeholder): string {
  if (takes === 'number') return 'number';
  if (takes === 'any' || takes.includes('other')) return 'string | number';
  return takes.map((word) => JSON.stringify(word)).join(' | ');
}
