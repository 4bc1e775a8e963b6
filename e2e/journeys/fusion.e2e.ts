import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { type PlanesWish, planesPhantom } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { openReading, Viewer } from '../support/viewer.ts';

/** A body with a bone, and in it a sphere that takes up ten times as much as its weight would; mm in the patient. */
const SPHERE = { x: 30, y: -21, z: 40, radius: 15 };
const distance = (x: number, y: number, z: number) => Math.hypot(x - SPHERE.x, y - SPHERE.y, z - SPHERE.z);
const isBody = (x: number, y: number) => (x / 105) ** 2 + (y / 75) ** 2 < 1;
const isBone = (x: number, y: number) => Math.hypot(x, y - 45) < 12;

const ct: PlanesWish = {
  study: '2.25.7790',
  series: 1,
  description: 'CT',
  bodyPart: 'ABDOMEN',
  across: [1, 0, 0],
  down: [0, 1, 0],
  middle: [0, 0, 0],
  gapMm: 5,
  slices: 16,
  columns: 160,
  rows: 160,
  spacing: { rowMm: 1.5, columnMm: 1.5 },
  valueAt: (x, y, z) => (isBone(x, y) ? 600 : distance(x, y, z) < SPHERE.radius ? 70 : isBody(x, y) ? 20 : -1000),
  window: { center: 40, width: 400 },
};
/** Other pixels, other slices, another middle, and slices that are tilted by 10° about the axis from right to left. */
const [COS, SIN] = [Math.cos(Math.PI / 18), Math.sin(Math.PI / 18)];
const pet: PlanesWish = {
  ...ct,
  series: 2,
  description: 'PET',
  modality: 'PT',
  units: 'GML',
  across: [1, 0, 0],
  down: [0, COS, SIN],
  middle: [3, 8, -26],
  gapMm: 4,
  slices: 34,
  columns: 42,
  rows: 42,
  spacing: { rowMm: 5, columnMm: 5 },
  valueAt: (x, y, z) => (distance(x, y, z) < SPHERE.radius ? 10 : isBody(x, y) ? 0.5 : 0),
  slopeOf: () => 0.001,
  window: { center: 5, width: 10 },
};

/** Three slices make no volume. */
const short: PlanesWish = { ...pet, series: 3, description: 'Short', units: 'BQML', slices: 3 };

/** Where the colours are strong: how many samples, and how far from the sphere the nearest and the farthest wrong one lies. */
const strongOn = (colours: Locator) =>
  colours.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
    const strong: [number, number][] = [];
    for (let at = 0; at < width * height; at += 1)
      if (data[at * 4]! > 240 && data[at * 4 + 3]! > 140) strong.push([at % width, Math.floor(at / width)]);
    return { width, height, strong };
  });

/** The samples of 2 mm that should be strong at least and at most, on a plane whose middle sample lies at `from`. */
async function expectSphere(colours: Locator, placeOf: (column: number, row: number) => [number, number, number]) {
  const { width, height, strong } = await strongOn(colours);
  const found = new Set(strong.map(String));
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const from = distance(...placeOf(column, row));
      // A voxel of PET measures 5 mm, so the edge of the sphere is soft.
      if (from < SPHERE.radius - 6) expect(found, `${column} ${row}`).toContain(`${column},${row}`);
      if (from > SPHERE.radius + 6) expect(found, `${column} ${row}`).not.toContain(`${column},${row}`);
    }
  return found.size;
}

const caption = (page: Page | Locator) => page.locator('[data-fused], p:text-matches("^[+] PET")');

