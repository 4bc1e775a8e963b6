import type { Page, PageScreenshotOptions } from '@playwright/test';

/** For whoever wants to look at what a journey saw: PICTURES=1 writes reports/NAME.png. No test reads one. */
export async function picture(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `reports/${name}.png`, ...options });
}
