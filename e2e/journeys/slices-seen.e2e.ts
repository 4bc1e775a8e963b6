import { hold } from '../support/hold.ts';
import { picture } from '../support/pictures.ts';
import { type PlanesWish, planesPhantom } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { expectToFit } from '../support/touchable.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const axial: PlanesWish = {
  study: '2.25.7721',
  series: 1,
  description: 'Axial',
  across: [1, 0, 0],
  down: [0, 1, 0],
  middle: [0, 0, 0],
  gapMm: 5,
  slices: 5,
  columns: 32,
  rows: 32,
  spacing: { rowMm: 2, columnMm: 2 },
  valueAt: (_x, _y, _z, slice) => slice * 100,
};
const coronal: PlanesWish = { ...axial, series: 2, description: 'Coronal', down: [0, 0, -1], slices: 3 };

test('[RED-010] the checklist shows the share of each series that was on screen: slices that were drawn, and no others', {
  tag: '@long',
}, async ({ page, server }) => {
  const files = [axial, coronal].flatMap(planesPhantom);
  await openReading(page, server, 'kesitler@duai.example', files);
  // Nothing comes ahead of the reader: each slice is fetched by itself, so that one can be held back.
  await page.route(/\/frames\?of=/, (route) =>
    route.fulfill({
      contentType: 'multipart/related; type="application/octet-stream"; boundary=none',
      body: '--none--\r\n',
    }),
  );
  const letGo = await hold(page, '/instances/2.25.7721.1.5/frames/*');
  await page.reload();
  await page.getByRole('button', { name: 'Claim case' }).click();
  const viewer = new Viewer(page);
  const checklist = page.getByRole('region', { name: 'Before you sign' });
  const share = (of: string) => expect(checklist.getByText(of)).toBeVisible();
  const drawn = (slice: number) => expect(viewer.canvas).toHaveAttribute('aria-label', `Slice ${slice} of 5`);

  await test.step('the image that a series opens with counts, and each one after it once', async () => {
    await drawn(3);
    await share('Axial: 1 of 5 slices seen (20 %)');
    await share('Coronal: 0 of 3 slices seen (0 %)');
    await viewer.stage.press('ArrowUp');
    await drawn(2);
    await share('Axial: 2 of 5 slices seen (40 %)');
  });

  await test.step('a slice that was gone to and is not drawn does not', async () => {
    await viewer.stage.press('End');
    await expect(viewer.stage).toHaveAttribute('aria-valuenow', '5');
    await drawn(2);
    await viewer.stage.press('ArrowUp');
    await drawn(4);
    // Reported after the last slice was reached.
    await share('Axial: 3 of 5 slices seen (60 %)');
    letGo();
    await viewer.stage.press('End');
    await drawn(5);
    await share('Axial: 4 of 5 slices seen (80 %)');
  });

  await test.step('the server has it: a page that is loaded anew says the same', async () => {
    await page.reload();
    await drawn(3);
    await share('Axial: 4 of 5 slices seen (80 %)');
    await checklist.getByRole('button', { name: 'Open', exact: true }).nth(1).click();
    await share('Coronal: 1 of 3 slices seen (33 %)');
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      await checklist.scrollIntoViewIfNeeded();
      await picture(page, `reporting/slices-seen-${width}`);
    }
  });

  await test.step('what is seen in the window of images counts at once in that of the report', async () => {
    const images = await page.context().newPage();
    await images.goto(`${new URL(page.url()).pathname}/images?window=own`);
    const room = new Viewer(images, images.getByRole('region', { name: 'Viewport 1' }));
    await room.go(1);
    await expect(checklist.getByText('Axial: 5 of 5 slices seen (100 %)')).toBeVisible();
    await images.close();
  });
});
