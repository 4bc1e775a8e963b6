import { expect, type Page } from '@playwright/test';

/** Nothing overflows sideways: the page fits the phone (WCAG 1.4.10), and no picture with a caption overlaps the next one. */
export async function expectToFit(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const figures = [...document.querySelectorAll<HTMLElement>('li > figure > *')];
    const over = figures.filter((part) => {
      const [inner, cell] = [part, part.closest('li')!].map((one) => one.getBoundingClientRect());
      return inner!.width > cell!.width + 0.5;
    });
    const beside = document.documentElement.scrollWidth - innerWidth;
    return [...(beside > 0 ? [`${beside} px`] : []), ...over.map((part) => part.textContent)];
  });
  expect.soft(tooWide).toEqual([]);
}

/** Tables fold on a narrow screen: none has to be scrolled sideways. */
export async function expectTablesToFit(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('section:has(> table)')]
      .filter((frame) => frame.scrollWidth > frame.clientWidth)
      .map((frame) => `${frame.getAttribute('aria-label')}: ${frame.scrollWidth - frame.clientWidth} px`),
  );
  expect.soft(tooWide).toEqual([]);
}

/** With touch input, controls are at least 44 px high and wide (WCAG 2.5.5), except links within a sentence. */
export async function expectTouchable(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary');
    return [...targets].flatMap((element) => {
      const isInSentence = element.matches('a') && getComputedStyle(element).display === 'inline';
      // Visible only while it has the focus, if at all.
      const isClipped = getComputedStyle(element).clipPath !== 'none' || element.getBoundingClientRect().width <= 1;
      const isHidden = !element.checkVisibility() || isClipped;
      if (isInSentence || isHidden || element.closest('[aria-hidden=true], [inert]')) return [];
      // A checkbox can be pressed on its label too.
      const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((one) =>
        one.getBoundingClientRect(),
      );
      const height = Math.max(...boxes.map((box) => box.height));
      const width = Math.max(...boxes.map((box) => box.width));
      const name = element.getAttribute('aria-label') ?? element.textContent.trim();
      return height < 43.5 || width < 43.5 ? [`${name}: ${width} × ${height}`] : [];
    });
  });
  expect.soft(small).toEqual([]);
}
