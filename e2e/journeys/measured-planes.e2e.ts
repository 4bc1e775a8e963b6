import { given, marks } from '@duai/contract';
import { runSql } from '../support/database.ts';
import { toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { planesPhantom, STACK } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { openReading, Viewer } from '../support/viewer.ts';

/** Pixels of 2 mm, slices 5 mm apart: planes have pixels of 2 mm, and interpolate between slices exactly. */
const files = planesPhantom({
  ...STACK,
  study: '2.25.90417',
  description: 'Slope',
  valueAt: (x, _y, z) => 300 + 2 * x + 10 * z,
});
const [COLUMNS, ROWS] = [64, 15];

test('[RED-003] what is measured on a computed plane is kept, listed, led to, told in the report and exported', async ({
  page,
  server,
}) => {
  const caseId = await openReading(page, server, 'duzlem@duai.example', files);
  await page.getByRole('button', { name: 'Claim case' }).click();
  await expect(page.getByRole('textbox', { name: /^Findings/ })).toBeEditable();
  const room = `/console/cases/${caseId}/images`;
  await page.goto(room);
  await page.getByRole('button', { name: 'MPR', exact: true }).click();
  const viewport = (number: number) => page.getByRole('region', { name: `Viewport ${number}`, exact: true });
  const coronal = new Viewer(page, viewport(3));
  await expect(coronal.canvas).toHaveAttribute('aria-label', new RegExp(` of ${COLUMNS}$`));
  await coronal.go(20);
  const at = (x: number, y: number) => coronal.at(x, y, COLUMNS, ROWS);
  const kept = async () =>
    (await (
      await page.request.get(`${server.address}${marks.listMeasurements.path}`.replace(':caseId', caseId))
    ).json()) as marks.Measurement[];

  await test.step('a length and a region on a coronal plane are stored with their plane', async () => {
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    await coronal.draw([await at(10, 7), await at(50, 7)]);
    await expect(coronal.list.getByRole('button', { name: /^Image 20: Length, / })).toBeVisible();
    await page.getByRole('button', { name: 'Rectangle', exact: true }).click();
    await coronal.draw([await at(20, 4), await at(40, 10)]);
    await expect(coronal.list).toContainText('Measurements are stored with the case');
    await expect.poll(async () => (await kept()).length).toBe(2);
    const [length, region] = await kept();
    const wide = (of?: marks.Measurement) => Math.abs(of!.points[1]!.x - of!.points[0]!.x);
    expect(Number.parseFloat(length!.text)).toBeCloseTo(wide(length) * 2, 0);
    // The twentieth plane from the front, where y = −64 + 2 × 19.5; its upper left pixel is at x = −63, z = 26.5.
    expect(length!.plane).toMatchObject({ kind: 'coronal', slabMm: 0, mm: 2, columns: COLUMNS, rows: ROWS });
    for (const [axis, mm] of [-63, -25, 26.5].entries()) expect(length!.plane!.origin[axis]).toBeCloseTo(mm, 6);
    // Pixels whose centre lies in the region, by hand: the mean is that of a slope at the middle of them.
    const [from, to] = region!.points;
    const middleOf = (one: number, other: number) => (Math.ceil(one - 0.5) + Math.floor(other - 0.5)) / 2;
    const [x, z] = [-63 + 2 * middleOf(from!.x, to!.x), 26.5 - 2 * middleOf(from!.y, to!.y)];
    const mean = region!.values!.find(({ name }) => name === 'mean')!.value;
    expect(mean).toBeCloseTo(300 + 2 * x + 10 * z, 6);
    await picture(page, 'room/measured-plane');
  });

  const others = page.getByRole('region', { name: 'On computed planes' });
  const toLength = others.getByRole('button', { name: /^MPR, coronal: Length, / });
  await test.step('in another look it is not on the image, and the list leads back to its plane', async () => {
    await expect(others).toBeHidden();
    await page.getByLabel('Slab thickness (MIP)').selectOption('MIP 10 mm');
    await expect(viewport(3).getByText('MIP 10 mm, coronal: Slope')).toBeVisible();
    await expect(coronal.list).toBeHidden();
    await coronal.go(3);
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await picture(page, `room/measured-plane-listed-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await toLength.click();
    await expect(viewport(3).getByText('MPR, coronal: Slope')).toBeVisible();
    await expect(coronal.stage).toHaveAttribute('aria-valuenow', '20');
    await expect(coronal.list.getByRole('button', { name: /^Image 20: Length, / })).toBeVisible();
    // Its reader goes on from there: a viewport that is made anew opens where it was left.
    await coronal.stage.press('Home');
    await page.getByLabel('Layout').selectOption('1 × 1');
    await page.getByLabel('Layout').selectOption('2 × 2');
    await expect(coronal.stage).toHaveAttribute('aria-valuenow', '1');
    await viewport(3).click({ position: { x: 20, y: 200 } });
    await page.getByLabel('Slab thickness (MIP)').selectOption('MIP of the whole volume');
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    await coronal.draw([await at(10, 7), await at(30, 7)]);
    await expect(coronal.list).toContainText('Measurements on these planes are not stored, because');
    expect(await kept()).toHaveLength(2);
  });

  await test.step('after a reload the planes are computed anew when one is asked for', async () => {
    await page.reload();
    await toLength.click();
    const only = new Viewer(page, viewport(1));
    await expect(viewport(1).getByText('MPR, coronal: Slope')).toBeVisible();
    await expect(only.stage).toHaveAttribute('aria-valuenow', '20');
    await only.stage.press('Home');
    await expect(only.stage).toHaveAttribute('aria-valuenow', '1');
  });

  await test.step('the report tells it by its plane, and the reading page leads to it', async () => {
    await page.goto(`/console/cases/${caseId}`);
    await others.getByRole('button', { name: 'To the report: Length on MPR, coronal' }).click();
    await expect(page.getByRole('textbox', { name: /^Findings/ })).toHaveValue(
      /Uzunluk: \d+(,\d)? mm \(Slope, koronal düzlem\)\./,
    );
    await expect(page.getByText('none of your measurements on the images has these')).toBeHidden();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await others.scrollIntoViewIfNeeded();
      await picture(page, `reading/measured-plane-${scheme}`);
    }
    await others.getByRole('link', { name: /^MPR, coronal: Length, / }).click();
    await expect(page).toHaveURL(new RegExp(`${room}\\?measurement=`));
    await expect(viewport(1).getByText('MPR, coronal: Slope')).toBeVisible();
    await expect(viewport(1).getByRole('slider', { name: 'Image of the series' })).toHaveAttribute(
      'aria-valuenow',
      '20',
    );
  });

  await test.step('a plane that the series no longer has is told, not another one shown', async () => {
    const { id } = given(
      (await kept()).find(({ measure }) => measure === 'rectangle'),
      'the region',
    );
    await runSql(
      server.dataDir,
      `update reading_measurements set plane = jsonb_set(plane, '{origin,1}', '-24.3') where id = '${id}'`,
    );
    await page.goto(`${room}?measurement=${id}`);
    await expect(toast(page).filter({ hasText: 'its plane is not among these' })).toBeVisible();
  });

  await test.step('it can be removed from the list', async () => {
    await page.goto(`/console/cases/${caseId}`);
    await others.getByRole('button', { name: 'Remove Length on MPR, coronal' }).click();
    await expect.poll(async () => (await kept()).map(({ measure }) => measure)).toEqual(['rectangle']);
  });
});
