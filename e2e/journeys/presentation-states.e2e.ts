import { accounts, given, scans } from '@duai/contract';
import type { Page } from '@playwright/test';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { stateOn } from '../../server/src/testing/presentation-state.ts';
import { smallPhantom } from '../../server/src/testing/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/server.ts';
import { BASE, shot, signIn } from '../support/trial.ts';

/** Mean grey of the image on the stage. */
const greyOf = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-pixels=stored]');
    const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += data[at] ?? 0;
    return Math.round((sum * 4) / Math.max(1, data.length));
  });

test('a presentation state is shown when the reader chooses it, and goes by one key; without a choice the image is as stored', {
  tag: '@long',
}, async ({ page, server }) => {
  const department = createHttpClient(server.address);
  await department.call(accounts.loginInstitutionUser, { body: server.logins.institution });
  const { files } = smallPhantom(7701);
  const state = await stateOn(files);
  const form = imagesForm([...files, { name: 'state.dcm', bytes: state.bytes }]);
  const { scan } = await department.call(scans.uploadScan, { form });
  await expect
    .poll(async () => (await department.call(scans.getScan, { params: { scanId: scan.id } })).scan.status)
    .toBe('complete');
  const { studies } = await department.call(scans.getScan, { params: { scanId: scan.id } });
  const images = studies[0]?.series[0]?.instances ?? [];
  const at = images.findIndex(({ sopInstanceUid }) => sopInstanceUid === state.image);
  expect(given(studies[0], 'the study').series).toHaveLength(1);

  await signIn(page, 'sample-admin', server.logins.institution.password);
  await expect(page).toHaveURL(/dashboard/);
  await page.goto(`${BASE}/dashboard/studies/${scan.id}`);
  const stage = page.getByRole('slider', { name: 'Image' }).first();
  await expect(page.locator('canvas[data-pixels=stored]')).toBeVisible();
  await stage.focus();
  await page.keyboard.press('Home');
  for (let down = 0; down < at; down += 1) await page.keyboard.press('ArrowDown');
  const drawn = page.locator('canvas[data-pixels=stored]');
  const ofState = new RegExp(`^Slice ${at + 1} of `);
  await expect(drawn).toHaveAttribute('aria-label', ofState);
  const choice = page.getByLabel('Presentation state (1)');
  await expect(choice).toHaveValue('');
  const marks = page.locator('[data-presentation-state]');
  await expect(marks).toHaveCount(0);
  const asStored = await greyOf(page);

  await choice.focus();
  await page.keyboard.press('ArrowDown');
  await expect(marks).toBeVisible();
  await expect(page.getByText('Nodule 4 mm')).toBeVisible();
  await expect(page.getByText('Compare with 2025')).toBeVisible();
  // Inverted: air is white.
  await expect.poll(() => greyOf(page)).toBeGreaterThan(asStored + 20);
  await expect(page.getByText('C 40 W 400')).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await shot(page, `presentation-state-${width}`);
  }

  await stage.focus();
  await page.keyboard.press('g');
  await expect(page.getByText('Nodule 4 mm')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.getByText('C 40 W 400')).toHaveCount(0);
  await expect.poll(() => greyOf(page)).toBeGreaterThan(asStored + 20);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('The presentation state is not about this image.')).toBeVisible();
  await expect(marks).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(drawn).toHaveAttribute('aria-label', ofState);
  await choice.selectOption('As stored');
  await expect(marks).toHaveCount(0);
  await expect.poll(() => greyOf(page)).toBe(asStored);
});
