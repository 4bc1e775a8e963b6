import { expect, type FileChooser, type Locator, type Page } from '@playwright/test';

const MAX_PRESSES = 90;

/** Whether something around the element with the focus shows that it has it (WCAG 2.4.7). */
const hasVisibleFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    // The frame may be drawn by the control's own row, as for radio cards.
    return [element, element.parentElement, element.nextElementSibling].some((candidate) => {
      if (!candidate) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
  });

/** Presses Tab until the element has the focus, as somebody without a mouse goes there, and sees that it has it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let press = 0; press < MAX_PRESSES; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await hasVisibleFocus(page), `the focus shows on ${target}`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

/**
 * What the page put off until now is done. A form whose send was refused gives the focus to its first wrong field twice
 * (react-hook-form), the second time from a timer: keys that overtake it have mended that field, and land in the next.
 */
export const timersRun = (page: Page): Promise<void> =>
  page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }));

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Presses Space on a field for files. @returns what the browser opens for it */
export async function openFileChooser(page: Page, target: Locator): Promise<FileChooser> {
  await tabTo(page, target);
  const chooser = page.waitForEvent('filechooser');
  // Playwright does not wait until the browser knows that it is to be asked; an answer of the page comes after that.
  await page.evaluate(() => undefined);
  await page.keyboard.press('Space');
  return chooser;
}

/**
 * Tab goes round within the dialog and the toasts beside it, forwards and backwards; nothing of the page behind is reached
 * (WAI-ARIA APG, dialog).
 */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  const isOutsideThePage = () =>
    page.evaluate(() => document.getElementById('page')?.contains(document.activeElement) === false);
  const stops = await dialog.locator('button, a[href], input, select, textarea').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press <= stops; press += 1) {
      await page.keyboard.press(key);
      expect(await isOutsideThePage(), `${key} stays out of the page behind`).toBe(true);
    }
  }
}

/** The order of Tab is that of reading: downwards, no element pulled forward (WCAG 2.4.3). */
export async function expectReadingOrder(page: Page): Promise<void> {
  const jumps = await page.evaluate(() => {
    /** What a list that scrolls hides lies, for the reader, at its edge. */
    const withinView = (element: HTMLElement) => {
      const { top, bottom } = element.getBoundingClientRect();
      const frame = element.closest('.overflow-y-auto')?.getBoundingClientRect();
      const clamp = (at: number) => (frame ? Math.min(Math.max(at, frame.top), frame.bottom) : at);
      return { top: clamp(top), bottom: clamp(bottom) };
    };
    const stops = [
      ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea, summary)'),
    ]
      .filter((element) => element.tabIndex >= 0 && element.checkVisibility() && element.getClientRects().length > 0)
      .map((element) => {
        const { top, bottom } = withinView(element);
        return {
          name: element.textContent || element.getAttribute('aria-label'),
          top,
          bottom,
          order: element.tabIndex,
        };
      });
    return stops.flatMap((stop, index) => {
      const before = stops[index - 1];
      const isAbove = before !== undefined && stop.bottom < before.top;
      return isAbove || stop.order > 0 ? [`${before?.name} → ${stop.name}`] : [];
    });
  });
  expect(jumps).toEqual([]);
}
