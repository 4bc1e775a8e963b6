import { cases } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Locator } from '@playwright/test';
import { imagesForm } from '../../scripts/http-client.ts';
import { newPatient } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';

test('a reader with nothing but a keyboard, in Turkish, keeps the focus through a case', async ({ page, server }) => {
  const chest = chestPhantom({ slices: 12, matrix: 64, pixelSpacingMm: 5.6, sliceThicknessMm: 20 });
  const patient = await newPatient(server.address, { email: 'tuslar@duai.example' });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Akciğer' } });
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(chest.files) });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);
  await signInStaff(page, server, 'radiologist');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('tr');
  await expect(page.getByRole('heading', { name: 'İş listesi' })).toBeVisible();

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const stage = page.getByRole('slider', { name: 'Serinin görüntüsü' });
  const viewport = (number: number) => page.getByRole('region', { name: `Görüntü alanı ${number}`, exact: true });
  const stageIn = (number: number) => viewport(number).getByRole('slider', { name: 'Serinin görüntüsü' });
  const measured = page.getByRole('region', { name: 'Ölçümler' });
  const lines = page.locator('svg g polyline');
  const focusMark = page.locator('[data-focus-mark]');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const enter = async (control: Locator) => {
    await control.focus();
    await page.keyboard.press('Enter');
  };
  const AWAY = Array(8).fill('ArrowRight');

  await test.step('a case is opened and claimed', async () => {
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await press('j', 'Enter');
    await expect(button('Vakayı üstlen')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await enter(button('Vakayı üstlen'));
    await expect(page.getByRole('textbox', { name: /^Sonuç/ })).toBeEditable();
    // Not on "return to the worklist", which a second press would take.
    await expect(button('Tuşlar ve çizim yolu')).toBeFocused();
  });

  await test.step('a measurement that is removed leaves the focus near by', async () => {
    await stage.focus();
    await press('l', 'Enter', 'Enter', ...AWAY, 'Enter', 'Escape');
    await enter(measured.getByRole('button', { name: /kaldır/ }));
    await expect(measured).toHaveCount(0);
    await expect(page.locator('main :focus')).toBeVisible();
  });

  await test.step('half an angle ends with Escape, and with its tool', async () => {
    await stage.focus();
    for (const end of ['Escape', 'a'] as const) {
      await press('a', 'Enter', 'Enter', ...AWAY, 'Enter');
      await expect(lines).toHaveCount(1);
      await press(end);
      await expect(lines).toHaveCount(0);
      if (end === 'Escape') await press('a');
    }
    await press('Escape');
  });

  await test.step('verdict, brush and key image', async () => {
    await enter(button('Kabul et'));
    await expect(button('Kabul et')).toHaveAttribute('aria-pressed', 'true');
    await expect(button('Kabul et')).toBeFocused();
    await enter(button('Akciğer maskesini düzelt'));
    await stage.focus();
    await press('Enter', 'Enter', 'ArrowRight', 'Enter', 'Escape');
    await enter(button('Değişiklikleri bırak'));
    await expect(page.getByRole('slider', { name: /^Fırça boyutu/ })).toBeFocused();
    await enter(button('Rapora ekle'));
    await enter(button('1. önemli görüntüyü çıkar'));
    await expect(button('1. önemli görüntüyü çıkar')).toHaveCount(0);
    await expect(page.locator('main :focus')).toBeVisible();
    await enter(button('Akciğer maskesini düzelt'));
  });

  await test.step('the sheet of keys gives the focus back', async () => {
    await enter(button('Tuşlar ve çizim yolu'));
    await expect(page.getByRole('dialog')).toContainText('Page Up ve Page Down on görüntü');
    await press('Escape');
    await expect(button('Tuşlar ve çizim yolu')).toBeFocused();
  });

  await test.step('a window is typed with a decimal comma, and told with one', async () => {
    const [center, width] = [page.getByLabel('Pencere merkezi'), page.getByLabel('Pencere genişliği')];
    await center.fill('-2,5');
    await width.fill('7,5');
    await press('Enter');
    await expect(center).toHaveValue('−2,5');
    await expect(page.getByText('C −2,5 W 7,5', { exact: true })).toBeVisible();
    await expect(stage).toHaveAttribute('aria-valuetext', /pencere merkezi −2,5, genişliği 7,5/);
  });

  await test.step('the reading room opens with the focus on the image, and goes through the series by keys', async () => {
    await enter(page.getByRole('link', { name: 'Okuma odası' }));
    await expect(page.locator('canvas[data-pixels=stored]').first()).toBeVisible();
    await expect(stage).toBeFocused();
    // Four layers; the browser's own mark would be drawn anew with each image.
    await expect(focusMark).toHaveCount(4);
    for (const edge of await focusMark.all()) await expect(edge).toBeVisible();
    await expect(stage).toHaveCSS('outline-style', 'none');
    await page.route(/\/frames/, (route) => route.fulfill({ status: 429 }));
    await page.reload();
    await expect(button('Yeniden dene')).toBeVisible();
    await page.unroute(/\/frames/);
    await button('Yeniden dene').focus();
    for (const edge of await focusMark.all()) await expect(edge).toBeHidden();
    await press('Space');
    await expect(page.locator('canvas[data-pixels=stored]')).toBeVisible();
    // The key was the button's alone: nothing is played.
    await expect(button('Sine olarak oynat')).toBeVisible();
    await enter(button('MPR'));
    const axial = stageIn(2);
    await axial.focus();
    await press('n');
    await expect(viewport(2).getByText('MPR, koronal: Lung phantom')).toBeVisible();
    await expect(axial).toBeFocused();
    await press('p', 'p');
    await expect(viewport(2).getByText('MPR, aksiyel: Lung phantom')).toBeVisible();
    await expect(axial).toBeFocused();
    await picture(page, 'room/by-keys');
  });

  await test.step('a tool that is chosen is used with the crosshair on', async () => {
    await enter(button('Artı imleç'));
    await stageIn(1).focus();
    await press('l', 'Enter', 'Enter', ...AWAY, 'Enter', 'Escape');
    await expect(measured).toContainText(/Uzunluk, \d+(,\d)? mm/);
  });

  await test.step('back at the report, the keyboard goes on in the page', async () => {
    await enter(page.getByRole('link', { name: 'Rapora dön' }));
    await expect(button('Hastaya sor')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});
