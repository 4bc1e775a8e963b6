import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accounts, given, scans } from '@duai/contract';
import type { Locator, Page } from '@playwright/test';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { dcmtk } from '../../scripts/test-servers/dcmtk.ts';
import { stateOn } from '../../server/src/testing/presentation-state.ts';
import { smallPhantom } from '../../server/src/testing/samples.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/server.ts';
import { BASE, shot, signIn } from '../support/trial.ts';

/**
 * The same state with another name, a round shutter of a dark grey, a square of the image to be shown, and a smooth curve in
 * place of its line, as dcmtk writes them; of the second maker, or ours.
 */
async function shuttered(bytes: Uint8Array, { uid, isOurs }: { uid: string; isOurs: boolean }): Promise<Uint8Array> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-state-'));
  const file = join(dir, 'state.dcm');
  await writeFile(file, bytes);
  const changes = [
    ...['-m', `(0008,0018)=${uid}`, '-m', `(0020,000e)=${uid}.1`, '-m', '(0070,0080)=SHUTTERED'],
    ...['-m', `(0008,0070)=${isOurs ? 'DUAI' : 'DEPT'}`],
    // Columns and rows are counted from 1: the circle is round the middle of the area.
    ...['-i', '(0018,1600)=CIRCULAR', '-i', '(0018,1610)=32\\32', '-i', '(0018,1612)=12', '-i', '(0018,1622)=8192'],
    ...['-m', '(0070,005a)[0].(0070,0052)=13\\13', '-m', '(0070,005a)[0].(0070,0053)=52\\52'],
    ...['-m', '(0070,0001)[0].(0070,0009)[0].(0070,0023)=INTERPOLATED'],
    ...['-m', '(0070,0001)[0].(0070,0009)[0].(0070,0021)=3'],
    ...['-m', '(0070,0001)[0].(0070,0009)[0].(0070,0022)=26\\32\\32\\26\\38\\32'],
  ];
  expect(await dcmtk('dcmodify', ['-nb', ...changes, file])).toMatchObject({ code: 0 });
  const changed = await readFile(file);
  await rm(dir, { recursive: true });
  return new Uint8Array(changed);
}

/** The grey of points of what is on the screen in the stage, in CSS pixels from its middle. */
async function greysOf(stage: Locator, points: readonly (readonly [number, number])[]): Promise<number[]> {
  const png = (await stage.screenshot({ animations: 'disabled' })).toString('base64');
  return stage.page().evaluate(
    async ([data, wanted]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d', { willReadFrequently: true });
      context?.drawImage(picture, 0, 0);
      // The brightest of nine: a line may lie between two pixels.
      return wanted.map(([x, y]) => {
        const [left, top] = [Math.round(picture.width / 2 + x) - 1, Math.round(picture.height / 2 + y) - 1];
        return Math.max(...(context?.getImageData(left, top, 3, 3).data ?? []).filter((_, at) => at % 4 === 0));
      });
    },
    [png, points] as const,
  );
}

/** Mean grey of the image on the stage. */
const greyOf = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-pixels=stored]');
    const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += data[at] ?? 0;
    return Math.round((sum * 4) / Math.max(1, data.length));
  });

