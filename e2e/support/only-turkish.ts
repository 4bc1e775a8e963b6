import type { Page } from '@playwright/test';
import { flatten, groupsOf, type TextLanguage } from '../../texts/catalogues.ts';
import { lettersOf, patternOf } from '../../texts/patterns.ts';
import { wordsOf } from '../../texts/words.ts';
import { expect } from './server.ts';

/** All texts of portal and console: their own, those of every page, and the server's answers. */
const textsIn = (language: TextLanguage): readonly (readonly [key: string, text: string])[] => {
  const groups = groupsOf(language);
  return [
    ...['workplace', 'interface', 'passwords', 'errors', 'checks'].flatMap((group) =>
      flatten(groups.get(group) ?? {}, `${group}.`),
    ),
  ];
};
const turkish = new Map(textsIn('tr'));
const turkishPatterns = [...turkish.values()].filter((text) => lettersOf(text) >= 2).map(patternOf);
const isTurkish = (shown: string) => turkishPatterns.some((pattern) => pattern.test(shown));

/** Every English text that differs in Turkish and consists of more than placeholders. */
const englishPatterns = textsIn('en')
  .filter(([key, text]) => text !== turkish.get(key) && lettersOf(text) >= 2)
  .map(([key, text]) => ({ key, pattern: patternOf(text) }));

const wordsAll = (language: TextLanguage) =>
  wordsOf(
    textsIn(language)
      .map(([, text]) => text.replace(/\{\w+(, \w+,?)?|\b(zero|one|two|few|many|other) \{/g, ' '))
      .join(' '),
  );
const ofTurkish = wordsAll('tr');
/** Words of English texts that occur in no Turkish one, and short words that are missing in the catalogue. */
const strays = new Set([
  ...[...wordsAll('en')].filter((word) => !ofTurkish.has(word)),
  ...['the', 'and', 'with', 'of', 'to', 'is', 'are', 'by', 'it', 'you', 'your', 'not', 'was', 'were', 'this', 'or'],
]);

/**
 * Expects no English on a Turkish page: no text, accessible name or hint from the English catalogue, and no word that only
 * English has. Codes, and quotations marked with `lang`, are ignored; `written` contains the words that people wrote and
 * files contain.
 */
export async function expectOnlyTurkish(page: Page, written: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  const shown = await shownOn(page);
  const names = new Set(shortWordsOf(written));
  const found = shown.flatMap((text) => {
    const english = isTurkish(text) ? undefined : englishPatterns.find(({ pattern }) => pattern.test(text));
    if (english && !written.includes(text)) return [`${text} (${english.key})`];
    const stray = shortWordsOf(text).find((word) => strays.has(word) && !names.has(word));
    return stray === undefined ? [] : [`${text} (“${stray}”)`];
  });
  expect.soft([...new Set(found)], page.url()).toEqual([]);
}

/** Words of two letters or more; an e-mail address counts as a name. */
const shortWordsOf = (text: string): string[] =>
  text
    .replace(/\S+@\S+/g, ' ')
    .toLowerCase()
    .match(/(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])/gu) ?? [];

/** Texts, accessible names and hints of a page, as a reader sees or hears them. */
const shownOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const QUOTED = 'code, pre, .font-mono, [lang]:not(html, [lang=tr]), script, style, svg style';
    const NAMING = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'aria-description'];
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: at, textContent } = walker.currentNode;
      const seen = at?.closest('option') ? at.closest('select') : at;
      if (at && !at.closest(QUOTED) && seen?.checkVisibility()) texts.push(textContent ?? '');
    }
    for (const element of document.querySelectorAll('*'))
      if (!element.closest(QUOTED) && element.checkVisibility())
        for (const name of NAMING) texts.push(element.getAttribute(name) ?? '');
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}{2}/u.test(text));
  });
