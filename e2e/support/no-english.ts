import { expect, type Page } from '@playwright/test';
import { wordsOf, wordsOnlyIn } from '../../texts/words.ts';
import { english, turkish } from './texts.ts';

/** Expects no word of the English catalogue on a Turkish page, except words that people wrote or files contain. */
export async function expectNoEnglish(
  page: Page,
  written: string,
  catalogues: { readonly english: object; readonly turkish: object } = { english, turkish },
): Promise<void> {
  const strays = wordsOnlyIn(catalogues.english, catalogues.turkish);
  const others = wordsOf(written);
  const names = await page
    .locator('[aria-label], [title], img[alt]')
    .evaluateAll((all) => all.map((one) => ['aria-label', 'title', 'alt'].map((name) => one.getAttribute(name) ?? '')));
  const shown = wordsOf([await page.title(), ...(await page.locator('body').allInnerTexts()), names.flat()].join(' '));
  expect([...shown].filter((word) => strays.has(word) && !others.has(word))).toEqual([]);
}
