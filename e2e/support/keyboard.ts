import { expect, type FileChooser, type Locator, type Page } from '@playwright/test';

const MAX_PRESSES = 90;

/** Whether the focus is visible on or around the focused element (WCAG 2.4.7). */
const hasVisibleFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    // The viewer marks its stage with a layer for each edge.
    const edges = [...element.querySelectorAll('[data-focus-mark]')];
    if (edges.length > 0) return edges.length === 4 && edges.every((edge) => edge.checkVisibility());
    // The outline may be drawn by the row of the control, as for radio cards.
    return [element, element.parentElement, element.nextElementSibling].some((candidate) => {
      if (!candidate) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
  });

/** Presses Tab until the element has the focus, and checks that the focus is visible. */
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
 * Waits until the page's pending timers have run. A form whose submission was refused focuses its first invalid field twice
 * (react-hook-form), the second time from a timer, so keys pressed before that timer would move on and type into another
 * field.
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

/** Presses Space on a file field. @returns the file chooser that the browser opens */
export async function openFileChooser(page: Page, target: Locator): Promise<FileChooser> {
  await tabTo(page, target);
  const chooser = page.waitForEvent('filechooser');
  // Playwright does not wait until the browser knows that file choosers are intercepted; an answer of the page comes after
  // that.
  await page.evaluate(() => undefined);
  await page.keyboard.press('Space');
  return chooser;
}

/**
 * Tab cycles within the dialog and the toasts, forwards and backwards, and never reaches the page behind (WAI-ARIA APG,
 * dialog).
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

/** The Tab order follows the reading order: downwards, without elements pulled forward (WCAG 2.4.3). */
export async function expectReadingOrder(page: Page): Promise<void> {
  const jumps = await page.evaluate(() => {
    /** Elements hidden by a scrolling list count as being at its edge. */
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
