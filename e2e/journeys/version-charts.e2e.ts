import { accounts, monitoring, scans } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { runSql } from '../support/database.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';
import { BASE, look, signIn } from '../support/trial.ts';

/** What the charts of a card say below each of them, as the answer of the server has it. */
function expectedCharts({ charts }: monitoring.VersionFigures): [string, string][] {
  const shares = ['positive-rate', 'agreement', 'failure-rate', 'refusal-rate'];
  const names = {
    'positive-rate': 'Important findings',
    agreement: 'Agreement of readers',
    'failure-rate': 'Failures',
    'refusal-rate': 'Images not evaluable',
    images: 'Images in a series (mean)',
    'slice-thickness': 'Slice thickness in mm (mean)',
    age: 'Age in years (mean)',
  } satisfies Record<monitoring.Measure, string>;
  return charts.map(({ measure, points }) => {
    const isShare = shares.includes(measure);
    const say = (value: number) =>
      isShare ? `${Number((value * 100).toFixed(1))}%` : String(Number(value.toFixed(1))).replace('-', '−');
    const last = points.at(-1);
    if (!last) throw new Error(`${measure} has no day`);
    const [year, month, day] = last.day.split('-');
    const spread = last.spread === null || isShare ? '' : ` Standard deviation ${say(last.spread)}.`;
    const limits = last.limits
      ? `Limits ${say(last.limits.low)} to ${say(last.limits.high)}.`
      : 'No limits yet: too few results.';
    return [names[measure], `${day}/${month}/${year}: ${say(last.value)} (n = ${last.n}).${spread} ${limits}`];
  });
}
const shownCharts = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .locator('figure')
    .evaluateAll((figures) =>
      figures.map((figure) => [
        figure.querySelector('figcaption')?.textContent ?? '',
        figure.querySelector('figcaption ~ p')?.textContent ?? '',
      ]),
    );

test('[CAT-008] volume, failures, input and control limits of a version are charted for its institution and for the operator, with the figures of the server', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const algorithmId = 'ct.lung-density';
  const department = createHttpClient(server.address);
  await department.call(accounts.loginInstitutionUser, { body: server.logins.institution });
  const phantom = chestPhantom({ slices: 12, matrix: 64, pixelSpacingMm: 5.6, sliceThicknessMm: 20 });
  const { scan } = await department.call(scans.uploadScan, { form: imagesForm(phantom.files) });
  const params = { scanId: scan.id };
  await expect
    .poll(async () => (await department.call(scans.getScan, { params })).scan.status, { timeout: 60_000 })
    .not.toBe('processing');
  const { analyses } = await department.call(scans.getScan, { params });
  const run = analyses.find((each) => each.algorithmId === algorithmId);
  expect(run).toMatchObject({ status: 'evaluated' });
  // Days that went by: on the last one 14 of 20 more failed, where one of twenty was usual.
  for (const [daysAgo, runs, failed] of [
    [3, 40, 2],
    [2, 60, 3],
    [0, 20, 14],
  ])
    await runSql(
      server.dataDir,
      `insert into analyses (id, study_id, series_id, submission, algorithm_id, algorithm_version, status, title, wording,
         frozen_at, input_sha256, started_at, finished_at)
       select gen_random_uuid(), study_id, series_id, 1000 * (${daysAgo} + 1) + n, algorithm_id, algorithm_version,
         case when n <= ${failed} then 'failed' else 'evaluated' end, title, 'of-the-run', finished_at, input_sha256,
         finished_at - make_interval(days => ${daysAgo}, secs => 2), finished_at - make_interval(days => ${daysAgo})
       from analyses, generate_series(1, ${runs}) n where id = '${run?.id}'`,
    );

  await test.step('the institution', async () => {
    await signIn(page, server.logins.institution.username, server.logins.institution.password);
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await page.goto(`${BASE}/proof`);
    const figures = (await department.call(monitoring.listOwnFigures)).find((each) => each.algorithmId === algorithmId);
    expect(figures?.days.map(({ runs, failures }) => [runs, failures])).toEqual([
      [40, 2],
      [60, 3],
      [21, 14],
    ]);
    const name = `${algorithmId} ${figures?.version}`;
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    const expected = figures ? expectedCharts(figures) : [];
    expect(expected.map(([measure]) => measure)).toContain('Failures');
    expect(await shownCharts(page, name)).toEqual(expected);
    const failures = page.getByRole('img', { name: 'Failures: 3 days, 1 outside the control limits' });
    await expect(failures.locator('rect')).toHaveCount(1);
    // Limits of one day alone are seen too.
    const upper = failures.locator('path[stroke-dasharray]').first();
    expect(await upper.evaluate((path: SVGPathElement) => path.getTotalLength())).toBeGreaterThan(20);
    await expect(page.getByText('121 results on 3 days.')).toBeVisible();
    await look(page, 'models-day-by-day');
  });

  await test.step('the operator', async () => {
    const console = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await signInStaff(console, server, 'operator');
    await console.goto('/console/algorithms');
    await console.getByLabel('Algorithm', { exact: true }).selectOption(algorithmId);
    const rows = await (await staffClient(server, 'operator')).call(monitoring.listVersionFigures, {
      params: { algorithmId },
    });
    const figures = rows.find(({ days }) => days.length === 3);
    const expected = figures ? expectedCharts(figures) : [];
    expect(expected.map(([measure]) => measure)).toContain('Failures');
    const title = 'CT lung volume and density: Sample Radiology Department';
    await expect(console.getByRole('heading', { name: title })).toBeVisible();
    expect(await shownCharts(console, title)).toEqual(expected);
    await look(console, 'console-models-day-by-day');
  });
});
