import { readFile } from 'node:fs/promises';
import { marks, studies } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { unzipSync } from 'fflate';
import { picture } from '../support/pictures.ts';
import { type PlanesWish, placeOf, planesPhantom } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { staffClient } from '../support/staff.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const STUDY = '2.25.118240983174';
const SIDE = 64;
/** Each octant of the body has a value of its own, from 100 to 800. */
const octant = (x: number, y: number, z: number) => 100 * (1 + Number(x > 0) + 2 * Number(y > 0) + 4 * Number(z > 0));
const PLANE = {
  study: STUDY,
  middle: [0, 0, 0] as const,
  gapMm: 3,
  slices: 3,
  columns: SIDE,
  rows: SIDE,
  spacing: { rowMm: 2, columnMm: 2 },
  laterality: 'R' as const,
  valueAt: octant,
};
/** Each plane, with the letters at its left, right, upper and lower edge. */
const PLANES: readonly (readonly [PlanesWish, string, string, string, string])[] = [
  [{ ...PLANE, series: 1, description: 'Axial', across: [1, 0, 0], down: [0, 1, 0] }, 'R', 'L', 'A', 'P'],
  [{ ...PLANE, series: 2, description: 'Coronal', across: [1, 0, 0], down: [0, 0, -1] }, 'R', 'L', 'H', 'F'],
  [{ ...PLANE, series: 3, description: 'Sagittal', across: [0, 1, 0], down: [0, 0, -1] }, 'A', 'P', 'H', 'F'],
  [{ ...PLANE, series: 4, description: 'Oblique', across: [0.8, 0.6, 0], down: [0, 0, -1] }, 'RA', 'LP', 'H', 'F'],
];
const SIGN_OF: Record<string, readonly [axis: 0 | 1 | 2, sign: 1 | -1]> = {
  L: [0, 1],
  R: [0, -1],
  P: [1, 1],
  A: [1, -1],
  H: [2, 1],
  F: [2, -1],
};

