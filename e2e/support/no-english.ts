import { expect, type Page } from '@playwright/test';
import { messages as english } from '../../web/src/messages/en/index.ts';
import { messages as turkish } from '../../web/src/messages/tr/index.ts';
import { wordsOf, wordsOnlyIn } from '../../web/src/messages/words.ts';

/** A Turkish page shows no word of the English catalogue but those that people wrote or files carry. */
export async function expectNoEnglish(page: Page, written: string): Promise<void> {
  const strays = wordsOnlyIn(english, turkish);
  const others = wordsOf(written);
  const names = await page
    .locator('[aria-label], [title], img[alt]')
    .evaluateAll((all) => all.map((one) => ['aria-label', 'title', 'alt'].map((name) => one.getAttribute(name) ?? '')));
  const shown = wordsOf([await page.title(), ...(await page.locator('body').allInnerTexts()), names.flat()].join(' '));
  expect([...shown].filter((word) => strays.has(word) && !others.has(word))).toEqual([]);
}
