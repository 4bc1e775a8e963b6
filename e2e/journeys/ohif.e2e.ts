import { accounts, given, integrations, scans } from '@duai/contract';
import { decodeFrame } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { asEnhancedCt } from '../../imaging/src/testing/enhanced-ct.ts';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { smallPhantom } from '../../server/src/testing/samples.ts';
import { nodulesOn } from '../../server/src/testing/segmentation.ts';
import { hasOhifServer, serveOhif } from '../support/ohif.ts';
import { planesPhantom } from '../support/planes-phantom.ts';
import { expect, test } from '../support/server.ts';

const ct = smallPhantom(7601);
const second = smallPhantom(7602);
const mr = planesPhantom({
  study: '2.25.7603',
  series: 1,
  description: 'MR planes',
  modality: 'MR',
  across: [1, 0, 0],
  down: [0, 1, 0],
  middle: [0, 0, 0],
  gapMm: 5,
  slices: 4,
  columns: 64,
  rows: 64,
  spacing: { rowMm: 2, columnMm: 2 },
  valueAt: (x, y) => (x * x + y * y < 2500 ? 600 + 4 * x : 20),
  window: { center: 500, width: 1000 },
});
const studyOf = async (file: Uint8Array): Promise<string> =>
  given((await decodeFrame(file)).header.studyInstanceUid, 'a study');

/** What the canvas of the viewport shows: how many shades of grey, and how many pixels are coloured. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.cornerstone-canvas');
    const sample = document.createElement('canvas');
    [sample.width, sample.height] = [128, 128];
    const context = sample.getContext('2d', { willReadFrequently: true });
    if (!canvas?.width || !context) return { shades: 0, coloured: 0 };
    context.drawImage(canvas, 0, 0, 128, 128);
    const { data } = context.getImageData(0, 0, 128, 128);
    const shades = new Set<number>();
    let coloured = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      shades.add(red);
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 40) coloured += 1;
    }
    return { shades: shades.size, coloured };
  });

if (!hasOhifServer) console.log('data not present: OHIF is not opened, its server is not there');
else
  test('OHIF opens a CT, an MR, a multi-frame image and a segmentation by DICOMweb with a key', {
    tag: '@long',
  }, async ({ server, browser }) => {
    const department = createHttpClient(server.address);
    await department.call(accounts.loginInstitutionUser, { body: server.logins.institution });
    const { secret } = await department.call(integrations.createApiKey, {
      body: { name: 'OHIF', scopes: ['scans:read'] },
    });
    const { bytes: segmentation } = await nodulesOn(ct.files);
    const enhanced = await asEnhancedCt(second.files.map(({ bytes }) => bytes));
    const studies = [
      [...ct.files, { name: 'segmentation.dcm', bytes: segmentation }],
      mr,
      [{ name: 'enhanced.dcm', bytes: enhanced }],
    ];
    for (const files of studies) await department.call(scans.uploadScan, { form: imagesForm(files) });
    const authorization = `Bearer ${secret}`;
    const uids = await Promise.all(studies.map((files) => studyOf(given(files[0], 'an image').bytes)));
    for (const [at, uid] of uids.entries())
      await expect
        .poll(
          async () => {
            const answer = await fetch(`${server.address}/api/dicom-web/studies/${uid}/metadata`, {
              headers: { authorization },
            });
            return answer.ok ? ((await answer.json()) as unknown[]).length : 0;
          },
          { timeout: 60_000 },
        )
        .toBe(given(studies[at], 'a study').length);

    const ohif = await serveOhif(`${server.address}/api/dicom-web`, authorization);
    // OHIF writes warnings of its own to the console: the page of a journey of ours would not have them.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    try {
      const page = await context.newPage();
      const refused: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
      });
      for (const uid of uids) {
        await page.goto(ohif.addressOf(uid));
        await expect.poll(async () => (await shown(page)).shades, { timeout: 60_000 }).toBeGreaterThan(8);
      }
      await page.goto(ohif.addressOf(given(uids[0], 'the CT'), 'segmentation'));
      await expect.poll(async () => (await shown(page)).shades, { timeout: 60_000 }).toBeGreaterThan(8);
      expect((await shown(page)).coloured).toBe(0);
      await page.getByText('Nodules').first().dblclick();
      // Its segments are listed, and drawn on the image that it opens at.
      for (const segment of ['Nodule', 'Calcium'])
        await expect(page.getByText(segment, { exact: true })).toBeVisible({ timeout: 60_000 });
      await expect.poll(async () => (await shown(page)).coloured, { timeout: 60_000 }).toBeGreaterThan(0);
      expect(refused).toEqual([]);
    } finally {
      await context.close();
      await ohif.close();
    }
  });
