import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { newPatient } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';

const HEALTH = '**/api/console/health*';
const HISTORY = '**/api/console/health/history*';

test('dead jobs stand above the queues with what they work on, and go on without images only when that is confirmed', async ({
  page,
  server,
}) => {
  await newPatient(server.address, { email: 'duran@example.org' });
  await runSql(
    server.dataDir,
    `insert into cases (id, case_number, patient_id, modality, urgency, status, pipeline, submission, uploaded_at, submitted_at)
     select gen_random_uuid(), 'SO-2026-800001', id, 'CT', 'routine', 'processing', 'analysing', 1, now(), now()
     from patients where email = 'duran@example.org';
     insert into pgboss.job (name, data, state, completed_on, output, deletion_seconds)
     select name, data, 'failed', at, '{"message":"a query failed"}', 0 from (
       select 'studies.ingest' as name, jsonb_build_object('caseId', id, 'submission', 1) as data, now() as at
       from cases where case_number = 'SO-2026-800001'
       union all select 'studies.ready', jsonb_build_object('scanId', gen_random_uuid(), 'submission', 1), now() - interval '1 hour'
     ) as jobs;
     insert into outbox (id, channel, recipient, template, language, status, created_at, failed_at)
     select gen_random_uuid(), 'email', 'duran@example.org', 'report-ready', 'en', status, now() - interval '2 hours', failed_at
     from (values ('pending', null::timestamptz), ('failed', now())) as m (status, failed_at)`,
  );
  await signInStaff(page, server, 'operator');
  await expect(page.getByRole('alert')).toContainText('2 jobs are dead');
  const dead = page.getByRole('region', { name: 'Dead jobs' });
  await expect(dead.getByText('Case SO-2026-800001')).toBeVisible();
  await expect(dead.getByText(/^Study [0-9a-f-]{36}$/)).toBeVisible();
  // What is not as it should be is not green.
  for (const state of ['2 dead', 'Waiting too long, 1 failed in the last day'])
    await expect(page.getByText(state, { exact: true })).toHaveAttribute('data-tone', 'red');
  const topOf = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.y;
  expect(await topOf('Dead jobs')).toBeLessThan(await topOf('Background jobs'));
  await expectAccessible(page);
  for (const width of [390, 768, 1440, 1920]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expectToFit(page);
      await picture(page, `operators/dead-jobs-${width}-${colorScheme}`, { fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByRole('link', { name: 'Show the dead jobs' }).click();
  await expect(dead.getByRole('heading')).toBeInViewport();
  const goOn = page.getByRole('button', { name: 'Continue without the images: Case SO-2026-800001' });
  await goOn.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Case SO-2026-800001 continues without the images');
  await picture(page, 'operators/go-on-without-images');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(goOn).toBeVisible();
  await goOn.click();
  await dialog.getByRole('button', { name: 'Continue without the images' }).click();
  await expect(page.getByText('The case continues without these images').first()).toBeVisible();
  await expect(goOn).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('1 job is dead');
});

test('the health page renews itself, and says when that failed and from when its figures are', async ({
  page,
  server,
}) => {
  await page.clock.install();
  await signInStaff(page, server, 'operator');
  await expect(page.getByRole('heading', { name: 'System health' })).toBeVisible();
  await expect(page.getByText('Healthy').first()).toBeVisible();
  // A call that is still under way would not be made again.
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  const asked = (path: RegExp) => page.waitForRequest((request) => path.test(request.url()));

  const byItself = [asked(/console\/health$/), asked(/health\/history/), asked(/jobs\/dead/)];
  await page.clock.runFor(61_000);
  await Promise.all(byItself);

  const silent = { status: 200, contentType: 'application/json', body: 'not JSON' };
  await page.route(HEALTH, (route) => route.fulfill(silent));
  await page.route(HISTORY, (route) => route.fulfill(silent));
  const history = asked(/health\/history/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await history;
  const warnings = page.getByRole('alert').filter({ hasText: 'This could not be renewed' });
  await expect(warnings).toHaveCount(2);
  await expect(warnings.first()).toContainText(/What is shown is from \d+ \w+ 20\d\d at \d\d:\d\d/);
  await expect(page.getByText('Healthy').first()).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 768, 1440, 1920]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await expectToFit(page);
      await picture(page, `operators/not-renewed-${width}-${colorScheme}`);
    }
  }

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(warnings).toHaveCount(0);
});
