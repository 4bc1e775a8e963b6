import { expect, test } from '../support/server.ts';
import { BASE, shot, signIn } from '../support/trial.ts';

test('[CAT-017] every View of the sample institution opens images, and what is told of them comes from real runs', {
  tag: '@long',
}, async ({ page, server }) => {
  await signIn(page, 'sample-admin', server.logins.institution.password);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  const views: string[] = [];
  for (const path of ['dashboard', 'dashboard/studies']) {
    await page.goto(`${BASE}/${path}`);
    const links = page.getByRole('table').getByRole('link', { name: /^View/ });
    await expect(links).toHaveCount(3);
    for (const link of await links.all()) views.push((await link.getAttribute('href'))!);
  }
  const studies = [...new Set(views)];
  expect(studies).toHaveLength(3);
  for (const [at, view] of studies.entries())
    await test.step(view, async () => {
      await page.goto(view);
      const canvas = page.locator('canvas[data-pixels=stored]');
      await expect(canvas).toBeVisible();
      // An image that is drawn has many shades; a blank one has one.
      await expect
        .poll(() =>
          canvas.evaluate((element: HTMLCanvasElement) => {
            const copy = document.createElement('canvas');
            [copy.width, copy.height] = [element.width, element.height];
            const pen = copy.getContext('2d')!;
            pen.drawImage(element, 0, 0);
            const { data } = pen.getImageData(0, 0, copy.width, copy.height);
            return new Set(data.filter((_, byte) => byte % 4 === 0)).size;
          }),
        )
        .toBeGreaterThan(30);
      await expect(page.getByText('a generated phantom, no patient')).toBeVisible();
      await shot(page, `sample-${at}`);
      await page.goto(`${view}/report`);
      await expect(page.getByText('qc.series').first()).toBeVisible();
      await expect(page.getByText('not finished')).toHaveCount(0);
    });
});
