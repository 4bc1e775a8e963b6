import { cases } from '@duai/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import type { Instance } from '../../scripts/instance.ts';
import { newPatient } from './patients.ts';
import { waitForDraft } from './reports.ts';
import { signInStaff, staffClient } from './staff.ts';

/** The first viewport of a page, used like a reader would. */
export class Viewer {
  readonly page: Page;
  readonly stage: Locator;
  readonly canvas: Locator;
  readonly list: Locator;

  constructor(page: Page, within: Page | Locator = page) {
    this.page = page;
    this.stage = within.getByRole('slider', { name: 'Image of the series' });
    this.canvas = within.locator('canvas[data-pixels=stored]');
    this.list = page.getByRole('region', { name: 'Measurements' });
  }

  /** Image number, from 1. */
  async go(image: number): Promise<void> {
    await this.stage.press('Home');
    for (let step = 1; step < image; step += 1) await this.stage.press('ArrowDown');
    await expect(this.stage).toHaveAttribute('aria-valuenow', String(image));
    await expect(this.canvas).toHaveAttribute('aria-label', new RegExp(`^Slice ${image} of `));
  }

  async choose(series: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Series' })
      .getByRole('button', { name: new RegExp(`^${series}`) })
      .click();
    await expect(this.canvas).toBeVisible();
  }

  /** The screen position of a point of an image with these columns and rows; a pixel's centre is at 0.5. */
  async at(x: number, y: number, columns: number, rows: number): Promise<{ x: number; y: number }> {
    const box = (await this.canvas.boundingBox())!;
    return { x: box.x + (x / columns) * box.width, y: box.y + (y / rows) * box.height };
  }

  async draw(points: readonly { x: number; y: number }[]): Promise<void> {
    const [first, ...rest] = points;
    await this.page.mouse.move(first!.x, first!.y);
    await this.page.mouse.down();
    for (const { x, y } of rest) await this.page.mouse.move(x, y);
    await this.page.mouse.up();
  }
}

/**
 * Creates a case with these images, waits for its analyses and opens it on the reading page of a radiologist.
 * @returns the id of the case
 */
export async function openReading(
  page: Page,
  server: Instance,
  email: string,
  files: { name: string; bytes: Uint8Array }[],
): Promise<string> {
  const patient = await newPatient(server.address, { email });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Diz' } });
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInStaff(page, server, 'radiologist');
  await page.goto(`/console/cases/${caseId}`);
  return caseId;
}