test('[RED-004] orientation letters, scale bar and patient banner are right for axial, coronal, sagittal and oblique series @long', async ({
  page,
  server,
}) => {
  const files = PLANES.flatMap(([wish]) => planesPhantom(wish));
  await openReading(page, server, 'duzlem@duai.example', files);
  const viewer = new Viewer(page);
  for (const [wish, left, right, top, bottom] of PLANES) {
    await test.step(wish.description, async () => {
      await viewer.choose(wish.description);
      await expect(page.getByText(`Left edge ${left}, right ${right}, top ${top}, bottom ${bottom}`)).toBeAttached();
      await viewer.go(2);
      // The pixel at an edge is on the side of the body that the letters name, by its position and by its value.
      const edges = { [left]: [1, 32], [right]: [62, 32], [top]: [32, 1], [bottom]: [32, 62] } as const;
      for (const [letters, [column, row]] of Object.entries(edges)) {
        const place = placeOf(wish, 1, column, row);
        for (const letter of letters) expect(Math.sign(place[SIGN_OF[letter]![0]])).toBe(SIGN_OF[letter]![1]);
        const { x, y } = await viewer.at(column + 0.5, row + 0.5, SIDE, SIDE);
        await page.mouse.move(x, y);
        await expect(page.getByText(`${column}, ${row}: ${octant(...place)} HU`)).toBeVisible();
      }
      const bar = page.locator('[data-scale-bar]');
      const [box, image] = [(await bar.boundingBox())!, (await viewer.canvas.boundingBox())!];
      const mm = Number(await bar.getAttribute('data-scale-bar'));
      expect(mm).toBeGreaterThanOrEqual(5);
      expect(box.width / image.width).toBeCloseTo(mm / (SIDE * 2), 2);
      await expect(page.getByText(`${mm} mm`, { exact: true })).toBeVisible();
      await expect(page.getByText('Side R')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Patient' }).first()).toContainText('Zeynep Işık');
    });
  }
  await picture(page, 'viewer/planes');

  await test.step('the last image stays on the stage until the next one is there', async () => {
    // The image that the series opens with comes; those beside it wait.
    const open = Promise.withResolvers<void>();
    let asked = 0;
    const frames = /\/frames[/?]/;
    await page.route(frames, async (route) => {
      asked += 1;
      if (asked > 1) await open.promise;
      await route.continue();
    });
    await page.reload();
    const slice = (number: number) =>
      expect(viewer.canvas).toHaveAttribute('aria-label', new RegExp(`^Slice ${number} `));
    await slice(2);
    await viewer.stage.press('ArrowDown');
    await expect(viewer.stage).toHaveAttribute('aria-valuenow', '3');
    await expect.poll(() => asked).toBeGreaterThan(1);
    await slice(2);
    await expect(viewer.canvas).toBeVisible();
    open.resolve();
    await slice(3);
    await page.unroute(frames);
  });

  await test.step('turned and flipped, the letters go with the image', async () => {
    await viewer.choose('Axial');
    await viewer.stage.press('r');
    await expect(page.getByText('Left edge P, right A, top R, bottom L')).toBeAttached();
    await viewer.stage.press('h');
    await expect(page.getByText('Left edge P, right A, top L, bottom R')).toBeAttached();
  });
});

test('[RED-003] length, angle, Cobb, bidirectional, region statistics, arrow and probe give the figures of a phantom, in mm only where the spacing is known', {
  tag: '@long',
}, async ({ page, server }) => {
  // Left half 100 HU, right half 300 HU; rows are 2 mm high, columns 1 mm wide.
  const halves = (x: number) => (x < 0 ? 100 : 300);
  const flat = { ...PLANE, across: [1, 0, 0] as const, down: [0, 1, 0] as const, slices: 2, valueAt: halves };
  const spacing = { rowMm: 2, columnMm: 1 };
  const series = [
    { ...flat, study: `${STUDY}.1`, series: 1, description: 'Calibrated', spacing },
    { ...flat, study: `${STUDY}.2`, series: 2, description: 'Detector', spacing, isAtImager: true },
    { ...flat, study: `${STUDY}.3`, series: 3, description: 'Unknown', spacing: null },
  ];
  await openReading(page, server, 'olcum@duai.example', series.flatMap(planesPhantom));
  const viewer = new Viewer(page);
  const points = (...all: readonly (readonly [number, number])[]) =>
    Promise.all(all.map(([x, y]) => viewer.at(x, y, SIDE, SIDE)));
  const tool = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const told = (name: string) => viewer.list.getByRole('button', { name: new RegExp(`^Image 1: ${name}, `) });
  /** The figures of a line of the list, which reads "name, figures". */
  const figures = async (name: string) =>
    [...(await told(name).textContent())!.split(`${name}, `)[1]!.matchAll(/[\d.]+/g)].map(([figure]) => Number(figure));
  /** The mouse moves by whole screen pixels. */
  const near = (value: number, wished: number, tolerance: number) =>
    expect(Math.abs(value - wished), `${value} is not ${wished}`).toBeLessThanOrEqual(tolerance);

  await test.step('in mm, degrees and HU where the file states the size of a pixel in the patient', async () => {
    await viewer.choose('Calibrated');
    await viewer.go(1);
    await tool('Length');
    await viewer.draw(await points([12, 16], [52, 46]));
    near((await figures('Length'))[0]!, Math.hypot(40, 60), 0.5);
    await tool('Two diameters');
    await viewer.draw(await points([8, 10], [56, 10]));
    await viewer.draw(await points([30, 6], [33, 16]));
    // The second axis is taken at a right angle to the first, however it is drawn.
    const [long, short] = await figures('Two diameters');
    near(long!, 48, 0.5);
    near(short!, 20, 0.7);
    await tool('Angle');
    await viewer.draw(await points([50, 30], [20, 30]));
    await viewer.draw(await points([40, 40], [40, 40]));
    near((await figures('Angle'))[0]!, 45, 0.5);
    await tool('Cobb angle');
    await viewer.draw(await points([10, 20], [50, 30]));
    await viewer.draw(await points([50, 40], [10, 50]));
    // Tilted by 20 mm over 40 mm to either side.
    near((await figures('Cobb angle'))[0]!, (2 * Math.atan2(20, 40) * 180) / Math.PI, 0.5);
    for (const [name, outline] of [
      [
        'Rectangle',
        [
          [22, 20],
          [42, 30],
        ],
      ],
      [
        'Ellipse',
        [
          [12, 34],
          [52, 54],
        ],
      ],
      [
        'Freehand outline',
        [
          [16, 4],
          [48, 4],
          [48, 14],
          [16, 14],
          [16, 5],
        ],
      ],
    ] as const) {
      await tool(name);
      await viewer.draw(await points(...outline));
      const [mean, deviation, least, most] = await figures(name);
      near(mean!, 200, 3);
      near(deviation!, 100, 0.5);
      expect([least, most]).toEqual([100, 300]);
    }
    near((await figures('Rectangle'))[4]!, 20 * 20, 12);
    near((await figures('Ellipse'))[4]!, Math.PI * 20 * 20, 30);
    near((await figures('Freehand outline'))[4]!, 32 * 20, 40);
    await tool('Probe');
    await viewer.draw(await points([10.5, 44.5], [10.5, 44.5]));
    await expect(told('Probe')).toHaveText('Image 1: Probe, 100 HU');
    await tool('Arrow with text');
    await viewer.draw(await points([60, 40], [50, 30]));
    const note = viewer.list.getByLabel('Text of the arrow on image 1');
    await note.fill('Effusion');
    await note.press('Enter');
    await expect(page.locator('svg text', { hasText: 'Effusion' })).toBeVisible();
    await expect(viewer.list).toContainText('Lengths in the body');
    await picture(page, 'viewer/measured');
  });

  await test.step('at the detector, and in pixels, said as such', async () => {
    for (const [description, unit, kind] of [
      ['Detector', 'mm at the detector', 'Lengths at the detector'],
      ['Unknown', 'px', 'Lengths in pixels'],
    ] as const) {
      await viewer.choose(description);
      await viewer.go(1);
      await tool('Length');
      await viewer.draw(await points([12, 32], [52, 32]));
      near((await figures('Length'))[0]!, 40, 0.5);
      await expect(told('Length')).toHaveText(new RegExp(`[\\d.]+ ${unit}$`));
      await expect(viewer.list).toContainText(kind);
    }
    await expect(page.locator('[data-scale-bar]')).toHaveCount(0);
  });
});

const SLICES = 300;
const BITS = 9;
/** Number of wheel turns between two stops. */
const TURNS = 10;
/** The number of a slice in nine stripes: 1000 for one, 0 for zero, both distinguishable in the window. */
const stripes = (x: number, _y: number, _z: number, slice: number) =>
  Math.floor((x + SIDE) / 2 / (SIDE / BITS)) < BITS && (slice >> Math.floor((x + SIDE) / 2 / (SIDE / BITS))) & 1
    ? 1000
    : 0;

test('[RED-002] no blank frame is drawn while scrolling 300 slices @long', async ({ page, server }) => {
  const stack: PlanesWish = {
    ...PLANE,
    study: `${STUDY}.9`,
    series: 1,
    description: 'Stack',
    across: [1, 0, 0],
    down: [0, 1, 0],
    slices: SLICES,
    valueAt: stripes,
    window: { center: 500, width: 2000 },
  };
  await openReading(page, server, 'yigin@duai.example', planesPhantom(stack));
  const viewer = new Viewer(page);
  await viewer.go(1);
  const { x, y } = await viewer.at(SIDE / 2, SIDE / 2, SIDE, SIDE);
  await page.mouse.move(x, y);
  // At every animation frame, records which slice the canvas shows, by its stripes; −1: none.
  await page.evaluate(
    ({ bits, side }) => {
      const seen: number[] = [];
      const copy = new OffscreenCanvas(side, 1).getContext('2d', { willReadFrequently: true })!;
      const look = () => {
        const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-pixels=stored]');
        copy.clearRect(0, 0, side, 1);
        if (canvas) copy.drawImage(canvas, 0, 30, side, 1, 0, 0, side, 1);
        const { data } = copy.getImageData(0, 0, side, 1);
        const greys = Array.from({ length: bits }, (_, bit) => data[Math.floor((bit + 0.5) * (side / bits)) * 4]!);
        const isDrawn = data.every((value, index) => (index % 4 === 3 ? value === 255 : value > 40));
        seen.push(isDrawn ? greys.reduce((sum, grey, bit) => sum + (grey > 128 ? 1 << bit : 0), 0) : -1);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      Object.assign(globalThis, { slicesSeen: seen });
    },
    { bits: BITS, side: SIDE },
  );
  // Fast turns with a stop after each ten: how many slices are drawn between two stops depends on the machine.
  for (let slice = 1; slice < SLICES; slice += 1) {
    await page.mouse.wheel(0, 100);
    if (slice % TURNS === 0) {
      await page.waitForFunction(
        (wish) => (globalThis as unknown as { readonly slicesSeen: readonly number[] }).slicesSeen.at(-1) === wish,
        slice,
      );
    }
  }
  await expect(page.getByRole('img', { name: `Slice ${SLICES} of ${SLICES}` })).toBeVisible();
  const seen = () =>
    page.evaluate(() => (globalThis as unknown as { readonly slicesSeen: readonly number[] }).slicesSeen);
  await expect.poll(async () => (await seen()).at(-1)).toBe(SLICES - 1);
  const all = await seen();
  expect(all.filter((slice) => slice < 0)).toEqual([]);
  expect(all.every((slice, index) => slice >= (all[index - 1] ?? 0))).toBe(true);
  expect(new Set(all).size).toBeGreaterThan(SLICES / TURNS);
});

test('[RED-007] a corrected mask is a new version; the original is kept', { tag: '@long' }, async ({
  page,
  server,
}) => {
  const phantom = chestPhantom({ slices: 12, matrix: 64, pixelSpacingMm: 5.6, sliceThicknessMm: 20 });
  const caseId = await openReading(page, server, 'maske@duai.example', phantom.files);
  const radiologist = await staffClient(server, 'radiologist');
  const lung = async () => {
    const { analyses } = await radiologist.call(studies.getReading, { params: { caseId } });
    return analyses
      .flatMap(({ result }) => (result?.outcome === 'evaluated' ? result.overlays : []))
      .find(({ code }) => code === 'LUNG')!;
  };
  const original = await lung();
  await page.getByRole('button', { name: 'Claim case' }).click();
  const viewer = new Viewer(page);
  /** Masks begin as outlines, which cover no anatomy. */
  const fill = () => page.getByLabel('Outlines only').uncheck();
  await viewer.go(6);
  await fill();
  const drawn = page.locator('canvas[data-overlay~=LUNG]');
  /** Whether the mask covers this pixel on screen. */
  const covers = (column: number, row: number) =>
    drawn.evaluate(
      (canvas: HTMLCanvasElement, [x, y]) => {
        const copy = new OffscreenCanvas(1, 1).getContext('2d')!;
        copy.drawImage(canvas, -x!, -y!);
        // A mask is drawn into the image, which is grey.
        const [red, green] = copy.getImageData(0, 0, 1, 1).data;
        return red !== green;
      },
      [column, row],
    );
  const [x, y] = [32, 8];
  await expect.poll(() => covers(x, y)).toBe(false);
  await page.getByRole('button', { name: 'Correct Lung', exact: true }).click();
  await viewer.draw([await viewer.at(x + 0.5, y + 0.5, SIDE, SIDE)]);
  await expect.poll(() => covers(x, y)).toBe(true);
  // Around the pointer stands what the brush would mark: 4 pixels to each side, and the line.
  const ring = (await page.locator('[data-brush=marks]').boundingBox())!;
  const pixel = (await viewer.canvas.boundingBox())!.width / SIDE;
  expect(Math.abs(ring.width - 8 * pixel)).toBeLessThanOrEqual(2);
  expect(Math.abs(ring.x + ring.width / 2 - (await viewer.at(x + 0.5, y + 0.5, SIDE, SIDE)).x)).toBeLessThanOrEqual(2);
  await test.step('strokes that are not saved are asked about before the page goes, and are there again afterwards', async () => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.goto('/console');
    await page.goto(`/console/cases/${caseId}/images?window=own`);
    await expect(drawn).toBeAttached();
    await page.goto(`/console/cases/${caseId}`);
    expect(asked).toContain('beforeunload');
    await viewer.go(6);
    await fill();
    await expect.poll(() => covers(x, y)).toBe(true);
    await page.getByRole('button', { name: 'Correct Lung', exact: true }).click();
  });
  // Erases a pixel of the lung.
  const inLung = [20, 32] as const;
  expect(await covers(...inLung)).toBe(true);
  await page.getByRole('button', { name: 'Eraser' }).click();
  await viewer.draw([await viewer.at(inLung[0] + 0.5, inLung[1] + 0.5, SIDE, SIDE)]);
  await expect.poll(() => covers(...inLung)).toBe(false);
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByText('Lung: version 1, corrected by Dr. Deniz Örnek')).toBeVisible();
  await picture(page, 'viewer/corrected-mask');

  await page.reload();
  await viewer.go(6);
  await fill();
  await expect.poll(() => covers(x, y)).toBe(true);
  expect(await covers(...inLung)).toBe(false);
  expect(await lung()).toEqual(original);
  const versions = await radiologist.call(marks.listCorrectedMasks, { params: { caseId } });
  expect(versions.map(({ version, code }) => [version, code])).toEqual([[1, 'LUNG']]);
  expect(versions[0]!.mask).not.toEqual(original);

  await test.step('measurements are there again too, and deleted they are gone', async () => {
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    await viewer.draw([await viewer.at(10, 10, SIDE, SIDE), await viewer.at(30, 10, SIDE, SIDE)]);
    const row = viewer.list.getByRole('button', { name: /^Image 6: Length, / });
    await expect(row).toBeVisible();
    const list = () => radiologist.call(marks.listMeasurements, { params: { caseId } });
    await expect(viewer.list).toContainText('Measurements are stored with the case.');
    await expect
      .poll(async () => (await page.request.get(`/api/console/cases/${caseId}/marks/measurements`)).json())
      .toHaveLength(1);
    const saved = page.waitForEvent('download');
    await viewer.list.getByRole('button', { name: 'Save my measurements as DICOM SR' }).click();
    const objects = unzipSync(new Uint8Array(await readFile(await (await saved).path())));
    expect(Object.keys(objects)).toEqual([expect.stringMatching(/^reader-measurements-.*\.dcm$/)]);
    // A colleague does not see them while the case is being read.
    expect(await list()).toEqual([]);
    await page.reload();
    await viewer.go(1);
    await row.click();
    await expect(page.getByRole('img', { name: 'Slice 6 of 12' })).toBeVisible();
    await viewer.list.getByRole('button', { name: 'Remove Length on image 6' }).click();
    await expect(viewer.list).toBeHidden();
    await expect
      .poll(async () => (await page.request.get(`/api/console/cases/${caseId}/marks/measurements`)).json())
      .toEqual([]);
  });
});
