import { marks } from '@duai/contract';
import { toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { planesPhantom, STACK } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const SIDE = 64;
/** Left half 100 HU, right half 300 HU; pixels of 1 mm. */
const files = planesPhantom({
  ...STACK,
  study: '2.25.90311',
  description: 'Halves',
  numberedAfter: 100,
  spacing: { rowMm: 1, columnMm: 1 },
  valueAt: (x) => (x < 0 ? 100 : 300),
});

test('[RED-003] the points of a measurement are moved, and all of it; the report tells what it said before', async ({
  page,
  server,
}) => {
  const caseId = await openReading(page, server, 'tasima@duai.example', files);
  await page.getByRole('button', { name: 'Claim case' }).click();
  await expect(page.getByRole('textbox', { name: /^Findings/ })).toBeEditable();
  await page.getByLabel('Language of the report').selectOption('en');
  const viewer = new Viewer(page);
  await viewer.go(1);
  const kept = async () =>
    (await (
      await page.request.get(`${server.address}${marks.listMeasurements.path}`.replace(':caseId', caseId))
    ).json()) as marks.Measurement[];
  const at = (x: number, y: number) => viewer.at(x, y, SIDE, SIDE);
  const drag = async (...points: readonly (readonly [number, number])[]) =>
    viewer.draw(await Promise.all(points.map(([x, y]) => at(x, y))));
  const told = (name: string) => viewer.list.getByRole('button', { name: new RegExp(`^Image 101: ${name}, `) });
  /** The mouse moves by whole screen pixels. */
  const expectFigure = (name: string, wished: number) =>
    expect
      .poll(async () => Number(/, \D*([\d.]+)/.exec((await told(name).textContent()) ?? '')?.[1]))
      .toBeCloseTo(wished, 0);
  const handles = page.locator('[data-handles]');
  const findings = page.getByRole('textbox', { name: /^Findings/ });

  await test.step('a point is dragged without a tool: the figure follows, and is stored', async () => {
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    await drag([10, 20], [30, 20]);
    await expectFigure('Length', 20);
    await viewer.list.getByRole('button', { name: 'To the report: Length on image 101' }).click();
    await expect(findings).toHaveValue(/Length: (19|20)(\.\d)? mm \(Halves, image 101\)\./);
    await findings.press('ControlOrMeta+z');
    await expect(findings).not.toHaveValue(/Length/);
    await findings.press('ControlOrMeta+Shift+z');
    await expect(findings).toHaveValue(/Length: (19|20)(\.\d)? mm \(Halves, image 101\)\./);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Length', exact: true })).toHaveAttribute('aria-pressed', 'false');
    const { x, y } = await at(30, 20);
    await page.mouse.move(x, y);
    await expect(handles).toBeVisible();
    await picture(page, 'viewer/measurement-handles');
    await drag([30, 20], [40, 20], [50, 20]);
    await expectFigure('Length', 40);
    await expect.poll(async () => (await kept())[0]?.text ?? '').toMatch(/^(39|40)(\.\d)? mm$/);
    // The stack did not scroll.
    await expect(viewer.stage).toHaveAttribute('aria-valuenow', '1');
  });

  const unmatched = page.getByRole('status').filter({ hasText: 'no measurement on the images that you see has these' });
  const checklist = page.getByRole('region', { name: 'Before you sign' });
  await test.step('the report still tells the former figure: it is said, also after a reload, and one press puts it right', async () => {
    await expect(unmatched).toHaveText(/^“Length: (19|20)(\.\d)? mm \(Halves, image 101\)”: no measurement on/);
    await expect(page.getByText(/^Saved, version/)).toBeVisible();
    await page.reload();
    await expect(unmatched).toBeVisible();
    await expect(checklist.getByText('Findings: 1 measured sentence does not match the measurements')).toBeVisible();
    await checklist.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(findings).toBeFocused();
    await picture(page, 'reading/unmatched-figures');
    expect(await page.evaluate(() => document.getSelection()?.toString())).toMatch(/^Length: (19|20)/);
    await page.getByRole('button', { name: /^Replace with (39|40)(\.\d)? mm$/ }).click();
    await expect(findings).toHaveValue(/Length: (39|40)(\.\d)? mm \(Halves, image 101\)\./);
    await expect(findings).not.toHaveValue(/Length: (19|20)(\.\d)? /);
    await expect(unmatched).toHaveCount(0);
    await expect(checklist.getByText('not match the measurements')).toHaveCount(0);
    await viewer.go(1);
  });

  await test.step('Escape leaves it where it was, and elsewhere a drag scrolls', async () => {
    const [from, to] = [await at(50, 20), await at(20, 50)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await viewer.stage.focus();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expectFigure('Length', 40);
    await drag([30, 40], [30, 60]);
    await expect(viewer.stage).not.toHaveAttribute('aria-valuenow', '1');
    await viewer.go(1);
  });

  await test.step('a region is moved by its outline, and tells the values of its new place', async () => {
    await page.getByRole('button', { name: 'Rectangle', exact: true }).click();
    await drag([6, 30], [16, 40]);
    await expectFigure('Rectangle', 100);
    await page.getByRole('button', { name: 'Rectangle', exact: true }).click();
    await drag([6, 35], [30, 35], [46, 35]);
    await expectFigure('Rectangle', 300);
    await expect
      .poll(async () => (await kept()).find((one) => one.measure === 'rectangle')?.text ?? '')
      .toContain('300');
  });

  await test.step('what is brought beyond the edge stays in the image, as large as it was', async () => {
    await drag([46, 35], [60, 35], [72, 30]);
    const points = async () => (await kept()).find(({ measure }) => measure === 'rectangle')?.points ?? [];
    await expect.poll(async () => Math.max(...(await points()).map(({ x }) => x))).toBe(SIDE);
    await expect(told('Rectangle')).toContainText(/, (9\d|10\d)(\.\d)? mm²$/);
  });

  await test.step('a line that crosses itself tells the area of both its loops', async () => {
    await page.getByRole('button', { name: 'Freehand outline', exact: true }).click();
    await drag([4, 44], [24, 62], [24, 44], [4, 62]);
    // Two triangles, each with a base of 18 mm and a height of 10 mm.
    await expect(told('Freehand outline')).toContainText(/mean 100 HU, .*, 1[78]\d(\.\d)? mm²$/);
    await page.getByRole('button', { name: 'Freehand outline', exact: true }).click();
    await picture(page, 'viewer/figure-of-eight');
  });

  await test.step('by keys: the pen takes the point under it', async () => {
    await page.getByRole('button', { name: 'Probe', exact: true }).click();
    await viewer.stage.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await kept()).map(({ measure }) => measure)).toContain('probe');
    const place = async () => (await kept()).find(({ measure }) => measure === 'probe')?.points[0]?.x ?? 0;
    const before = await place();
    await page.keyboard.press('Enter');
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(place).toBeGreaterThan(before);
    expect((await kept()).filter(({ measure }) => measure === 'probe')).toHaveLength(1);
  });

  await test.step('after a reload everything is where it was brought', async () => {
    await page.reload();
    await expectFigure('Length', 40);
    await expectFigure('Rectangle', 300);
  });

  await test.step('two of the same words are both told, each once; the report says when one is gone', async () => {
    const sentence = 'Length: 12 mm (Halves, image 101).';
    const [like] = (await kept()).filter(({ measure }) => measure === 'length');
    const { imageId = '', frame = 0 } = like ?? {};
    for (const y of [50, 55]) {
      const points = [10, 22].map((x) => ({ x, y }));
      const data = { imageId, frame, measure: 'length', points, text: '12 mm' };
      const path = marks.addMeasurement.path.replace(':caseId', caseId);
      expect((await page.request.post(`${server.address}${path}`, { data })).ok()).toBe(true);
    }
    await page.reload();
    const row = viewer.list.getByRole('listitem').filter({ hasText: 'Length, 12 mm' });
    const take = (at: number) => row.nth(at).getByRole('button', { name: 'To the report: Length on image 101' });
    const times = async () => (await findings.inputValue()).split(sentence).length - 1;
    await take(0).dblclick();
    await expect(toast(page).filter({ hasText: 'The findings contain this measurement already' })).toBeVisible();
    expect(await times()).toBe(1);
    await take(1).click();
    await expect(toast(page).filter({ hasText: 'another measurement has the same words' })).toBeVisible();
    expect(await times()).toBe(2);
    await take(0).click();
    await expect(toast(page).filter({ hasText: 'The findings contain this measurement already' })).toBeVisible();
    expect(await times()).toBe(2);
    await row
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(page.getByText('stands here 2 times; one measurement has these figures')).toBeVisible();
    await row.getByRole('button', { name: /^Remove/ }).click();
    await expect(unmatched.filter({ hasText: 'Length: 12 mm' })).toBeVisible();
  });
});
