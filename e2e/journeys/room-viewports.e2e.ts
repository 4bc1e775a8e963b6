import { picture } from '../support/pictures.ts';
import { type PlanesWish, planesPhantom, STACK, valueIn } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const stack: PlanesWish = { ...STACK, study: '2.25.7719' };

/** Higher than wide, and the other way about, of pixels that are not square: each value once. */
const turned = (series: number, description: string, columns: number, rows: number): PlanesWish => ({
  ...stack,
  series,
  description,
  slices: 1,
  columns,
  rows,
  spacing: { rowMm: 3, columnMm: 2 },
  valueAt: (x, y) => 5000 + Math.round(x) * 20 + Math.round(y),
});
const portrait = turned(3, 'Portrait', 40, 90);
const landscape = turned(4, 'Landscape', 120, 40);
/** The file tells the shape of its pixels, not their size. */
const unsized: PlanesWish = { ...turned(5, 'Unsized', 60, 60), spacing: null, aspectRatio: [3, 2] };

test('the viewports of a room keep tools, place and letters, whatever the layout', async ({ page, server }) => {
  const film: PlanesWish = { ...stack, series: 2, description: 'Film', slices: 1 };
  const caseId = await openReading(
    page,
    server,
    'alanlar@duai.example',
    [stack, film, portrait, landscape, unsized].flatMap(planesPhantom),
  );
  await page.getByRole('button', { name: 'Claim case' }).click();
  await expect(page.getByRole('textbox', { name: /^Findings/ })).toBeEditable();
  await page.goto(`/console/cases/${caseId}/images`);
  const viewport = (number: number) => page.getByRole('region', { name: `Viewport ${number}`, exact: true });
  const rail = page.getByRole('navigation', { name: 'Series' });
  const choose = (name: string) => rail.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const mpr = page.getByRole('button', { name: 'MPR', exact: true });
  const first = new Viewer(page, viewport(1));

  await test.step('planes are offered of a stack, not of a single film', async () => {
    await expect(mpr).toBeVisible();
    await choose('Film');
    await expect(first.canvas).toHaveAttribute('aria-label', /of 1$/);
    await expect(mpr).toBeHidden();
    await choose('Stack');
    await expect(mpr).toBeVisible();
  });

  await test.step('the viewport that got a series stays active, and the images stay where they are', async () => {
    await page.getByLabel('Layout').selectOption('2 × 2');
    await expect(viewport(2)).toContainText('Choose a series on the left');
    await expect(viewport(3)).toContainText('Press here, then choose a series on the left');
    await choose('Stack');
    const second = new Viewer(page, viewport(2));
    await expect(second.canvas).toBeVisible();
    const before = await first.stage.boundingBox();
    await expect(viewport(2)).toHaveAttribute('aria-current', 'true');
    await expect(mpr).toBeVisible();
    await expect(page.getByRole('button', { name: 'Length', exact: true })).toBeVisible();
    await second.stage.click();
    await choose('Stack');
    await expect(viewport(2)).toHaveAttribute('aria-current', 'true');
    expect(await first.stage.boundingBox()).toEqual(before);
  });

  await test.step('no letter of an edge is under the zoom buttons', async () => {
    for (const layout of ['1 × 1', '2 × 2', '3 × 3']) {
      await page.getByLabel('Layout').selectOption(layout);
      const letter = viewport(1).getByText('L', { exact: true });
      await expect
        .poll(async () => {
          const [mark, button] = await Promise.all([
            letter.boundingBox(),
            viewport(1).getByRole('button', { name: 'Fit' }).boundingBox(),
          ]);
          const isBeside = mark!.x + mark!.width <= button!.x;
          const isBelow = mark!.y >= button!.y + button!.height;
          return isBeside || isBelow;
        }, layout)
        .toBe(true);
    }
    await picture(page, 'room/nine');
  });

  await test.step('what was measured is seen on each viewport that shows its image, and changed on the active one', async () => {
    await page.getByLabel('Layout').selectOption('1 × 2');
    const second = new Viewer(page, viewport(2));
    await first.stage.focus();
    await first.go(3);
    await second.stage.focus();
    await second.go(3);
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    const place = (viewer: Viewer, x: number) => viewer.at(x, 32, 64, 64);
    await second.draw([await place(second, 10), await place(second, 40)]);
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    const seen = (number: number) => viewport(number).locator('svg text', { hasText: /^60 mm$/ });
    await expect(seen(2)).toBeVisible();
    await expect(seen(1)).toBeVisible();
    // The mouse over its line: only the active viewport offers to move it.
    for (const [viewer, other] of [
      [second, first],
      [first, second],
    ] as const) {
      await viewer.stage.focus();
      for (const one of [other, viewer]) {
        const { x, y } = await place(one, 25);
        await page.mouse.move(x, y);
        const isOffered = one === viewer ? expect(one.stage) : expect(one.stage).not;
        await isOffered.toHaveAttribute('data-gripping', 'near');
      }
    }
    await picture(page, 'room/measured-on-both');
    await first.go(4);
    await expect(seen(1)).toHaveCount(0);
    await expect(seen(2)).toBeVisible();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await expect(seen(2)).toHaveCount(0);
  });

  await test.step('an image that is turned lies where the viewer measures', async () => {
    for (const [layout, wish] of [
      ['1 × 1', portrait],
      ['1 × 3', landscape],
      ['1 × 1', unsized],
    ] as const) {
      const { columns, rows } = wish;
      await page.getByLabel('Layout').selectOption(layout);
      await first.stage.click();
      await choose(wish.description);
      await expect(first.canvas).toHaveAttribute('aria-label', /of 1$/);
      // Each key turns the last view further; where the pixel then lies in the box of the image, of 1 × 1.
      const [across, down] = [(7 + 0.5) / columns, (11 + 0.5) / rows];
      for (const [key, x, y] of [
        ['r', 1 - down, across],
        ['0', 1 - down, across],
        ['h', 1 - down, 1 - across],
        ['r', across, 1 - down],
        ['r', down, across],
        ['h', down, 1 - across],
      ] as const) {
        const name = `${wish.description}, ${key}`;
        await first.stage.press(key);
        const [stage, image] = await Promise.all([first.stage.boundingBox(), first.canvas.boundingBox()]);
        const off = (from: 'x' | 'y', size: 'width' | 'height') =>
          Math.abs(image![from] + image![size] / 2 - stage![from] - stage![size] / 2);
        expect(off('x', 'width'), name).toBeLessThan(1);
        expect(off('y', 'height'), name).toBeLessThan(1);
        await page.mouse.move(image!.x + x * image!.width, image!.y + y * image!.height);
        await expect(viewport(1), name).toContainText(`7, 11: ${valueIn(wish, 0, 7, 11)} HU`);
      }
    }
    await picture(page, 'room/turned');
  });

  await test.step('without spacing, the shape of a pixel counts, and lengths are in its width', async () => {
    // Upright again.
    await first.stage.press('r');
    const box = await first.canvas.boundingBox();
    expect(box!.height / box!.width).toBeCloseTo(1.5, 2);
    const place = (x: number, y: number) => first.at(x, y, 60, 60);
    await page.getByRole('button', { name: 'Angle', exact: true }).click();
    // Legs of 20 pixels across, and of 20 across and 20 down: 45° if pixels were square.
    await first.draw([await place(30, 10), await place(10, 10)]);
    await first.draw([await place(30, 30), await place(30, 30)]);
    await expect(viewport(1).locator('svg text', { hasText: /^56\.[1-5]°$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    await first.draw([await place(40, 20), await place(40, 50)]);
    await expect(viewport(1).locator('svg text', { hasText: /^(45|44\.9|45\.1) px$/ })).toBeVisible();
    await picture(page, 'room/unsized');
  });
});
