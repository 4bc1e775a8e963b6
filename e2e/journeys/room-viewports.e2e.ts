import { picture } from '../support/pictures.ts';
import { type PlanesWish, planesPhantom, STACK } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const stack: PlanesWish = { ...STACK, study: '2.25.7719' };

test('the viewports of a room keep tools, place and letters, whatever the layout', async ({ page, server }) => {
  const film: PlanesWish = { ...stack, series: 2, description: 'Film', slices: 1 };
  const caseId = await openReading(page, server, 'alanlar@duai.example', [stack, film].flatMap(planesPhantom));
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
});
