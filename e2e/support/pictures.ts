import type { Page, PageScreenshotOptions } from '@playwright/test';

/** Takes a picture for manual review: PICTURES=1 writes reports/NAME.png. No test reads it. */
export async function picture(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `reports/${name}.png`, ...options });
}
