import type { Page } from '@playwright/test';

/** Holds back calls to a path until they are released, to see what a page shows meanwhile. */
export async function hold(page: Page, path: string): Promise<() => void> {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await gate;
    await route.continue();
  });
  return letGo;
}
