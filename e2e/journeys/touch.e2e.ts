import { cases } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import { Fingers } from '../support/fingers.ts';
import { hold } from '../support/hold.ts';
import { newPatient } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { planesPhantom } from '../support/planes-phantom.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { staffClient } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const SIDE = 64;
const SLICES = 20;
/** Dark on the left, bright on the right. */
const files = planesPhantom({
  study: '2.25.7741',
  series: 1,
  description: 'Halves',
  across: [1, 0, 0],
  down: [0, 1, 0],
  middle: [0, 0, 0],
  gapMm: 5,
  slices: SLICES,
  columns: SIDE,
  rows: SIDE,
  spacing: { rowMm: 2, columnMm: 2 },
  valueAt: (x) => (x < 0 ? 0 : 1000),
  window: { center: 500, width: 2000 },
});
const TABLETS = [
  { width: 1024, height: 1366 },
  { width: 820, height: 1180 },
] as const;

test('on a tablet one finger uses the tool, two fingers zoom and pan the image, and the page stays where it is', {
  tag: '@long',
}, async ({ server, openBrowser }) => {
  const page = await openBrowser({ locale: 'en-GB', hasTouch: true, isMobile: true });
  const caseId = await openReading(page, server, 'tablet@duai.example', files);
  await page.getByRole('button', { name: 'Claim case' }).tap();
  // Or the reload below would end the call.
  await expect(page.getByRole('button', { name: 'Return to the worklist' })).toBeVisible();
  const viewer = new Viewer(page);
  const fingers = new Fingers(page);
  const box = async () => (await viewer.canvas.boundingBox())!;
  const middle = async () => {
    const { x, y, width, height } = (await viewer.stage.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  const beside = ({ x, y }: { x: number; y: number }, dx: number, dy = 0) => ({ x: x + dx, y: y + dy });
  const near = (value: number, wished: number, tolerance = 3) =>
    expect(Math.abs(value - wished), `${value} is not ${wished}`).toBeLessThanOrEqual(tolerance);
  const slice = (number: number) => expect(viewer.stage).toHaveAttribute('aria-valuenow', String(number));
  const window = () => page.getByText(/^C \S+ W \d+/);
  for (const size of TABLETS) {
    await test.step(`at ${size.width} × ${size.height}`, async () => {
      await page.setViewportSize(size);
      await page.reload();
      await expect(viewer.canvas).toBeVisible();
      await viewer.stage.scrollIntoViewIfNeeded();
      await expectToFit(page);
      const place = await placeOf(page);
      /** The gestures have neither zoomed nor scrolled the page. */
      const staysInPlace = async () => expect(await placeOf(page)).toEqual(place);
      const at = await middle();
      const fitted = await box();

      await test.step('one finger goes through the images', async () => {
        await slice(10);
        await fingers.drag(at, beside(at, 0, 60));
        await slice(14);
        await fingers.drag(at, beside(at, 0, -60));
        await slice(10);
        await expect(viewer.canvas).toHaveAttribute('aria-label', `Slice 10 of ${SLICES}`);
        await staysInPlace();
      });

      await test.step('with the window tool it makes the image darker, and goes nowhere', async () => {
        const dark = beside(at, -fitted.width / 4);
        const before = await greyAt(page, dark);
        await expect(window()).toHaveText(/^C 500 W 2000/);
        await page.getByRole('button', { name: 'Window/level' }).tap();
        await fingers.drag(at, beside(at, 0, 100));
        await expect(window()).not.toHaveText(/^C 500 W 2000/);
        await expect.poll(() => greyAt(page, dark)).toBeLessThan(before - 10);
        await slice(10);
        await staysInPlace();
      });

      await test.step('two fingers zoom and pan, and the tool of one finger does nothing meanwhile', async () => {
        const windowed = await window().textContent();
        await fingers.put(beside(at, -50), beside(at, 50));
        await fingers.move(beside(at, -100), beside(at, 100));
        // What was under the fingers still is.
        await expect.poll(async () => (await box()).width / fitted.width).toBeCloseTo(2, 1);
        const zoomed = await box();
        near(zoomed.x + zoomed.width / 2, at.x);
        near(zoomed.y + zoomed.height / 2, at.y);
        const right = beside(at, 40);
        const bright = await greyAt(page, right);
        await fingers.move(beside(at, -20, 30), beside(at, 180, 30));
        await expect.poll(async () => Math.round((await box()).x - zoomed.x)).toBeGreaterThan(70);
        const panned = await box();
        near(panned.x - zoomed.x, 80);
        near(panned.y - zoomed.y, 30);
        near(panned.width, zoomed.width);
        // The dark half of the image has come under this place.
        expect(await greyAt(page, right)).toBeLessThan(bright - 50);
        await fingers.lift();
        await expect(window()).toHaveText(windowed ?? '');
        await slice(10);
        await staysInPlace();
        await picture(page, `touch/zoomed-${size.width}`);
        await page.getByRole('button', { name: 'Fit to viewport' }).tap();
        await expect.poll(async () => (await box()).width).toBe(fitted.width);
        await page.getByRole('button', { name: 'Window/level' }).tap();
      });

      await test.step('a finger draws a length; a second one takes the drawing back and zooms', async () => {
        await page.getByRole('button', { name: 'Length', exact: true }).tap();
        await fingers.put(beside(at, -60), beside(at, 60));
        await fingers.move(beside(at, -90), beside(at, 90));
        await fingers.lift();
        await expect.poll(async () => (await box()).width).toBeGreaterThan(fitted.width * 1.4);
        await expect(viewer.list).toHaveCount(0);
        await staysInPlace();
        await page.getByRole('button', { name: 'Fit to viewport' }).tap();
        await expect.poll(async () => (await box()).width).toBe(fitted.width);
        const letGo = await hold(page, '/marks/measurements');
        await fingers.drag(beside(at, -fitted.width / 4), beside(at, fitted.width / 4));
        const row = viewer.list.getByRole('button', { name: /^Image 10: Length, 6[345](\.\d)? mm$/ });
        await expect(row).toBeVisible();
        await staysInPlace();
        // Removed before the server has stored it.
        const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
        await viewer.list.getByRole('button', { name: /^Remove/ }).click();
        await expect(viewer.list).toHaveCount(0);
        letGo();
        expect((await removed).status()).toBe(200);
        await expect(viewer.list).toHaveCount(0);
        expect(await (await page.request.get(`/api/console/cases/${caseId}/marks/measurements`)).json()).toEqual([]);
      });
    });
  }

  await test.step('a second finger takes a stroke of the brush back; one finger draws it', async () => {
    const patient = await newPatient(server.address, { email: 'firca@duai.example' });
    const { id } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Akciğer' } });
    const chest = chestPhantom({ slices: 12, matrix: 64, pixelSpacingMm: 5.6, sliceThicknessMm: 20 });
    await patient.call(cases.uploadCaseImages, { params: { caseId: id }, form: imagesForm(chest.files) });
    await waitForDraft(await staffClient(server, 'radiologist'), id);
    await page.setViewportSize(TABLETS[0]);
    await page.goto(`/console/cases/${id}`);
    await page.getByRole('button', { name: 'Claim case' }).tap();
    await expect(page.locator('canvas[data-overlay~=LUNG]')).toBeVisible();
    await page.getByRole('button', { name: 'Correct Lung', exact: true }).tap();
    const save = page.getByRole('button', { name: 'Save as a new version' });
    const at = await middle();
    await fingers.put(at);
    await expect(save).toBeVisible();
    await fingers.put(beside(at, 60));
    await fingers.lift();
    await expect(save).toHaveCount(0);
    await fingers.drag(at, beside(at, 0, 20));
    await expect(save).toBeVisible();
    await page.getByRole('button', { name: 'Discard changes' }).tap();
    await expect(save).toHaveCount(0);
  });
});

/** How far the page is zoomed and scrolled by its reader. */
const placeOf = (page: Page) =>
  page.evaluate(() => ({ scale: visualViewport?.scale, left: scrollX, top: scrollY, at: visualViewport?.offsetTop }));

/** The grey of the page at this place, from 0 to 255. */
async function greyAt(page: Page, { x, y }: { x: number; y: number }): Promise<number> {
  const png = await page.screenshot({ clip: { x, y, width: 2, height: 2 } });
  return page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const context = new OffscreenCanvas(1, 1).getContext('2d')!;
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, 1, 1).data[0]!;
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}
