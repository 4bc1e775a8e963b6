import { cases } from '@duai/contract';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signedIn } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { type PlanesWish, planesPhantom } from '../support/planes-phantom.ts';
import { signReport, waitForDraft } from '../support/reports.ts';
import { segmentationOn } from '../support/segmentation.ts';
import { expect, test } from '../support/server.ts';
import { staffClient } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const SIDE = 64;
const SLICES = 10;
/** Slices 5 mm apart, each with a value of its own. */
const stack = (change: Pick<PlanesWish, 'study' | 'description' | 'middle' | 'studyDate'>): PlanesWish => ({
  series: 1,
  across: [1, 0, 0],
  down: [0, 1, 0],
  gapMm: 5,
  slices: SLICES,
  columns: SIDE,
  rows: SIDE,
  spacing: { rowMm: 2, columnMm: 2 },
  valueAt: (_x, _y, _z, slice) => slice * 50,
  ...change,
});

test('[RED-006] priors stand side by side with linked scrolling, in a room where the image takes four fifths of the height @long', async ({
  page,
  server,
}) => {
  const email = 'karsilastirma@duai.example';
  const before = stack({ study: '2.25.7711', description: 'Before', middle: [0, 0, -300], studyDate: '20240401' });
  const now = stack({ study: '2.25.7712', description: 'Now', middle: [0, 0, 10], studyDate: '20250401' });
  const coronal: PlanesWish = {
    ...now,
    series: 2,
    description: 'Coronal',
    across: [1, 0, 0],
    down: [0, 0, -1],
    middle: [0, -10, 30],
  };
  // Columns and rows 42 to 51 of the third slice, in a grid of a quarter of it and in one that begins at its last pixel.
  const whole = { columns: SIDE, rows: SIDE };
  const half = { columns: SIDE / 2, rows: SIDE / 2 };
  const within = (from: number) => (column: number, row: number) =>
    column >= from && column < from + 10 && row >= from && row < from + 10;
  const part = { number: 1, slice: 2, size: half, begin: [32, 32], isMarked: within(10) } as const;
  const segmentations = [
    segmentationOn(before, { ...part, label: 'Part' }),
    segmentationOn(before, {
      ...{ label: 'Turned', number: 2, slice: 2, size: whole, begin: [63, 63], isTurned: true, isMarked: within(12) },
    }),
    segmentationOn(before, { ...part, label: 'Elsewhere', number: 3, outMm: 40 }),
  ];
  const priorId = await openReading(page, server, email, [...planesPhantom(before), ...segmentations]);
  await signReport(server, priorId, 'Belirgin patoloji yok.');
  const patient = await signedIn(server.address, email);
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Diz' } });
  const files = [now, coronal].flatMap(planesPhantom);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);
  await page.goto(`/console/cases/${caseId}`);
  await page.getByRole('link', { name: 'Reading room' }).click();
  const viewport = (number: number) => page.getByRole('region', { name: `Viewport ${number}`, exact: true });
  const [left, right] = [new Viewer(page, viewport(1)), new Viewer(page, viewport(2))];
  const rail = page.getByRole('navigation', { name: 'Series' });

  await test.step('the image takes four fifths of the height; the person is named', async () => {
    await expect(left.canvas).toBeVisible();
    expect((await left.stage.boundingBox())!.height).toBeGreaterThanOrEqual(0.8 * 900);
    await expect(page.getByText('Zeynep Işık · ')).toBeVisible();
    await expect(rail.getByRole('button', { name: /^Now Series 1 · axial · 10 images/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a length is measured by keys alone, and the image keeps its size', async () => {
    const before = (await left.stage.boundingBox())!;
    await left.stage.press('l');
    for (const key of ['Enter', 'Enter', ...Array(8).fill('ArrowRight'), 'Shift+ArrowLeft', 'Enter', 'Escape'])
      await left.stage.press(key);
    // 8 steps of 8 pixels and one back; a pixel of the image has 2 mm.
    const mm = (63 / (await left.canvas.boundingBox())!.width) * SIDE * 2;
    await expect(left.list).toContainText(`Length, ${mm.toFixed(1)} mm`);
    expect(await left.stage.boundingBox()).toEqual(before);
    await left.stage.press('l');
    await left.stage.press('ArrowDown');
    await expect(left.stage).toHaveAttribute('aria-valuenow', '6');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText('opens this sheet');
    await page.keyboard.press('Escape');
    await picture(page, 'room/measured');
    await left.list.getByRole('button', { name: /^Remove/ }).click();
    await expect(left.list).toHaveCount(0);
  });

  await test.step('the prior stands beside it, and scrolls with it from where they were linked', async () => {
    await rail.getByRole('button', { name: /^Now/ }).click();
    await page.getByLabel('Layout').selectOption('1 × 2');
    await rail
      .getByRole('region', { name: /^Earlier: SO-/ })
      .getByRole('button', { name: /^Before/ })
      .click();
    await expect(right.canvas).toBeVisible();
    // The reader links two slices that show the same: the third and the fifth. Their coordinates are unrelated.
    await left.go(3);
    await right.go(5);
    await page.getByRole('button', { name: 'Linked scrolling' }).click();
    await left.stage.press('ArrowDown');
    await left.stage.press('ArrowDown');
    await expect(right.stage).toHaveAttribute('aria-valuenow', '7');
    await right.stage.press('ArrowUp');
    await expect(left.stage).toHaveAttribute('aria-valuenow', '4');
    await picture(page, 'room/priors');
    await page.getByRole('button', { name: 'Linked scrolling' }).click();
    await left.stage.press('ArrowDown');
    await expect(left.stage).toHaveAttribute('aria-valuenow', '5');
    await expect(right.stage).toHaveAttribute('aria-valuenow', '6');
  });

  await test.step('segmentations of the prior lie where they lie in the patient; one that does not is named', async () => {
    await right.go(3);
    const masks = page.getByRole('toolbar');
    await expect(masks).toContainText('Elsewhere: not shown on 1 image, because its geometry does not match');
    /** The first and last column and row that have a colour. */
    const coloured = () =>
      right.canvas.evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        const found: { x: number; y: number }[] = [];
        for (let at = 0; at < data.length; at += 4)
          if (data[at] !== data[at + 1])
            found.push({ x: (at / 4) % canvas.width, y: Math.floor(at / 4 / canvas.width) });
        const [across, down] = [found.map(({ x }) => x), found.map(({ y }) => y)];
        return [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down), found.length];
      });
    const [shown, hidden] = [masks.getByLabel('Part'), masks.getByLabel('Turned')];
    for (const [one, other] of [
      [shown, hidden],
      [hidden, shown],
    ] as const) {
      await one.check();
      await other.uncheck();
      // The outline of 10 × 10 pixels.
      await expect.poll(coloured).toEqual([42, 51, 42, 51, 36]);
    }
    await picture(page, 'room/masks-of-a-prior');
  });

  await test.step('the cut of one plane is drawn on the other, where the patient says', async () => {
    await right.stage.click({ position: { x: 5, y: 5 } });
    await rail.getByRole('button', { name: /^Coronal/ }).click();
    await expect(right.canvas).toHaveAttribute('aria-label', /of 10$/);
    await left.stage.focus();
    await left.go(1);
    // The first axial slice is at z = 10 mm, 20 mm below the coronal's centre at 30: 10 pixels of 2 mm.
    const line = viewport(2).locator('[data-reference-line] line');
    const lineOnImage = async () => {
      const [image, drawn] = [(await right.canvas.boundingBox())!, (await line.boundingBox())!];
      return { down: (drawn.y - image.y) / image.height, across: drawn.width / image.width };
    };
    await expect.poll(async () => Math.abs((await lineOnImage()).down - (SIDE / 2 + 10) / SIDE)).toBeLessThan(0.01);
    expect((await lineOnImage()).across).toBeCloseTo(1, 2);
  });

  await test.step('keys and the drawing path stand on a sheet; narrow screens fit', async () => {
    await page.getByRole('button', { name: 'Keys and drawing path' }).click();
    await expect(page.getByRole('dialog')).toContainText('2D canvas');
    await expect(page.getByRole('dialog')).toContainText('WebGL is not used');
    await page.keyboard.press('Escape');
    for (const width of [390, 768, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      await picture(page, `room/room-${width}`);
    }
  });

  await test.step('the window for a second monitor follows the case that is read', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/console/cases/${caseId}`);
    const [own] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Second monitor' }).click(),
    ]);
    await expect(own.locator('canvas[data-pixels=stored]')).toBeVisible();
    await expect(own.getByRole('link', { name: 'Back to the report' })).toHaveCount(0);
    await page.goto(`/console/cases/${priorId}`);
    await own.waitForURL(new RegExp(`/console/cases/${priorId}/images`));
    await expect(own.locator('canvas[data-pixels=stored]')).toBeVisible();
    await own.close();
  });
});

test("[RED-005] MPR planes of a volume show the phantom's known planes", { tag: '@long' }, async ({ page, server }) => {
  // A cross of three plates, each with a value of its own, in a volume with voxels of 2 × 2 × 4 mm.
  const plates = (x: number, y: number, z: number) => {
    if (Math.abs(z - 30) < 4) return 700;
    if (Math.abs(y - 10) < 4) return 500;
    return Math.abs(x + 20) < 4 ? 300 : 100;
  };
  const volume: PlanesWish = {
    ...stack({ study: '2.25.7713', description: 'Volume', middle: [0, 0, 0] }),
    gapMm: 4,
    slices: 16,
    valueAt: plates,
  };
  const caseId = await openReading(page, server, 'duzlemler@duai.example', planesPhantom(volume));
  await page.goto(`/console/cases/${caseId}/images`);
  await page.getByRole('button', { name: 'MPR', exact: true }).click();
  const viewport = (number: number) => page.getByRole('region', { name: `Viewport ${number}`, exact: true });
  // 64 × 64 pixels of 2 mm, 16 slices of 4 mm: the planes have pixels of 2 mm and are 2 mm apart.
  const planes = [
    { number: 2, letters: 'Left edge R, right L, top A, bottom P', size: [64, 64], count: 32 },
    { number: 3, letters: 'Left edge R, right L, top H, bottom F', size: [64, 32], count: 64 },
    { number: 4, letters: 'Left edge A, right P, top H, bottom F', size: [64, 32], count: 64 },
  ] as const;
  /** Position of the centre of a plane's pixel: the volume reaches from −64 to 64 mm, and from −2 to 62 towards the head. */
  const places = {
    2: (column: number, row: number, at: number) => [2 * column - 63, 2 * row - 63, 2 * at - 1],
    3: (column: number, row: number, at: number) => [2 * column - 63, 2 * at - 63, 61 - 2 * row],
    4: (column: number, row: number, at: number) => [2 * at - 63, 2 * column - 63, 61 - 2 * row],
  } as const;
  for (const { number, letters, size, count } of planes) {
    const viewer = new Viewer(page, viewport(number));
    await expect(viewer.canvas).toHaveAttribute('aria-label', new RegExp(` of ${count}$`));
    await expect(viewport(number).getByText(letters)).toBeAttached();
    expect(await viewer.canvas.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])).toEqual(size);
    const [columns, rows] = size;
    const image = Math.floor(count / 3);
    await viewer.go(image);
    for (const [across, down] of [
      [0.5, 0.5],
      [0.36, 0.25],
      [0.57, 0.7],
      [0.9, 0.48],
    ] as const) {
      const [column, row] = [Math.floor(columns * across), Math.floor(rows * down)];
      const { x, y } = await viewer.at(column + 0.5, row + 0.5, columns, rows);
      await page.mouse.move(x, y);
      const [px, py, pz] = places[number](column, row, image - 1);
      // At the edge of a plate a plane shows an interpolated value, so only places away from edges are compared.
      const isClear = [px! + 20, py! - 10, pz! - 30].every((from) => Math.abs(Math.abs(from) - 4) > 4);
      const readout = viewport(number).getByText(new RegExp(`^${column}, ${row}: `));
      await expect(readout).toBeVisible();
      if (isClear) await expect(readout).toHaveText(`${column}, ${row}: ${plates(px!, py!, pz!)} HU`);
    }
  }
  await picture(page, 'room/mpr');
  await expect(viewport(2).getByText('MPR, axial: Volume')).toBeVisible();

  await test.step('with a slab the brightest value within it is shown', async () => {
    const axial = new Viewer(page, viewport(2));
    await page.getByLabel('Slab thickness (MIP)').selectOption('MIP 40 mm');
    await expect(axial.canvas).toHaveAttribute('aria-label', / of 32$/);
    await axial.go(10);
    const { x, y } = await axial.at(60.5, 60.5, 64, 64);
    await page.mouse.move(x, y);
    await expect(viewport(2).getByText('60, 60: max 700 HU')).toBeVisible();
    await expect(viewport(2).getByText('MIP 40 mm, axial: Volume')).toBeVisible();
    await expect(viewport(3).getByText('MIP 40 mm, coronal: Volume')).toBeVisible();
  });

  await test.step('the planes are turned by hand: values, letters and title go with them', async () => {
    await page.getByLabel('Slab thickness (MIP)').selectOption('Single plane');
    const DEGREES = 35;
    await page.getByLabel('Turn the planes about the feet–head axis, degrees').fill(String(DEGREES));
    const axial = new Viewer(page, viewport(2));
    await expect(viewport(2).getByText('Left edge RA, right LP, top AL, bottom PR')).toBeAttached();
    await expect(viewport(3).getByText('Left edge RA, right LP, top H, bottom F')).toBeAttached();
    await axial.go(10);
    const [cos, sin] = [Math.cos((DEGREES * Math.PI) / 180), Math.sin((DEGREES * Math.PI) / 180)];
    // 128 mm by 128 mm, turned.
    const half = 64 * (cos + sin);
    const side = Math.round(half);
    expect(await axial.canvas.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])).toEqual([
      side,
      side,
    ]);
    for (const [px, py] of [
      [-20, -30],
      [30, 10],
      [30, -30],
    ] as const) {
      const [column = 0, row = 0] = [px * cos + py * sin, py * cos - px * sin].map((mm) =>
        Math.round((mm - 1 + half) / 2),
      );
      const { x, y } = await axial.at(column + 0.5, row + 0.5, side, side);
      await page.mouse.move(x, y);
      await expect(viewport(2).getByText(`${column}, ${row}: ${plates(px, py, 17)} HU`)).toBeVisible();
    }
    await picture(page, 'room/oblique');
    await page.getByLabel('Turn the planes about the feet–head axis, degrees').fill('0');
    await expect(viewport(2).getByText('Left edge R, right L, top A, bottom P')).toBeAttached();
    await axial.go(10);
  });

  await test.step('the crosshair takes all planes to one point of the patient, and goes along with scrolling', async () => {
    const [axial, coronal, sagittal] = [2, 3, 4].map((number) => new Viewer(page, viewport(number)));
    const crossOn = async (number: number) =>
      ((await viewport(number).locator('[data-crosshair]').getAttribute('data-crosshair')) ?? '')
        .split(' ')
        .map(Number);
    await page.getByRole('button', { name: 'Crosshair' }).click();
    const { x, y } = await axial!.at(40.5, 20.5, 64, 64);
    await page.mouse.click(x, y);
    // x = 2 × 40 − 63 = 17 mm, y = 2 × 20 − 63 = −23 mm; the tenth axial plane lies at z = 2 × 9 − 1 = 17 mm.
    await expect(coronal!.stage).toHaveAttribute('aria-valuenow', '21');
    await expect(sagittal!.stage).toHaveAttribute('aria-valuenow', '41');
    for (const [number, column, row] of [
      [2, 40.5, 20.5],
      [3, 40.5, 22.5],
      [4, 20.5, 22.5],
    ] as const) {
      const [across = 0, down = 0] = await crossOn(number);
      expect(Math.abs(across - column)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(down - row)).toBeLessThanOrEqual(0.5);
    }
    await axial!.stage.press('ArrowDown');
    await expect.poll(async () => Math.abs((await crossOn(3))[1]! - 21.5)).toBeLessThanOrEqual(0.5);
    await expect(coronal!.stage).toHaveAttribute('aria-valuenow', '21');
    await picture(page, 'room/crosshair');
    await page.getByRole('button', { name: 'Crosshair' }).click();
    await expect(page.locator('[data-crosshair]')).toHaveCount(0);
  });

  await test.step('an arrangement that was saved is there when the next case of its kind is opened, until it is forgotten', async () => {
    await page.getByLabel('Layout').selectOption('1 × 2');
    await page.getByRole('button', { name: /^Save this arrangement for CT/ }).click();
    await expect(page.getByText(/^Saved: CT/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Layout')).toHaveValue('1×2');
    await expect(new Viewer(page, viewport(1)).canvas).toBeVisible();
    await page.getByRole('button', { name: /^Forget the arrangement for CT/ }).click();
    await expect(page.getByRole('button', { name: /^Save this arrangement for CT/ })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Layout')).toHaveValue('1×1');
  });
});

test('the maximum of a whole PET is shown from each side, with its own value, and a window of its own goes on with it', {
  tag: '@long',
}, async ({ page, server }) => {
  // Activity of 1,000 Bq/ml, in one voxel 30,000; each slice has a step of its own, as on many scanners, and nobody was weighed.
  const pet: PlanesWish = {
    ...stack({ study: '2.25.7714', description: 'PET', middle: [0, 0, 0] }),
    modality: 'PT',
    gapMm: 2,
    slices: 24,
    columns: 32,
    rows: 32,
    valueAt: (x, y, z) => (x === 11 && y === -9 && z === 30 ? 30_000 : 1000),
    slopeOf: (slice) => (slice === 15 ? 1 : 0.5),
    window: { center: 15_000, width: 30_000 },
  };
  await page.addInitScript(() => {
    const told: { draws: number; held: (() => void)[] | null } = { draws: 0, held: null };
    Object.assign(globalThis, { told });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
      if ((args[0] as { do?: string }).do === 'draw') told.draws += 1;
      const tell = () => (postMessage as (...all: unknown[]) => void).apply(this, args);
      if (told.held) told.held.push(tell);
      else tell();
    };
  });
  const drawn = () => page.evaluate(() => (globalThis as unknown as { told: { draws: number } }).told.draws);
  const caseId = await openReading(page, server, 'tum-hacim@duai.example', planesPhantom(pet));
  await page.goto(`/console/cases/${caseId}/images`);
  await page.getByRole('button', { name: 'MPR', exact: true }).click();
  const viewport = (number: number) => page.getByRole('region', { name: `Viewport ${number}`, exact: true });
  const [axial, coronal, sagittal] = [2, 3, 4].map((number) => new Viewer(page, viewport(number)));
  await coronal!.stage.focus();
  await coronal!.go(9);
  const said = async (number: number, column: number, row: number, [columns, rows]: readonly [number, number]) => {
    const viewer = [axial, coronal, sagittal][number - 2]!;
    const { x, y } = await viewer.at(column + 0.5, row + 0.5, columns, rows);
    await page.mouse.move(x, y);
    return viewport(number).getByText(new RegExp(`^${column}, ${row}: `));
  };
  await page.getByLabel('Window centre').fill('9000');
  await page.getByLabel('Window centre').press('Enter');
  await expect(coronal!.stage).toHaveAttribute('aria-valuetext', /window centre 9000/);

  await test.step('each plane is one image, the maximum of all that lies behind it, and says so', async () => {
    await page.getByLabel('Slab thickness (MIP)').selectOption('MIP of the whole volume');
    await expect(viewport(3).getByText('MIP of the whole volume, coronal: PET')).toBeVisible();
    // x = 2 × column − 31 in 32 columns, z from 47 downwards in 24 rows: column 21, and in the others row or column 11, row 8.
    for (const [number, column, row, size] of [
      [2, 21, 11, [32, 32]],
      [3, 21, 8, [32, 24]],
      [4, 11, 8, [32, 24]],
    ] as const) {
      await expect(viewport(number).getByRole('img', { name: 'Slice 1 of 1' })).toBeVisible();
      await expect(await said(number, column, row, size)).toHaveText(`${column}, ${row}: max 30000 Bq/ml`);
      await expect(await said(number, column + 4, row, size)).toHaveText(`${column + 4}, ${row}: max 1000 Bq/ml`);
    }
  });

  await test.step('a window is put on it without another projection, and stays when the planes are turned', async () => {
    await expect(coronal!.stage).toHaveAttribute('aria-valuetext', /window centre 9000/);
    const before = await drawn();
    await coronal!.stage.focus();
    await page.getByLabel('Window centre').fill('8000');
    await page.getByLabel('Window centre').press('Enter');
    await expect(coronal!.stage).toHaveAttribute('aria-valuetext', /window centre 8000/);
    await coronal!.stage.press('ArrowDown');
    expect(await drawn()).toBe(before);
    await picture(page, 'room/whole-volume');
    await page.getByLabel('Turn the planes about the feet–head axis, degrees').fill('90');
    await expect(viewport(3).getByText('MIP of the whole volume coronal, turned: PET')).toBeVisible();
    await expect(coronal!.stage).toHaveAttribute('aria-valuetext', /window centre 8000/);
    // Seen from the side now: the front at the right.
    await expect(await said(3, 11, 8, [32, 24])).toHaveText('11, 8: max 30000 Bq/ml');
    await page.getByLabel('Turn the planes about the feet–head axis, degrees').fill('0');
  });

  await test.step('a crosshair that is put on it goes aside, and stays as deep as it was', async () => {
    await page.getByRole('button', { name: 'Crosshair' }).click();
    const { x, y } = await axial!.at(21.5, 11.5, 32, 32);
    await page.mouse.click(x, y);
    const onCoronal = await coronal!.at(25.5, 8.5, 32, 24);
    await page.mouse.click(onCoronal.x, onCoronal.y);
    // Aside by four pixels in the view from above, and not from front to back.
    const cross = viewport(2).locator('[data-crosshair]');
    await expect(cross).toHaveAttribute('data-crosshair', /^2[5-6]\.\d 1[1-2]\.\d$/);
    // The line of an image on show would say that a whole volume lies there.
    await expect(viewport(2).locator('[data-reference-line]')).toHaveCount(0);
  });

  await test.step('back at single planes, the reader is at the slice where he was', async () => {
    await page.getByLabel('Slab thickness (MIP)').selectOption('Single plane');
    await expect(coronal!.canvas).toHaveAttribute('aria-label', / of 32$/);
    await expect(coronal!.stage).toHaveAttribute('aria-valuetext', /window centre 8000/);
    await expect(coronal!.stage).toHaveAttribute('aria-valuenow', '9');
    // Planes in place of others are no move: the crosshair does not go along to them, and lies on another slice.
    await expect(axial!.canvas).toHaveAttribute('aria-label', / of 24$/);
    await expect(viewport(2).locator('[data-crosshair]')).toHaveCount(0);
    await axial!.go(16);
    await expect(viewport(2).locator('[data-crosshair]')).toHaveAttribute('data-crosshair', /^2[5-6]\.\d 1[1-2]\.\d$/);
    await page.getByRole('button', { name: 'Crosshair' }).click();
    await coronal!.go(12);
    await expect(await said(3, 21, 8, [32, 24])).toHaveText('21, 8: 30000 Bq/ml');
    await picture(page, 'room/single-again');
  });

  await test.step('while a plane is being made, no value of the one before it is told', async () => {
    const said = viewport(3).getByText(/^21, 8: /);
    await page.evaluate(() => Object.assign((globalThis as unknown as { told: object }).told, { held: [] }));
    await page.getByLabel('Slab thickness (MIP)').selectOption('MIP 20 mm');
    await expect(viewport(3).getByText('MIP 20 mm, coronal: PET')).toBeVisible();
    await expect(coronal!.canvas).toHaveCount(0);
    await expect(said).toHaveCount(0);
    await page.evaluate(() => {
      const { told } = globalThis as unknown as { told: { held: (() => void)[] | null } };
      for (const tell of told.held ?? []) tell();
      told.held = null;
    });
    await expect(said).toHaveText('21, 8: max 30000 Bq/ml');
  });
});

test('two examinations of one case are told apart by their day, the latest first, their series by the number of the scanner', {
  tag: '@long',
}, async ({ page, server }) => {
  const before = stack({ study: '2.25.7721', description: 'T1 AX', middle: [0, 0, -300], studyDate: '20230401' });
  const now = {
    ...stack({ study: '2.25.7722', description: 'T1 AX', middle: [0, 0, 10], studyDate: '20250402' }),
    series: 4,
  };
  const later = { ...now, series: 12, description: 'T2 AX' };
  const caseId = await openReading(
    page,
    server,
    'iki-tetkik@duai.example',
    [later, before, now].flatMap((wish) =>
      planesPhantom(wish).map(({ name, bytes }) => ({ name: `${wish.study} ${name}`, bytes })),
    ),
  );
  const list = page.getByRole('navigation', { name: 'Series' });
  await expect(list.getByRole('heading')).toHaveText([/^2 April 2025/, /^1 April 2023/]);
  await expect(list.getByText(/^Series \d+$/)).toHaveText(['Series 4', 'Series 12', 'Series 1']);
  await picture(page, 'room/two-examinations-list');
  await page.goto(`/console/cases/${caseId}/images`);
  const rail = page.getByRole('navigation', { name: 'Series' });
  await expect(rail.getByRole('heading', { level: 3 })).toHaveText([/^2 April 2025/, /^1 April 2023/]);
  await expect(rail.getByText(/^Series \d+ · axial · 10 images$/)).toHaveText([
    /^Series 4 /,
    /^Series 12 /,
    /^Series 1 /,
  ]);
  const shown = page.getByRole('region', { name: 'Viewport 1', exact: true });
  await expect(shown.getByText('2 April 2025')).toBeVisible();
  await rail.getByRole('button', { name: /^T1 AX Series 1 / }).click();
  await expect(shown.getByText('1 April 2023')).toBeVisible();
  await picture(page, 'room/two-examinations');
});
