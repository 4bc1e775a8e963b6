import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects no serious or critical violation of axe-core (WCAG 2.2 AA rules). */
export async function expectAccessible(page: Page): Promise<void> {
  await comeToRest(page);
  await expectNothingSerious(
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']),
  );
}

/** Checks only what another theme can change: colours. */
export async function expectContrast(page: Page): Promise<void> {
  await comeToRest(page);
  await expectNothingSerious(
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withRules(['color-contrast', 'link-in-text-block']),
  );
}

async function expectNothingSerious(axe: AxeBuilder): Promise<void> {
  // Pages have no frames, so one call in the page is enough; otherwise axe opens an empty page for every result to merge it.
  const { violations } = await axe.setLegacyMode().analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual([]);
}

/** Waits until colour transitions between themes have ended. */
async function comeToRest(page: Page): Promise<void> {
  // A page in the background draws no frames, so its transitions would never end.
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
