import { expect, test } from '../support/server.ts';
import { T0 } from '../support/trial.ts';

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: T0 });
  await page.goto('/second-opinion/login');
  await page.getByLabel('E-posta', { exact: true }).fill('kimse@duai.example');
  await page.getByLabel('Parola', { exact: true }).fill('yanlis-parola');
  // From here on time passes only where a test lets it.
  await page.clock.pauseAt(new Date(T0.getTime() + 3_600_000));
  await page.getByRole('button', { name: 'Giriş Yap' }).click();
  await expect(page.getByText('Giriş Başarısız', { exact: true })).toBeVisible();
});

test('a toast closes by itself after 5000 ms [TST-012]', async ({ page }) => {
  await page.clock.runFor(4900);
  await expect(page.getByText('Giriş Başarısız', { exact: true })).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByText('Giriş Başarısız', { exact: true })).toBeHidden();
});

test('a swipe of more than 50 px to the right dismisses it [TST-013]', async ({ page }) => {
  const box = (await page.getByText('Giriş Başarısız', { exact: true }).boundingBox())!;
  await page.mouse.move(box.x + 10, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 5, { steps: 5 });
  await page.mouse.move(box.x + 130, box.y + 5, { steps: 8 });
  await page.mouse.up();
  await page.clock.runFor(1000);
  await expect(page.getByText('Giriş Başarısız', { exact: true })).toBeHidden();
});

test('F8 moves the focus to the notifications [TST-014]', async ({ page }) => {
  await page.keyboard.press('F8');
  const isInside = await page.evaluate(() => document.activeElement?.closest('[role=region]') !== null);
  expect(isInside).toBe(true);
});
