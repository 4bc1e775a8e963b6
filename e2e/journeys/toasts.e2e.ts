import { expect, test } from '../support/server.ts';
import { T0 } from '../support/trial.ts';

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: T0 });
  await page.goto('/second-opinion/login');
  await page.getByLabel('E-posta', { exact: true }).fill('kimse@duai.example');
  await page.getByLabel('Parola', { exact: true }).fill('yanlis-parola');
  // From here on time passes only when a test advances it.
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

test('a swipe of 50 px to the right dismisses it, a shorter one or one to the left does not [TST-013]', async ({
  page,
}) => {
  const title = page.getByText('Giriş Başarısız', { exact: true });
  const swipe = async (byPx: number) => {
    const box = (await title.boundingBox())!;
    const [x, y] = [box.x + 60, box.y + 5];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // Radix treats up to 10 px as a trembling click; beyond that every pixel counts.
    for (let step = 1; step <= Math.abs(byPx); step += 1) await page.mouse.move(x + Math.sign(byPx) * step, y);
    await page.mouse.up();
    await page.clock.runFor(1000);
  };
  await swipe(-55);
  await expect(title).toBeVisible();
  await swipe(48);
  await expect(title).toBeVisible();
  await swipe(52);
  await expect(title).toBeHidden();
});

test('F8 moves the focus to the notifications [TST-014]', async ({ page }) => {
  const notifications = page.getByRole('region', { name: /^Bildirimler/ });
  const hasFocus = () =>
    notifications.evaluate(
      (region) => region.matches(':focus, :focus-within') || region.querySelector(':focus') !== null,
    );
  expect(await hasFocus()).toBe(false);
  await page.keyboard.press('F8');
  expect(await hasFocus()).toBe(true);
  await expect(notifications).toContainText('Giriş Başarısız');
});
