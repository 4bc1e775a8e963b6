import { cases } from '@duai/contract';
import type { Page } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import { hold } from '../support/hold.ts';
import { signedIn } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { planesPhantom, STACK } from '../support/planes-phantom.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { staffClient } from '../support/staff.ts';
import { openReading, Viewer } from '../support/viewer.ts';

const stack = (study: string) => planesPhantom({ ...STACK, study });

test('the window for a second monitor never stays at another case than the report', async ({ page, server }) => {
  const email = 'ikinci-ekran@duai.example';
  const first = await openReading(page, server, email, stack('2.25.7731'));
  const patient = await signedIn(server.address, email);
  const { id: second } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Diz' } });
  await patient.call(cases.uploadCaseImages, { params: { caseId: second }, form: imagesForm(stack('2.25.7732')) });
  await waitForDraft(await staffClient(server, 'radiologist'), second);
  const open = page.getByRole('button', { name: 'Second monitor' });
  const [own] = await Promise.all([page.waitForEvent('popup'), open.click()]);
  const image = own.locator('canvas[data-pixels=stored]').first();
  const isAt = (caseId: string) => own.waitForURL(new RegExp(`/console/cases/${caseId}/images`), { timeout: 20_000 });
  await expect(image).toBeVisible();

  await test.step('asked for again it keeps its arrangement', async () => {
    await own.getByLabel('Layout').selectOption('1 × 2');
    await open.click();
    // The answer to the press has come when the page takes the next one.
    await page.getByRole('button', { name: 'Keys and drawing path' }).click();
    await page.keyboard.press('Escape');
    await expect(own.getByLabel('Layout')).toHaveValue('1×2');
    await expect(image).toBeVisible();
  });

  await test.step('what is measured in it can be taken to the report, and what is removed there goes from it', async () => {
    await page.getByRole('button', { name: 'Claim case' }).click();
    const findings = page.getByRole('textbox', { name: /^Findings/ });
    await expect(findings).toBeEditable();
    const [report, images] = [new Viewer(page), new Viewer(own, own.getByRole('region', { name: 'Viewport 1' }))];
    await images.stage.press('l');
    await images.draw([await images.at(10, 20, 64, 64), await images.at(30, 20, 64, 64)]);
    const drawnOn = (on: Page) => on.locator('svg text[fill="#ffd23f"]');
    await expect(drawnOn(own)).toHaveCount(1);
    await expect(drawnOn(page)).toHaveCount(1);
    await report.list.getByRole('button', { name: /^To the report: Length on image \d$/ }).click();
    await expect(findings).toHaveValue(/^Uzunluk: (39|40|41)(,\d)? mm \(Stack, görüntü \d\)\.$/);
    await report.list.getByRole('button', { name: /^Remove Length/ }).click();
    await expect(images.list).toHaveCount(0);
    await expect(drawnOn(own)).toHaveCount(0);
  });

  await test.step('it follows on while it waits for the images of the case before', async () => {
    const letGo = await hold(own, `/api/console/cases/${second}*`);
    await page.goto(`/console/cases/${second}`);
    await isAt(second);
    await page.goto(`/console/cases/${first}`);
    await isAt(first);
    letGo();
    await expect(image).toBeVisible();
  });

  await test.step('called to another case and back at once, it is where it was called last', async () => {
    const places: string[] = [];
    own.on('framenavigated', (frame) => places.push(frame.url()));
    await page.evaluate(
      (calls) => {
        const channel = new BroadcastChannel('duai-case-on-show');
        for (const call of calls) channel.postMessage(call);
      },
      [second, first],
    );
    await expect.poll(() => places.at(-1) ?? '').toContain(first);
    await expect(image).toBeVisible();
  });

  await test.step('with two pages of cases open it is at the one that its reader comes back to', async () => {
    const other = await page.context().newPage();
    await other.goto(`/console/cases/${second}`);
    await isAt(second);
    // Chromium without windows gives every page the focus; the event is the same.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await isAt(first);
    await expect(image).toBeVisible();
    await other.close();
  });

  await test.step('signed out, it shows no images', async () => {
    await picture(own, 'room/second-monitor');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await own.waitForURL('**/console/login');
    await own.close();
  });
});
