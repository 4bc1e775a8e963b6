import { cases, studies } from '@duai/contract';
import { chestPhantom, decodeFrame, modalityValues } from '@duai/imaging';
import type { Locator, Page } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { hold } from '../support/hold.ts';
import { newPatient } from '../support/patients.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';
import { openReading } from '../support/viewer.ts';

const SIDE = 128;
const SPACING_MM = 2.8;
const SLICES = 24;
const phantom = chestPhantom({ slices: SLICES, matrix: SIDE, pixelSpacingMm: SPACING_MM, sliceThicknessMm: 10 });

/** Grey values of the canvas, one byte for each pixel. */
const greyOf = (canvas: Locator): Promise<string> =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const copy = new OffscreenCanvas(element.width, element.height).getContext('2d')!;
    copy.drawImage(element, 0, 0);
    const { data } = copy.getImageData(0, 0, element.width, element.height);
    return data.filter((_, index) => index % 4 === 0).reduce((text, byte) => text + String.fromCharCode(byte), '');
  });
/** The same for a PNG, as the browser draws it. */
const greyOfPng = (page: Page, png: Uint8Array): Promise<string> =>
  page.evaluate(
    async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((_, index) => index % 4 === 0).reduce((text, byte) => text + String.fromCharCode(byte), '');
    },
    `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
  );

test('a radiologist reads stored values: windowed here as the server does, measured in mm and HU', async ({
  page,
  server,
}) => {
  const patient = await newPatient(server.address, { email: 'piksel@duai.example' });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Akciğer' } });
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(phantom.files) });
  const radiologist = await staffClient(server, 'radiologist');
  await waitForDraft(radiologist, caseId);
  const reading = await radiologist.call(studies.getReading, { params: { caseId } });
  const slices = reading.studies[0]!.series[0]!.instances;
  const hounsfield = new Map<string, Float32Array>();
  for (const { bytes } of phantom.files) {
    const frame = await decodeFrame(bytes);
    hounsfield.set(frame.header.sopInstanceUid!, modalityValues(frame));
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await signInStaff(page, server, 'radiologist');
  await page.goto(`/console/cases/${caseId}`);
  const stage = page.getByRole('slider', { name: 'Image of the series' });
  const canvas = page.locator('canvas[data-pixels=stored]');
  const at = 12;
  await stage.press('Home');
  for (let step = 0; step < at - 1; step += 1) await stage.press('ArrowDown');
  await expect(page.getByRole('img', { name: `Slice ${at} of ${SLICES}` })).toBeVisible();
  const slice = slices[at - 1]!;
  const values = hounsfield.get(slice.sopInstanceUid!)!;
  const valueAt = (column: number, row: number) => values[row * SIDE + column]!;

  await test.step('every pixel is that of the preview, in the opening window and in one that is chosen', async () => {
    const preview = (query: { center?: number; width?: number }) =>
      radiologist.bytes(studies.getInstancePreview, { params: { instanceId: slice.id }, query });
    // Masks are drawn into the image; without them it is that of the file.
    const own = await greyOfPng(page, await preview({}));
    await expect(canvas).toHaveAttribute('data-overlay', /LUNG/);
    expect(await greyOf(canvas)).not.toBe(own);
    await stage.press('m');
    await expect.poll(async () => (await greyOf(canvas)) === own).toBe(true);
    await page.getByRole('button', { name: 'Mediastinum', exact: true }).click();
    const wished = await greyOfPng(page, await preview({ center: 50, width: 400 }));
    await expect.poll(async () => (await greyOf(canvas)) === wished).toBe(true);
    // The same window typed in, by keyboard only.
    await page.getByRole('button', { name: 'Lung', exact: true }).click();
    await page.getByLabel('Window centre').fill('50');
    await page.getByLabel('Window width').fill('wide');
    await page.getByLabel('Window width').press('Enter');
    await expect(page.getByLabel('Window width')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Window width').fill('400');
    await page.getByLabel('Window width').press('Enter');
    await expect(page.getByRole('button', { name: 'Mediastinum', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect.poll(async () => (await greyOf(canvas)) === wished).toBe(true);
    await stage.press('Space');
    await expect(page.getByRole('button', { name: 'Stop cine' })).toBeVisible();
    await expect(stage).not.toHaveAttribute('aria-valuenow', String(at));
    await stage.press('Space');
    await expect(page.getByRole('button', { name: 'Play cine' })).toBeVisible();
    await stage.press('Home');
    for (let step = 0; step < at - 1; step += 1) await stage.press('ArrowDown');
    await expect(page.getByRole('img', { name: `Slice ${at} of ${SLICES}` })).toBeVisible();
    await stage.press('i');
    const turned = [...wished].map((shade) => String.fromCharCode(255 - shade.charCodeAt(0))).join('');
    await expect.poll(async () => (await greyOf(canvas)) === turned).toBe(true);
    await stage.press('i');
  });

  const box = (await stage.boundingBox())!;
  const side = Math.min(box.width, box.height);
  /** Position of a pixel's centre on the screen. */
  const onScreen = (column: number, row: number) => ({
    x: box.x + box.width / 2 + ((column + 0.5 - SIDE / 2) / SIDE) * side,
    y: box.y + box.height / 2 + ((row + 0.5 - SIDE / 2) / SIDE) * side,
  });
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
  };
  const list = page.getByRole('region', { name: 'Measurements' });
  const told = (value: number) => String(Math.round(value)).replace('-', '−');

  await test.step('the mouse tells the value under it; a length is in mm, a region in HU', async () => {
    for (const [column, row] of [
      [64, 64],
      [30, 70],
      [5, 5],
    ] as const) {
      const { x, y } = onScreen(column, row);
      await page.mouse.move(x, y);
      await expect(page.getByText(`${column}, ${row}: ${told(valueAt(column, row))} HU`)).toBeVisible();
    }
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    await drag(onScreen(20, 64), onScreen(100, 64));
    await expect(list.getByRole('button', { name: /Length, / })).toHaveText(`Image ${at}: Length, 224 mm`);
    await page.getByRole('button', { name: 'Probe', exact: true }).click();
    const { x, y } = onScreen(40, 60);
    await page.mouse.click(x, y);
    await expect(list.getByRole('button', { name: /Probe, / })).toHaveText(
      `Image ${at}: Probe, ${told(valueAt(40, 60))} HU`,
    );
    await page.getByRole('button', { name: 'Rectangle', exact: true }).click();
    // From inside one pixel to inside another: pixels whose centre lies between them are counted.
    const [from, to] = [onScreen(30, 60), onScreen(39, 69)];
    await drag(
      { x: from.x - side / SIDE / 4, y: from.y - side / SIDE / 4 },
      { x: to.x + side / SIDE / 4, y: to.y + side / SIDE / 4 },
    );
    const inside = Array.from({ length: 100 }, (_, index) => valueAt(30 + (index % 10), 60 + Math.floor(index / 10)));
    const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
    await expect(list.getByRole('button', { name: /Rectangle, / })).toHaveText(
      new RegExp(
        `Rectangle, mean ${told(mean)} HU, SD [\\d.]+, min ${told(Math.min(...inside))}, max ${told(Math.max(...inside))}, `,
      ),
    );
    await page.getByRole('button', { name: 'Angle', exact: true }).click();
    await drag(onScreen(80, 40), onScreen(60, 40));
    await drag(onScreen(60, 60), onScreen(60, 60));
    await expect(list.getByRole('button', { name: /Angle, / })).toHaveText(/Angle, (90|89\.9|90\.1)°$/);
    await page.getByRole('button', { name: 'Angle', exact: true }).click();
    await expectAccessible(page);
    await page.screenshot({ path: 'reports/reading-pixels/01-measured.png' });
  });
});

test('an image whose values come just after the page was rendered with its description is drawn', async ({
  page,
  server,
}) => {
  const files = chestPhantom({ slices: 1, matrix: 32, pixelSpacingMm: 10, sliceThicknessMm: 10 }).files;
  const caseId = await openReading(page, server, 'yaris@duai.example', files);
  // The measuring tools come with the description. Between the rendering and its effects only microtasks run, as those of a
  // mutation observer and of a promise.
  await page.addInitScript(() => {
    const { arrayBuffer } = Response.prototype;
    const rendered = new Promise<void>((resolve) => {
      const look = () => document.querySelector('[aria-label=Length]') && resolve();
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    Response.prototype.arrayBuffer = async function () {
      const octets = await arrayBuffer.call(this);
      if (this.url.includes('/frames/')) await rendered;
      return octets;
    };
  });
  // From the worklist, so that the page asks for the values itself (`web/src/early`). Whatever comes later, and the mouse,
  // would have the page rendered once more.
  const letGo = await hold(page, '/metadata');
  await page.goto('/console/worklist');
  const others = ['/frames/1', '/marks/segmentations', '/marks/masks', '/marks/measurements', '/presentation-states'];
  const came = Promise.all(
    others.map((end) => page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(end))),
  );
  await page.locator(`a[href="/console/cases/${caseId}"]`).click();
  await page.mouse.move(0, 0);
  for (const answer of await came) await answer.finished();
  letGo();
  await expect(page.locator('canvas[data-pixels=stored]')).toBeVisible();
});
