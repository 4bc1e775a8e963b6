import { cases, given } from '@duai/contract';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { newPatient } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, signNow, staffClient } from '../support/staff.ts';
import { expectTablesToFit, expectToFit } from '../support/touchable.ts';

test('[RED-008] the worklist sorts, filters, keeps views and works by J, K and Enter', async ({ page, server }) => {
  await newPatient(server.address, { email: 'liste@example.org' });
  // Three cases: the last by number is the first due.
  await runSql(
    server.dataDir,
    `insert into cases (id, case_number, patient_id, modality, body_part, clinical_history, urgency, status, pipeline,
       submission, uploaded_at, submitted_at, due_at)
     select gen_random_uuid(), 'SO-2026-80000' || n, p.id, case when n = 2 then 'MRI' else 'CT' end, 'chest',
       'Worklist cough ' || n, case when n = 3 then 'urgent' else 'routine' end, 'processing', 'draft-ready', 1, now(),
       now(), now() + (4 - n) * interval '1 hour'
     from generate_series(1, 3) n, patients p where p.email = 'liste@example.org';
     insert into reports (id, case_id, language, submission, content, algorithms, machine_draft, created_at, updated_at)
     select gen_random_uuid(), id, 'en', 1, jsonb_build_object('clinicalInformation', '', 'technique', '', 'comparison', '',
       'findings', 'Both lungs are clear.', 'impression', 'Normal.', 'recommendations', '',
       'plainSummary', 'Your lungs look well. No treatment is needed now.'), '[]',
       '{"clinicalInformation": "", "technique": "", "comparison": "", "findings": "", "impression": "", "recommendations": "",
         "plainSummary": ""}', now(), now()
     from cases where case_number = 'SO-2026-800003'`,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInStaff(page, server, 'radiologist');
  const numbers = () => page.locator('tbody a[href^="/console/cases/"]').allTextContents();
  const [first, second, third] = ['SO-2026-800001', 'SO-2026-800002', 'SO-2026-800003'];

  await page.getByRole('searchbox', { name: 'Find' }).fill('Worklist cough');
  await expect.poll(numbers).toEqual([third, second, first]);
  const row = page.getByRole('row').filter({ hasText: third });
  await expect(row).toContainText('Zeynep');
  await expect(row).toContainText('Worklist cough 3');
  // One line for each case.
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(36);
  // By name, ignoring case and accents, with the tab of a pasted cell.
  await page.getByRole('searchbox', { name: 'Find' }).fill('ZEYNEP\tworklıst');
  await expect.poll(numbers).toEqual([third, second, first]);

  await page.getByRole('button', { name: 'Case', exact: true }).click();
  await expect.poll(numbers).toEqual([first, second, third]);
  await expect(page.getByRole('columnheader', { name: 'Case' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Case', exact: true }).click();
  await expect.poll(numbers).toEqual([third, second, first]);

  await page.getByRole('combobox', { name: 'Modality' }).selectOption('CT');
  await expect.poll(numbers).toEqual([third, first]);
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('Coughs on CT');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'Coughs on CT', exact: true })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'worklist-1440');

  // The view is stored with the account: after a reload one press applies it.
  await page.reload();
  await page.getByRole('button', { name: 'Coughs on CT', exact: true }).click();
  await expect.poll(numbers).toEqual([third, first]);

  await page.locator('h1').click();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: third })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: first })).toBeFocused();
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: third })).toBeFocused();
  // In a text field, the keys type letters.
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('');
  await page.getByRole('textbox', { name: 'Name of this view' }).press('j');
  await expect(page.getByRole('textbox', { name: 'Name of this view' })).toHaveValue('j');
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
    await expectTablesToFit(page);
    await picture(page, `worklist-${width}`);
  }
  await page.getByRole('link', { name: third }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(third);

  // After signing, the next case of the same view is one press away.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Claim case' }).click();
  await page.getByRole('button', { name: 'Sign report' }).click();
  await signNow(page, server);
  await expect(page.getByRole('heading', { name: 'Signed report' })).toBeVisible();
  await expect(page.getByRole('link', { name: `Open ${first}` })).toBeFocused();
  await picture(page, 'worklist-next');
  // Not again by each change of the worklist: the reader may be writing an addendum.
  const addendum = page.getByLabel('Addendum', { exact: true });
  await addendum.fill('Ek');
  const next = page.getByRole('link', { name: `Open ${first}` });
  const params = { caseId: given((await next.getAttribute('href'))?.split('/').at(-1), 'the id of the next case') };
  const colleague = await staffClient(server, 'radiologist');
  await colleague.call(cases.claimCase, { params });
  await expect(page.getByText('No other case in this view waits for you.')).toBeVisible();
  await colleague.call(cases.releaseCase, { params });
  await expect(next).toBeVisible();
  await expect(addendum).toBeFocused();
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(first);
});

