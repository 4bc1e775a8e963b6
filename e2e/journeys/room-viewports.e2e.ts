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

test('four series side by side are told apart, keep their views, scroll together, and stand there again', async ({
  page,
  server,
}) => {
  const long = 'Axial T2 FLAIR fat-saturated 3D, gadolinium, 64 chars of name';
  const named = (series: number, description: string): PlanesWish => ({ ...stack, series, description });
  const earlier = (series: number, description: string): PlanesWish => ({
    ...named(series, description),
    study: '2.25.7720',
    studyDate: '20200101',
  });
  const caseId = await openReading(
    page,
    server,
    'dort-seri@duai.example',
    [named(1, 'Thorax'), named(2, 'Thorax'), named(3, long), earlier(4, 'Old one'), earlier(5, 'Old two')].flatMap(
      planesPhantom,
    ),
  );
  await page.goto(`/console/cases/${caseId}/images`);
  const viewport = (number: number) => page.getByRole('region', { name: `Viewport ${number}`, exact: true });
  const rail = page.getByRole('navigation', { name: 'Series' });
  const viewers = [1, 2, 3, 4].map((number) => new Viewer(page, viewport(number)));
  const [first, second, , fourth] = viewers as [Viewer, Viewer, Viewer, Viewer];
  const layout = (name: string) => page.getByLabel('Layout').selectOption(name);
  const put = async (number: number, name: RegExp, which = 0) => {
    await viewport(number).click();
    await rail.getByRole('button', { name }).nth(which).click();
    await expect(viewers[number - 1]!.canvas).toBeVisible();
  };
  const isAt = (viewer: Viewer, image: number) => expect(viewer.stage).toHaveAttribute('aria-valuenow', String(image));
  await layout('2 × 2');
  await put(1, /^Thorax/, 0);
  await put(2, /^Thorax/, 1);
  await put(3, /^Axial T2/);
  await put(4, /^Old one/);

  await test.step('each viewport names its series first, on every screen beside the buttons and the letters', async () => {
    const names = ['Thorax · Series 1', 'Thorax · Series 2', `${long} · Series 3`, 'Old one · Series 4'];
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1920, 1080],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const [at, name] of names.entries()) {
        const told = viewport(at + 1).getByTitle(name, { exact: true });
        await expect(told).toHaveText(name);
        const fit = viewport(at + 1).getByRole('button', { name: 'Zoom in' });
        const letter = viewport(at + 1).getByText('A', { exact: true });
        await expect
          .poll(async () => {
            const [note, button, mark] = await Promise.all([
              told.locator('..').boundingBox(),
              fit.boundingBox(),
              letter.boundingBox(),
            ]);
            const isLeft = note!.x + note!.width <= Math.min(button!.x, mark!.x);
            return isLeft || (note!.x + note!.width <= button!.x && note!.y + note!.height <= mark!.y);
          }, `${name} at ${width}`)
          .toBe(true);
      }
      await picture(page, `room/four-series-${width}`);
    }
    // The wheel over a name scrolls the images below it.
    await second.stage.focus();
    await second.go(2);
    await viewport(2).getByTitle('Thorax · Series 2').hover();
    await page.mouse.wheel(0, 1);
    await isAt(second, 3);
  });

  await test.step('a viewport comes back as it was left, and a series chosen meanwhile takes the place of none but its own', async () => {
    await second.stage.focus();
    await second.go(1);
    await second.stage.press('i');
    await second.stage.press('+');
    await expect(second.stage).toHaveAttribute('data-zoomed', 'true');
    const box = await second.canvas.boundingBox();
    await layout('1 × 1');
    await expect(viewport(2)).toHaveCount(0);
    await first.stage.focus();
    await first.stage.press('n');
    await expect(viewport(1)).toContainText('Thorax · Series 2');
    await layout('2 × 2');
    await isAt(second, 1);
    await expect(second.canvas).toBeVisible();
    expect(await second.canvas.boundingBox()).toEqual(box);
    await viewport(2).click();
    await expect(page.getByRole('button', { name: /^Invert/ })).toHaveAttribute('aria-pressed', 'true');
    await expect(viewport(3)).toContainText(long);
    await expect(viewport(4)).toContainText('Old one');
    await second.stage.press('i');
    await put(1, /^Thorax/, 0);
  });

  await test.step('a series put into a linked viewport follows the others, also with the crosshair on', async () => {
    for (const viewer of [first, fourth]) {
      await viewer.stage.focus();
      await viewer.go(1);
    }
    await page.getByRole('button', { name: 'Linked scrolling' }).click();
    await first.stage.focus();
    await first.stage.press('ArrowDown');
    await isAt(fourth, 2);
    await put(4, /^Old two/);
    await isAt(fourth, 3);
    await first.stage.focus();
    await first.stage.press('ArrowDown');
    await first.stage.press('ArrowDown');
    await isAt(fourth, 4);
    await page.getByRole('button', { name: 'Crosshair' }).click();
    await first.stage.focus();
    await first.stage.press('ArrowDown');
    await isAt(fourth, 5);
    await isAt(second, 5);
    await fourth.stage.focus();
    await fourth.stage.press('ArrowUp');
    await isAt(first, 4);
    await page.getByRole('button', { name: 'Crosshair' }).click();
    await page.getByRole('button', { name: 'Linked scrolling' }).click();
  });

  await test.step('an arrangement stands there again: each of two series of one name, and planes', async () => {
    await page.getByRole('button', { name: /^Save this arrangement/ }).click();
    await expect(page.getByText(/^Saved: /)).toBeVisible();
    await page.reload();
    for (const [at, name] of ['Thorax · Series 1', 'Thorax · Series 2', `${long} · Series 3`].entries())
      await expect(viewport(at + 1)).toContainText(name);
    await page.getByRole('button', { name: /^Forget the arrangement/ }).click();
    await viewport(2).click();
    await page.getByRole('button', { name: 'MPR', exact: true }).click();
    await expect(viewport(4)).toContainText('MPR, sagittal: Thorax');
    await page.getByRole('button', { name: /^Save this arrangement/ }).click();
    await expect(page.getByRole('button', { name: /^Forget the arrangement/ })).toBeVisible();
    await page.reload();
    await expect(viewport(1)).toContainText('Thorax · Series 2');
    for (const [at, kind] of ['axial', 'coronal', 'sagittal'].entries())
      await expect(viewport(at + 2)).toContainText(`MPR, ${kind}: Thorax`);
    await expect(fourth.canvas).toBeVisible();
    await picture(page, 'room/planes-again');
    await page.getByRole('button', { name: /^Forget the arrangement/ }).click();
  });
});
