import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { algorithmEvaluationSchema, withMinus } from '@duai/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
const PNEUMONIA = '/duaicheck/models/xr.pneumonia-paediatric';

/** Recipes whose weights nobody here has seen. */
const NOT_EVALUATED = ['xr.chest-findings', 'mg.breast-density'];

/** A figure, its interval and n as the page writes them: with the decimals of the longest. */
function inDecimals({ value, low, high, n }: { value: number; low: number; high: number; n: number }): string {
  const decimals = Math.max(...[value, low, high].map((number) => `${number}`.replace(/^-?\d+\.?/, '').length));
  const [told, from, to] = [value, low, high].map((number) => withMinus(number.toFixed(decimals)));
  return `${told}${from} to ${to}, n = ${n}`;
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('[CAT-007] a visitor reads each model card with the figures of evaluation.json, their intervals and n', {
  tag: '@long',
}, async ({ page, server }) => {
  await page.goto('/duaicheck/models');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Model cards');
  const listed = await page
    .locator('main table a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  expect(listed).toContain(PNEUMONIA);
  expect(listed).toContain('/duaicheck/models/mr.brain-volumes');
  await test.step('the landing page of the trial lists the same, and every public page leads here', async () => {
    await page.goto('/duaicheck-trial');
    const shown = page.getByRole('region', { name: 'In the catalogue today' }).getByRole('link');
    expect(await shown.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(listed);
    for (const path of ['/', '/press', '/second-opinion', '/duaicheck-trial']) {
      await page.goto(path);
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Model cards' });
      await expect(link).toHaveAttribute('href', '/duaicheck/models');
    }
  });
  const sitemap = await (await fetch(`${server.address}/sitemap.xml`)).text();
  for (const path of listed) {
    await test.step(path, async () => {
      const id = basename(path);
      const folder = id === 'mr.brain-volumes' ? 'recipes/mr-brain-volumes' : id.replaceAll('.', '-');
      const isEvaluated = !NOT_EVALUATED.includes(id);
      const file = isEvaluated && (await readFile(join(ROOT, 'algorithms/src', folder, 'evaluation.json'), 'utf8'));
      const {
        figures,
        labels,
        optimistic = [],
      } = file ? algorithmEvaluationSchema.parse(JSON.parse(file)) : { figures: {}, labels: {} };
      if (isEvaluated) expect(Object.keys(figures).length).toBeGreaterThan(3);
      expect(sitemap).toContain(`<loc>${server.address}${path}</loc>`);
      expect((await page.goto(path))?.status()).toBe(200);
      const rows = await page.locator('main table tr').evaluateAll((all) =>
        all.map((row) => {
          const head = row.closest('table')!.querySelectorAll('thead th')[1]!.textContent;
          const [label, ...cells] = [...row.children].map((cell) => cell.textContent.replaceAll('\u00a0', ' '));
          // What several labels begin with is said once, above them.
          const about = row.closest('tbody')?.querySelector('th[scope=rowgroup]')?.textContent;
          return [head, about ? `${about}: ${label}` : label, ...cells];
        }),
      );
      for (const [name, figure] of Object.entries(figures)) {
        const value = typeof figure === 'number' ? withMinus(figure) : inDecimals(figure);
        const heading = optimistic.includes(name) ? 'Development data, optimistic' : 'Measured here';
        // No algorithm has been evaluated on independent data yet.
        expect(rows, name).toContainEqual([heading, labels[name], value, 'none yet']);
      }
      await expect(page.getByText('Can be imported, not evaluated here.')).toHaveCount(isEvaluated ? 0 : 1);
      for (const heading of ['Intended use', 'Method', 'Figures', 'Failure modes', 'Limits and facts'])
        await expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible();
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await overflow(page)).toBe(0);
    });
  }
});

test('[CAT-007] the card of a network draws its ROC with the operating point and its calibration, with their numbers', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(PNEUMONIA);
  const roc = page.getByRole('img', { name: /^ROC curve/ });
  await expect(roc).toHaveAccessibleName(/The threshold in use: sensitivity 99\.2\s%, specificity 84\s%/);
  await expect(roc.locator('circle')).toHaveCount(1);
  await expect(page.getByRole('table', { name: /^Threshold in use/ }).getByRole('row')).toHaveCount(6);
  const calibration = page.getByRole('img', { name: /^Calibration plot/ });
  const bins = await calibration.locator('circle').count();
  expect(bins).toBeGreaterThan(4);
  await expect(page.getByRole('table', { name: /^By bins/ }).getByRole('row')).toHaveCount(bins + 1);
  await expect(page.getByRole('table', { name: 'Subgroups' })).toContainText('sensitivity, viral');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  expect((await page.goto('/duaicheck/models/no.such-model'))?.status()).toBe(404);
});

test('[CAT-007] a build with other weights than the card is about is refused', { tag: '@long' }, async () => {
  const copy = await mkdtemp(join(tmpdir(), 'duai-stale-card-'));
  try {
    for (const part of ['algorithms', 'web'])
      await cp(join(ROOT, part), join(copy, part), {
        recursive: true,
        filter: (path) => !['node_modules', 'build', '.react-router'].includes(basename(path)),
      });
    for (const part of ['node_modules', 'web/node_modules', 'tsconfig.base.json'])
      await symlink(join(ROOT, part), join(copy, part));
    await appendFile(join(copy, 'algorithms/src/xr-film-check/model.onnx'), '\0');
    const told = await new Promise<string>((resolve) => {
      execFile('npm', ['run', 'build'], { cwd: join(copy, 'web') }, (error, stdout, stderr) =>
        resolve(`${error ? 'refused' : 'built'}: ${stdout}${stderr}`),
      );
    });
    expect(told).toMatch(/^refused: /);
    expect(told).toContain('the card of xr.film-check is not published');
  } finally {
    await rm(copy, { recursive: true });
  }
});