test('[RED-008] in a list that others change the reader keeps the place, the views and what is due', async ({
  page,
  server,
}) => {
  await newPatient(server.address, { email: 'gece@example.org' });
  await runSql(
    server.dataDir,
    `insert into cases (id, case_number, patient_id, subject_relation, subject_first_name, subject_last_name,
       subject_date_of_birth, guardian_declared_at, guardian_declaration_version, modality, clinical_history, urgency, status,
       pipeline, submission, uploaded_at, submitted_at, due_at)
     select gen_random_uuid(), 'SO-2026-70000' || n, p.id, 'child', 'Bebek', 'Gece', (now() at time zone 'Europe/Istanbul')::date - 9, now(), '1',
       'CT', 'Night list ' || n, 'routine', 'processing', 'draft-ready', 1, now(), now(), now() + n * interval '10 hours'
     from generate_series(1, 3) n, patients p where p.email = 'gece@example.org'`,
  );
  await page.clock.install();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInStaff(page, server, 'radiologist');
  const find = page.getByRole('searchbox', { name: 'Find' });
  const links = page.locator('tbody a[href^="/console/cases/"]');
  const [first, second, third] = ['SO-2026-700001', 'SO-2026-700002', 'SO-2026-700003'];
  await find.fill('night list');
  await page.getByRole('combobox', { name: 'Claimed' }).selectOption('By nobody');
  await expect(links).toHaveText([first, second, third]);
  const row = page.getByRole('row').filter({ hasText: second });
  await expect(row).toContainText('9 d');
  await picture(page, 'worklist-infants');

  // A colleague claims the case on which the reader stands: the next key goes to the one below it.
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: second })).toBeFocused();
  const id = given((await page.getByRole('link', { name: second }).getAttribute('href'))?.split('/').at(-1), 'an id');
  const colleague = await staffClient(server, 'radiologist');
  await colleague.call(cases.claimCase, { params: { caseId: id } });
  await expect(links).toHaveText([first, third]);
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: third })).toBeFocused();
  await colleague.call(cases.releaseCase, { params: { caseId: id } });
  await expect(links).toHaveText([first, second, third]);

  // A view that was saved in another window stays.
  const save = async (of: typeof page, name: string) => {
    await of.getByRole('textbox', { name: 'Name of this view' }).fill(name);
    await of.getByRole('button', { name: 'Save view' }).click();
    await expect(of.getByRole('button', { name, exact: true })).toBeVisible();
  };
  const other = await page.context().newPage();
  await other.goto('/console/worklist');
  await save(other, 'Elsewhere');
  await other.close();
  await save(page, 'Here');
  await expect(page.getByRole('button', { name: 'Elsewhere', exact: true })).toBeVisible();

  // Nothing is left to read only because of the search.
  await find.fill('night list nowhere');
  await expect(page.getByRole('heading', { name: 'No case matches' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'worklist-no-match');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(find).toHaveValue('');
  await expect(links.filter({ hasText: second })).toBeVisible();

  // In a quiet night the time that is left goes on.
  await expect(row).toContainText('in 20 hours');
  await page.clock.fastForward('02:00:00');
  await expect(row).toContainText('in 18 hours');
});
