import { cases, panels } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';
import { staffClient } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const phantom = chestPhantom({ slices: 12, matrix: 64, pixelSpacingMm: 5.6, sliceThicknessMm: 20 });
/** How much longer than the window the page is. */
const overhang = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);

test('the reading page does not scroll: image, results and report have their panels, which a reader divides by keys', async ({
  page,
  server,
}) => {
  const caseId = await openReading(page, server, 'bolmeler@duai.example', phantom.files);
  await page.getByRole('button', { name: 'Claim case' }).click();
  const viewer = new Viewer(page);
  const findings = page.getByRole('textbox', { name: /^Findings/ });
  const border = page.getByRole('separator', { name: 'Width of the report' });

  await test.step('the image takes four fifths of the height, and nothing is below the window', async () => {
    await expect(viewer.canvas).toBeVisible();
    await expect(findings).toBeEditable();
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(async () => (await viewer.stage.boundingBox())?.height ?? 0)
        .toBeGreaterThanOrEqual(0.8 * height);
      expect(await overhang(page)).toBe(0);
      await expectToFit(page);
      await picture(page, `reading-page/${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectAccessible(page);
  });

  await test.step('it is dark while the system is light, until the light theme is chosen', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    const scheme = () => page.getByRole('main').evaluate((element) => getComputedStyle(element).colorScheme);
    expect(await scheme()).toBe('dark');
    await page.getByLabel('Appearance').selectOption('Light');
    expect(await scheme()).not.toBe('dark');
    await expectAccessible(page);
    await page.getByLabel('Appearance').selectOption('System');
  });

  await test.step('a question to the patient that was not sent is there after a reload', async () => {
    const question = page.getByRole('dialog').getByRole('textbox');
    await page.getByRole('button', { name: 'Ask the patient' }).click();
    await question.fill('Ameliyat ne zamandı?');
    await page.reload();
    await page.getByRole('button', { name: 'Ask the patient' }).click();
    await expect(question).toHaveValue('Ameliyat ne zamandı?');
    await page.keyboard.press('Escape');
    await expect(viewer.canvas).toBeVisible();
  });

  await test.step('F6 goes to the image, whose keys work, and back to the field; before any to the first one in sight', async () => {
    await viewer.stage.focus();
    await page.keyboard.press('F6');
    await expect(page.getByRole('textbox', { name: 'Clinical information' })).toBeFocused();
    await findings.focus();
    await page.keyboard.press('F6');
    await expect(viewer.stage).toBeFocused();
    await page.keyboard.press('Home');
    await expect(viewer.stage).toHaveAttribute('aria-valuenow', '1');
    await page.keyboard.press('F6');
    await expect(findings).toBeFocused();
  });

  await test.step('a measurement is taken over into the findings by one press', async () => {
    await page.getByRole('button', { name: 'Length', exact: true }).click();
    await viewer.draw([await viewer.at(10, 10, 64, 64), await viewer.at(30, 10, 64, 64)]);
    await page.getByRole('button', { name: 'To the report: Length on image 1' }).click();
    await expect(findings).toHaveValue(/\nUzunluk: \d+(,\d)? mm \(.+, görüntü 1\)\.$/);
    await expect(page.getByText(/^Saved, version [2-9]/)).toBeVisible();
  });

  await test.step('a border is moved by keys and by the mouse; the division is there again', async () => {
    await border.focus();
    const { usual, max } = panels.PANEL_LIMITS.reportWidth;
    await expect(border).toHaveAttribute('aria-valuenow', String(usual));
    await page.keyboard.press('ArrowLeft');
    await expect(border).toHaveAttribute('aria-valuenow', String(usual + 2));
    const box = (await border.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(600, box.y + 200);
    const kept = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes(`"reportWidth":${max}`));
    await page.mouse.up();
    await expect(border).toHaveAttribute('aria-valuenow', String(max));
    await kept;
    // The reading is asked for before the code of the page is there, and once; the texts too. It is not behind the modules of
    // all pages, of which the browser fetches six at a time.
    const asking: string[] = [];
    page.on('request', (request) => asking.push(request.url()));
    const asked = page.waitForRequest((request) => request.url().endsWith('?masks=apart'));
    const texts = page.waitForRequest('**/assets/workplace-en-*');
    await page.route('**/assets/entry.client-*', async (route) => {
      await Promise.all([asked, texts]);
      await route.continue();
    });
    await page.reload();
    await expect(border).toHaveAttribute('aria-valuenow', String(max));
    await expect(viewer.canvas).toBeVisible();
    expect(asking.filter((url) => url.endsWith('?masks=apart'))).toHaveLength(1);
    const firstOf = (part: string) => asking.findIndex((url) => url.includes(part));
    expect(firstOf('/assets/entry.client-')).toBeGreaterThan(firstOf('?masks=apart'));
  });

  await test.step('on a narrow screen the image is first, and the page scrolls', async () => {
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      await expect(border).toBeHidden();
      const series = page.getByRole('navigation', { name: 'Series' });
      expect((await viewer.stage.boundingBox())!.y).toBeLessThan((await series.boundingBox())!.y);
      expect(await overhang(page)).toBeGreaterThan(0);
      await picture(page, `reading-page/${width}`, { fullPage: true });
    }
    await expectAccessible(page);
  });

  await test.step('where only images are, it says so too when a colleague takes the case over', async () => {
    const lost = page.getByText('You no longer hold this case');
    await page.goto(`/console/cases/${caseId}/images`);
    await expect(viewer.canvas).toBeVisible();
    await expect(lost).toBeHidden();
    const colleague = await staffClient(server, 'radiologist');
    await colleague.call(cases.takeCaseOver, { params: { caseId }, body: { reason: 'agreed' } });
    await expect(lost).toBeInViewport();
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectToFit(page);
      await picture(page, `reading-page/taken-over-${width}`);
    }
    await expectAccessible(page);
  });
});
