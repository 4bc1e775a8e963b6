import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing serious or critical by axe-core (WCAG 2.2 AA rules). */
export async function expectAccessible(page: Page): Promise<void> {
  await comeToRest(page);
  await expectNothingSerious(
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']),
  );
}

/** What another theme can change of a page that is accessible: its colours. */
export async function expectContrast(page: Page): Promise<void> {
  await comeToRest(page);
  await expectNothingSerious(
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withRules(['color-contrast', 'link-in-text-block']),
  );
}

async function expectNothingSerious(axe: AxeBuilder): Promise<void> {
  // No page has a frame, so one call in the page does: else axe opens an empty page for every result to merge it with nothing.
  const { violations } = await axe.setLegacyMode().analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual([]);
}

/** Colours on their way from one theme to the other are nobody's choice: what ends is waited for. */
async function comeToRest(page: Page): Promise<void> {
  // A page in the background draws no frames, so that nothing on it would ever end.
  await page.bringToFront();
  await expect
    .poll(() =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          )
          .map((animation) => (animation as CSSTransition).transitionProperty ?? animation.id),
      ),
    )
    .toEqual([]);
}
