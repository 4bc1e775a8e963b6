import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing serious or critical by axe-core (WCAG 2.2 AA rules). */
export async function expectAccessible(page: Page): Promise<void> {
  await comeToRest(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual([]);
}

/**
 * Colours on their way from one theme to the other are nobody's choice: transitions that end are waited for, but not for
 * ever (a page in the background draws no frames).
 */
const comeToRest = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const ended = async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document
        .getAnimations()
        .filter(
          (animation) =>
            animation.playState === 'running' && Number.isFinite(animation.effect?.getComputedTiming().endTime),
        );
      await Promise.allSettled(ending.map((animation) => animation.finished));
    };
    return Promise.race([ended(), new Promise((resolve) => setTimeout(resolve, 2000))]);
  });
