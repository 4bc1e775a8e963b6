import { readFile } from 'node:fs/promises';
import { cases, institutions as institutionContract } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { mailTo } from '../support/mailbox.ts';
import { newPatient } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';
import { expectTablesToFit, expectToFit } from '../support/touchable.ts';

test('an operator reaches applications, institutions, press, announcements, users, audit and health [ACC-021] [ACC-022]', async ({
  page,
  server,
}) => {
  await createHttpClient(server.address).call(institutionContract.registerTrial, {
    body: {
      institutionName: 'Kıyı Radyoloji',
      contactName: 'Derya Örnek',
      email: 'derya@kiyi.example',
      phone: '+90 555 000 00 00',
      country: 'Turkey',
      pacsVendor: 'InterPACS',
      gdprConsent: true,
    },
  });
  await signInStaff(page, server, 'operator');
  await expect(page.getByText('Healthy').first()).toBeVisible();
  await picture(page, 'journey/20-health');

  await page.getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('approved', { exact: true })).toBeVisible();
  await mailTo(server.address, 'derya@kiyi.example', 'invitation#token=');
  await picture(page, 'journey/21-applications');

  await page.getByRole('link', { name: 'Institutions' }).click();
  await expect(page.getByText('Kıyı Radyoloji')).toBeVisible();
  await expect(page.getByText('Sample Radiology Department')).toBeVisible();

  await page.getByRole('link', { name: 'Press' }).click();
  await page.getByRole('button', { name: 'New press release' }).click();
  await page.getByLabel(/^Title/).fill('A new release');
  await page.getByLabel(/^Text \(HTML\)/).fill('<p>Text</p><script>alert(1)</script>');
  // The dialog is closed by mistake and the page reloaded: the typed text is back.
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'New press release' }).click();
  await expect(page.getByText('Your unsaved text was restored.')).toBeVisible();
  await expect(page.getByLabel(/^Title/)).toHaveValue('A new release');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  const release = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'A new release' }) });
  await expect(release.getByText('Draft', { exact: true })).toBeVisible();
  await release.getByText('Text as visitors read it').click();
  await expect(release.locator('p').filter({ hasText: /^Text$/ })).toBeVisible();
  const published = async () => (await (await page.request.get('/api/press')).json()) as { title: string }[];
  expect(await published()).not.toContainEqual(expect.objectContaining({ title: 'A new release' }));

  await release.getByRole('button', { name: 'Edit A new release' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(release.getByText('Published', { exact: true })).toBeVisible();
  expect(await published()).toContainEqual(expect.objectContaining({ title: 'A new release', content: '<p>Text</p>' }));
  await release.getByRole('button', { name: 'Edit A new release' }).click();
  await page.getByLabel(/^Date/).fill('2099-01-01');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(release.getByText('Scheduled', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await release.getByRole('button', { name: 'Withdraw A new release' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(release.getByText('Draft', { exact: true })).toBeVisible();
  await release.getByRole('button', { name: 'Delete A new release' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(release).toHaveCount(0);

  await page.getByRole('link', { name: 'Announcements' }).click();
  await page
    .getByLabel(/^Text \*|^Text$/)
    .first()
    .fill('We are at the congress');
  await page.getByLabel(/^Text of the link/).fill('Visit us');
  await page.getByLabel(/^Link/).fill('http://plain.example');
  await page.getByLabel(/^Last day/).fill('2099-01-01');
  await page.getByRole('button', { name: 'Announce in the news banner' }).click();
  await expect(page.getByText('Please enter a path on this site or an https address')).toBeVisible();
  await page.getByLabel(/^Link/).fill('/press');
  await page.getByRole('button', { name: 'Announce in the news banner' }).click();
  await expect(page.getByText('We are at the congress')).toBeVisible();
  await expect(page.getByText('Until 1 January 2099')).toBeVisible();

  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByLabel('Search').fill('radiologist');
  await expect(page.getByRole('cell', { name: 'radiologist@duai.example', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'patient@duai.example', exact: true })).toBeHidden();
  await picture(page, 'journey/22-users');

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.getByText('press.announce')).toBeVisible();
  await picture(page, 'journey/23-audit');

  // On a phone and on a tablet every page fits: nothing has to be scrolled sideways.
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    for (const name of [
      'Health',
      'Applications',
      'Institutions',
      'Press',
      'Announcements',
      'Users',
      'Turnaround',
      'Consents',
      'Audit',
    ]) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expectToFit(page);
      await expectTablesToFit(page);
    }
    const trail = page.getByRole('region', { name: 'Who did what, newest first' });
    const newest = trail.getByRole('row').filter({ hasText: 'accounts.list-users' }).first();
    await expect(newest).toContainText(/by staff.*on /s);
    await expect(newest).toContainText(/20\d\d at \d\d:\d\d/);
    await expectAccessible(page);
  }

  await page.goto('/console/worklist');
  await expect(page.getByText('This page is not for your role', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/console\/health/);
});

test('an operator looks for what was done in the audit trail, keeps the address, and takes it away as CSV', async ({
  page,
  server,
}) => {
  await signInStaff(page, server, 'operator');
  await page.goto('/console/audit');
  const table = page.getByRole('region', { name: 'Who did what, newest first' });
  const entries = page.getByRole('status').filter({ hasText: /^[\d,]+ entr(y|ies)$/ });
  await expect(entries).toBeVisible();
  await expectAccessible(page);

  // By keyboard: a part of an action, applied with Enter, appears in the URL.
  await page.getByLabel('What', { exact: true }).focus();
  await page.keyboard.type('login');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/what=login/);
  await expect(page.getByLabel('What', { exact: true })).toBeFocused();
  await expect(table.getByRole('button', { name: /^Every / }).first()).toHaveText(/login/);
  await expect
    .poll(async () => {
      const actions = await table.getByRole('button', { name: /^Every / }).allTextContents();
      return actions.filter((action) => !action.includes('login'));
    })
    .toEqual([]);

  // A click on a value in the table searches for it; the browser's back button returns.
  const subject = table.getByRole('button', { name: /^Everything done to / }).first();
  const id = await subject.getAttribute('title');
  await subject.click();
  await expect(page.getByLabel('On whom', { exact: true })).toHaveValue(id!);
  await page.goBack();
  await expect(page.getByLabel('On whom', { exact: true })).toHaveValue('');

  // The URL alone gives the same result.
  const today = new Date().toISOString().slice(0, 10);
  await page.goto(`/console/audit?what=login&outcome=ok&from=${today}`);
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(today);
  await expect(table.getByText('login').first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save what was found as CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('sequence,at,actor,actor_id,action,subject,subject_id,outcome,address,details');
  expect(text).toContain('login');
  expect(text).not.toContain('press.announce');

  await page.getByLabel('Outcome', { exact: true }).selectOption('refused');
  await page.getByLabel('On whom', { exact: true }).fill('nobody');
  await page.getByLabel('On whom', { exact: true }).press('Enter');
  await expect(page.getByText('No entry matches this filter')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(page).toHaveURL(/\/console\/audit$/);
  await expect(table).toBeVisible();
});

test('a radiologist is warned of images that name several people, and sees whom each series names', async ({
  page,
  server,
}) => {
  const patient = await newPatient(server.address, { email: 'iki-kisi@duai.example' });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT' } });
  const files = [1, 2].flatMap(
    (seed) => chestPhantom({ slices: 2, matrix: 64, pixelSpacingMm: 5, sliceThicknessMm: 10, seed }).files,
  );
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  await expect
    .poll(async () => (await patient.call(cases.listCaseSeries, { params: { caseId } })).length)
    .toBe(files.length / 2);

  await signInStaff(page, server, 'radiologist');
  await page.goto(`/console/cases/${caseId}`);
  await expect(page.getByText('The files name 2 people')).toBeVisible();
  const series = page.getByRole('navigation', { name: 'Series' }).getByRole('button');
  await expect(series).toHaveText([/Person A/, /Person B/]);
  await expectAccessible(page);
});

test('a case that waits for its patient says so instead of asking to be claimed; the worklist fits a phone', async ({
  page,
  server,
}) => {
  const patient = await newPatient(server.address, { email: 'geri-soruldu@duai.example' });
  const params = {
    caseId: (await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Diz' } })).id,
  };
  const { files } = chestPhantom({ slices: 1, matrix: 64, pixelSpacingMm: 5, sliceThicknessMm: 10, seed: 7 });
  await patient.call(cases.uploadCaseImages, { params, form: imagesForm(files) });
  const radiologist = await staffClient(server, 'radiologist');
  await waitForDraft(radiologist, params.caseId);
  await radiologist.call(cases.claimCase, { params });

  await page.setViewportSize({ width: 390, height: 844 });
  await signInStaff(page, server, 'radiologist');
  const row = page.getByRole('row').filter({ hasText: 'Claimed by Dr.' });
  await expect(row).toContainText(/in 2 days.*CT · Knee · 1\u00a0image/s);
  await expectToFit(page);
  await expectTablesToFit(page);
  const cut = page.getByText('Only the first 500 are shown');
  await expect(cut).toBeHidden();
  await row.getByRole('link').click();
  const findings = page.getByRole('textbox', { name: /^Findings/ });
  await expect(findings).not.toBeEditable();
  await expect(page.getByText(/^Only .+, who has claimed the case, can edit and sign/)).toBeVisible();

  await radiologist.call(cases.sendCaseBack, { params, body: { question: 'Is there an earlier scan?' } });
  await page.reload();
  await expect(page.getByText('The patient was asked.')).toBeVisible();
  await expect(page.getByText('Claim the case to edit and sign.')).toBeHidden();
  await expectToFit(page);

  await runSql(
    server.dataDir,
    `insert into cases (id, case_number, patient_id, modality, body_part, urgency, status, pipeline, submission,
       uploaded_at, submitted_at, due_at)
     select gen_random_uuid(), 'UTC-' || n, patient_id, modality, body_part, urgency, status, pipeline, submission,
       uploaded_at, submitted_at, due_at
     from cases one, generate_series(1, 500) n where one.id = '${params.caseId}'`,
  );
  await page.goto('/console/worklist');
  await expect(cut).toBeVisible();
});

test('operators see how long reports take, as the public page does, which words patients agreed to, and how health went', {
  tag: '@long',
}, async ({ page, server }) => {
  await newPatient(server.address, { email: 'sureler@example.org' });
  await runSql(
    server.dataDir,
    `insert into cases (id, case_number, patient_id, modality, urgency, status, pipeline, submission, uploaded_at, submitted_at,
       due_at, completed_at)
     select gen_random_uuid(), 'SO-2026-7' || lpad(n::text, 5, '0'), p.id, 'CT', urgency, 'completed', 'signed', 1, at, at,
       at + due * interval '1 hour', at + (n % 30) * interval '1 hour' + interval '20 minutes'
     from generate_series(1, 120) n, patients p,
       lateral (select (array['urgent', 'semi-urgent', 'routine', 'routine'])[1 + n % 4] as urgency, 36 as due,
         now() - interval '3 days' - n * interval '14 hours' as at) c
     -- No routine report in five weeks.
     where (urgency <> 'routine' or n not between 40 and 95) and p.email = 'sureler@example.org';
     insert into health_samples
     select now() - n * interval '5 minutes', (20 * sin(n / 20.0) + 20)::int, n % 3, case when n between 60 and 90 then 2 else 0 end,
       n % 5, 0, 0, 0, 2 + n % 4 from generate_series(1, 1900) n where n not between 120 and 150`,
  );
  await signInStaff(page, server, 'operator');
  const look = async (name: string) => {
    await expectAccessible(page);
    for (const width of [390, 768, 1440, 1920]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await expectToFit(page);
        await picture(page, `operators/${name}-${width}-${colorScheme}`, { fullPage: true });
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };

  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('img', { name: /^Dead jobs/ })).toBeVisible();
  await history.getByRole('button', { name: 'Last week' }).click();
  await expect(history.getByText('Today').first()).toBeVisible();
  await look('health');

  await page.getByRole('link', { name: 'Turnaround' }).click();
  const rows = page.getByRole('region', { name: 'Turnaround by urgency' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].slice(2, 4).map((cell) => cell.textContent)),
  );
  expect(shown.flat().every((figure) => /^\d+$/.test(figure ?? ''))).toBe(true);
  const charts = ['Urgent', 'Semi-urgent', 'Routine'].map((name) =>
    page.getByRole('img', { name: new RegExp(`^${name}, by week`) }),
  );
  const pathOf = (chart: (typeof charts)[number]) => chart.locator('path[stroke-width]').first().getAttribute('d');
  const [urgent, , routine] = await Promise.all(charts.map(pathOf));
  expect([urgent?.match(/M/g)?.length, routine?.match(/M/g)?.length]).toEqual([1, 2]);
  // All charts have the same days below them, and each week says of how many reports it is.
  const days = await Promise.all(charts.map((chart) => chart.getByText(/20\d\d$/).allTextContents()));
  expect(days).toEqual([days[0], days[0], days[0]]);
  for (const chart of charts) {
    const counts = chart.locator('g:has(> title) text');
    expect(await counts.count()).toBe(
      await chart
        .locator('circle')
        .count()
        .then((circles) => circles / 2),
    );
  }
  await page.getByText('The weeks in words').first().click();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /^Week of .* reports?, median/ })
      .first(),
  ).toBeVisible();
  await look('turnaround');

  await page.getByRole('link', { name: 'Consents' }).click();
  await expect(page.getByText('In force')).toBeVisible();
  await expect(page.getByText(/^\d+ agrees? · 0 withdrew$/)).toHaveCount(4);
  await look('consents');

  await page.goto('/second-opinion');
  const table = page.getByRole('region', { name: 'How long reports take' }).locator('tbody tr');
  const published = await table.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
  );
  expect(published).toEqual(shown);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('tr');
  await expect(page.getByRole('heading', { name: 'Rapor ne kadar sürede hazır oluyor?' })).toBeVisible();
  await look('public');
});