test('a presentation state is shown when the reader chooses it, and goes by one key; without a choice the image is as stored', {
  tag: '@long',
}, async ({ page, server }) => {
  const department = createHttpClient(server.address);
  await department.call(accounts.loginInstitutionUser, { body: server.logins.institution });
  const { files } = smallPhantom(7701);
  const state = await stateOn(files);
  const form = imagesForm([
    ...files,
    { name: 'state.dcm', bytes: state.bytes },
    { name: 'shuttered.dcm', bytes: await shuttered(state.bytes, { uid: '2.25.9911', isOurs: false }) },
    { name: 'ours.dcm', bytes: await shuttered(state.bytes, { uid: '2.25.9912', isOurs: true }) },
  ]);
  const { scan } = await department.call(scans.uploadScan, { form });
  await expect
    .poll(async () => (await department.call(scans.getScan, { params: { scanId: scan.id } })).scan.status)
    .toBe('complete');
  const { studies } = await department.call(scans.getScan, { params: { scanId: scan.id } });
  const images = studies[0]?.series[0]?.instances ?? [];
  const at = images.findIndex(({ sopInstanceUid }) => sopInstanceUid === state.image);
  expect(given(studies[0], 'the study').series).toHaveLength(1);

  await signIn(page, 'sample-admin', server.logins.institution.password);
  await expect(page).toHaveURL(/dashboard/);
  await page.goto(`${BASE}/dashboard/studies/${scan.id}`);
  const stage = page.getByRole('slider', { name: 'Image' }).first();
  await expect(page.locator('canvas[data-pixels=stored]')).toBeVisible();
  await stage.focus();
  await page.keyboard.press('Home');
  for (let down = 0; down < at; down += 1) await page.keyboard.press('ArrowDown');
  const drawn = page.locator('canvas[data-pixels=stored]');
  const ofState = new RegExp(`^Slice ${at + 1} of `);
  await expect(drawn).toHaveAttribute('aria-label', ofState);
  const choice = page.getByLabel('Presentation states (3)');
  await expect(choice).toHaveValue('');
  const marks = page.locator('[data-presentation-state]');
  await expect(marks).toHaveCount(0);
  const asStored = await greyOf(page);

  await choice.focus();
  await page.keyboard.press('ArrowDown');
  await expect(marks).toBeVisible();
  await expect(page.getByText('Nodule 4 mm')).toBeVisible();
  await expect(page.getByText('Compare with 2025')).toBeVisible();
  // Inverted: air is white.
  await expect.poll(() => greyOf(page)).toBeGreaterThan(asStored + 20);
  await expect(page.getByText('C 40 W 400')).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await shot(page, `presentation-state-${width}`);
  }

  await stage.focus();
  await page.keyboard.press('g');
  await expect(page.getByText('Nodule 4 mm')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.getByText('C 40 W 400')).toHaveCount(0);
  await expect.poll(() => greyOf(page)).toBeGreaterThan(asStored + 20);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('The presentation state is not about this image.')).toBeVisible();
  await expect(marks).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(drawn).toHaveAttribute('aria-label', ofState);

  // A shutter, an area and a curve are where the file says: on a screen of 40 columns and rows.
  await choice.selectOption({ index: 2 });
  await expect(page.getByText(/^Shown by the presentation state SHUTTERED/)).toBeVisible();
  await expect(page.locator('[data-shutter]')).toHaveCount(1);
  await page.getByLabel('Annotations (G)').check();
  await page.getByLabel('Lung').uncheck();
  await page.mouse.move(0, 0);
  // From the middle of the area: the centre of column 32 and row 32 is half a pixel before the 32nd border.
  const places = {
    within: [2, 3],
    nearEdgeWithin: [-0.5 - 11, -0.5],
    nearEdgeOutside: [-0.5 - 13, -0.5],
    corner: [-17, 17],
    curveTop: [0, -6],
    // A curve through the three points is rounder than the lines between them.
    curveBetween: [-3.375, -3.375],
    chordBetween: [-3, -3],
  } as const;
  const greys = async () => {
    const box = given(await stage.boundingBox(), 'the stage');
    const pixel = Math.min(box.width, box.height) / 40;
    const found = await greysOf(
      stage,
      Object.values(places).map(([x, y]) => [x * pixel, y * pixel] as const),
    );
    return Object.fromEntries(Object.keys(places).map((name, at) => [name, found[at]]));
  };
  await expect.poll(greys).toMatchObject({ nearEdgeOutside: 32, corner: 32 });
  const seen = await greys();
  const line = 200;
  for (const place of ['within', 'nearEdgeWithin', 'chordBetween'] as const)
    expect([place, (seen[place] ?? 0) > 60 && (seen[place] ?? 0) < line]).toEqual([place, true]);
  for (const place of ['curveTop', 'curveBetween'] as const)
    expect([place, (seen[place] ?? 0) > line]).toEqual([place, true]);
  await expectAccessible(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      // The same part of the image, whatever the size of its stage.
      await expect.poll(async () => (await greys()).nearEdgeOutside).toBe(32);
      expect((await greys()).nearEdgeWithin).toBeGreaterThan(60);
      await shot(page, `presentation-shutter-${width}-${colorScheme}`);
    }
  }

  // One of ours that came back is told apart from what colleagues drew.
  await expect(choice.locator('optgroup')).toHaveAttribute('label', 'AI results of this service that came back');
  await choice.selectOption({ index: 3 });
  await expect(page.getByText('no colleague drew it')).toBeVisible();
  await choice.selectOption('As stored');
  await expect(marks).toHaveCount(0);
  await expect.poll(() => greyOf(page)).toBe(asStored);
});