test('the uptake of a PET lies in colours on the slices and planes of its CT, where it is in the patient', {
  tag: '@long',
}, async ({ page, server }) => {
  await page.addInitScript(() => {
    const told: { held: (() => void)[] | null } = { held: null };
    Object.assign(globalThis, { told });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
      const tell = () => (postMessage as (...all: unknown[]) => void).apply(this, args);
      if (told.held && (args[0] as { outside?: number }).outside !== undefined) told.held.push(tell);
      else tell();
    };
  });
  const caseId = await openReading(page, server, 'fuzyon@duai.example', [ct, pet, short].flatMap(planesPhantom));
  const connection = { isLost: true };
  await page.route(`**/series/${pet.study}.${pet.series}/metadata*`, (route) =>
    // An answer that was cut off on its way.
    connection.isLost ? route.fulfill({ contentType: 'application/dicom+json', body: '[{' }) : route.continue(),
  );
  await page.goto(`/console/cases/${caseId}/images`);
  const viewer = new Viewer(page);
  const colours = page.locator('canvas[data-fusion]');
  const fusion = page.getByRole('button', { name: 'Fusion', exact: true });
  await viewer.choose('CT');
  await viewer.go(9);

  await test.step('it is offered once the connection is back', async () => {
    const choice = page.getByLabel('Series shown in colours');
    await expect(fusion).toBeVisible();
    // The other series of uptake alone.
    await expect(choice).toBeHidden();
    connection.isLost = false;
    await expect(choice).toBeVisible();
  });

  await test.step('a series that forms no volume is told with its reason', async () => {
    const choice = page.getByLabel('Series shown in colours');
    await expect(choice.locator('option')).toHaveText(['PET · Series 2', 'Short · Series 3']);
    await choice.selectOption('Short · Series 3');
    const reason = 'Short · Series 3 cannot be shown over this series: it has fewer than 4 slices';
    await expect(toast(page).filter({ hasText: reason })).toBeVisible();
    await expect(choice.locator('option:checked')).toHaveText('PET · Series 2');
    await page.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('switched on, the sphere is in colours on its slice and nothing else is', async () => {
    await expect(fusion).toHaveAttribute('aria-pressed', 'false');
    await expect(colours).toHaveCount(0);
    await fusion.click();
    await expect(colours).toHaveCount(1);
    await expect(caption(page)).toHaveText('+ PET · Series 2');
    const found = await expectSphere(colours, (column, row) => [-120 + 2 * (column + 0.5), -120 + 2 * (row + 0.5), 40]);
    expect(found).toBeGreaterThan(60);
    const [below, above] = [await viewer.canvas.boundingBox(), await colours.boundingBox()];
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(above![side]).toBeCloseTo(below![side], 0);
    await expectAccessible(page);
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
      await fusion.scrollIntoViewIfNeeded();
      await picture(page, `fusion/slice-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('under the mouse stand both values', async () => {
    const { x, y } = await viewer.at(100.5, 66.5, 160, 160);
    await page.mouse.move(x, y);
    await expect(page.getByText('100, 66: 70 HU')).toBeVisible();
    await expect(page.getByText('· PET 10 SUV')).toBeVisible();
  });

  await test.step('a slice has the colours of no other: until its own are there it has none', async () => {
    await page.evaluate(() => Object.assign((globalThis as unknown as { told: object }).told, { held: [] }));
    await viewer.stage.press('End');
    await expect(viewer.canvas).toHaveAttribute('aria-label', 'Slice 16 of 16');
    await expect(colours).toHaveCount(0);
    await expect(caption(page)).toHaveText('+ PET · Series 2: not drawn yet');
    await page.evaluate(() => {
      const { told } = globalThis as unknown as { told: { held: (() => void)[] | null } };
      for (const tell of told.held ?? []) tell();
      told.held = null;
    });
    await expect(colours).toHaveCount(1);
    expect((await strongOn(colours)).strong).toEqual([]);
    await viewer.go(9);
  });

  await test.step('colours end where the reader says, by number, and go by the key that brought them', async () => {
    const shades = async () => (await strongOn(colours)).strong.length;
    const before = await shades();
    await page.getByLabel('Highest value of the colours SUV').fill('100');
    await expect.poll(shades).toBe(0);
    await page.getByLabel('Highest value of the colours SUV').fill('7');
    await expect.poll(shades).toBe(before);
    await page.getByLabel('Opacity of the colours').press('Home');
    await expect.poll(shades).toBe(0);
    await page.getByLabel('Opacity of the colours').press('End');
    await expect.poll(shades).toBe(before);
    await viewer.stage.press('u');
    await expect(colours).toHaveCount(0);
    await expect(fusion).toHaveAttribute('aria-pressed', 'false');
    await viewer.stage.press('u');
    await expect(colours).toHaveCount(1);
  });

  await test.step('computed planes of the CT have them too, each at its place', async () => {
    await page.getByRole('button', { name: 'MPR', exact: true }).click();
    const viewport = (number: number) => page.getByRole('region', { name: `Viewport ${number}`, exact: true });
    await expect(colours).toHaveCount(4);
    const coronal = new Viewer(page, viewport(3));
    // Planes 1.5 mm apart, from y = −120 + 0.75 on: the 66th lies at −21.75.
    await coronal.go(66);
    await expect(viewport(3).locator('canvas[data-fusion]')).toHaveCount(1);
    const found = await expectSphere(viewport(3).locator('canvas[data-fusion]'), (column, row) => [
      -120 + 2 * (column + 0.5),
      -21.75,
      77.5 - 2 * (row + 0.5),
    ]);
    expect(found).toBeGreaterThan(60);
    await picture(page, 'fusion/planes');
    await page.getByLabel('Layout').selectOption('1 × 1');
    await expect(colours).toHaveCount(1);
    await page.getByLabel('Layout').selectOption('2 × 2');
    await expect(colours).toHaveCount(4);
    await page.getByLabel('Slab thickness (MIP)').selectOption('MIP of the whole volume');
    await expect(caption(viewport(3))).toHaveText('+ PET · Series 2: not drawn on this image');
    await expect(viewport(3).locator('canvas[data-fusion]')).toHaveCount(0);
  });

  await test.step('over another PET, and over a series of another place, nothing is offered', async () => {
    await page.getByLabel('Layout').selectOption('1 × 1');
    await viewer.choose('PET');
    await expect(viewer.canvas).toHaveAttribute('aria-label', / of 34$/);
    await expect(fusion).toHaveCount(0);
  });
});

test('where the uptake has a frame of reference of its own, the tools say why nothing is fused', {
  tag: '@long',
}, async ({ page, server }) => {
  const foreign: PlanesWish = { ...pet, frameOfReference: '2.25.7791' };
  const caseId = await openReading(page, server, 'yabanci@duai.example', [ct, foreign].flatMap(planesPhantom));
  await page.goto(`/console/cases/${caseId}/images`);
  const viewer = new Viewer(page);
  await viewer.choose('CT');
  const reason = page.getByText('No fusion: PET · Series 2 has another frame of reference');
  await expect(reason).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fusion', exact: true })).toHaveCount(0);
  for (const width of [390, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    await reason.scrollIntoViewIfNeeded();
    await picture(page, `fusion/elsewhere-${width}`);
  }
  await viewer.choose('PET');
  await expect(viewer.canvas).toHaveAttribute('aria-label', / of 34$/);
  await expect(reason).toHaveCount(0);
});
