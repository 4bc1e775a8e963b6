import { cases, reports, secondReads } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { patientWithCase, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { acknowledgeIdentity, signInStaff, signNow, staffClient } from '../support/staff.ts';
import { expectTablesToFit, expectToFit } from '../support/touchable.ts';

const phantom = chestPhantom({ slices: 12, matrix: 128, pixelSpacingMm: 2.8, sliceThicknessMm: 20 });

test('[RED-013] a colleague is asked in a note, a blinded second reader differs, a third one decides and confirms, and the report is signed', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const { http: patient, caseId } = await patientWithCase(page, server.address, { email: 'iki-okuyan@duai.example' });
  const params = { caseId };
  await patient.call(cases.uploadCaseImages, { params, form: imagesForm(phantom.files) });
  await waitForDraft(await staffClient(server, 'radiologist'), caseId);
  const reader = async () => {
    const opened = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await signInStaff(opened, server, 'radiologist');
    return opened;
  };
  const [first, second, third] = [await reader(), await reader(), await reader()];
  // All of them have the name of the sample login: told apart by the order in which they came.
  await runSql(
    server.dataDir,
    `update staff s set name = 'Dr. Reader ' || came.number
     from (select id, row_number() over (order by ctid) - 1 as number from staff where email like 'radiologist-%') came
     where came.id = s.id`,
  );
  const open = (who: typeof first) => who.goto(`${server.address}/console/cases/${caseId}`);
  const notes = (who: typeof first) => who.getByRole('region', { name: 'Colleagues (internal)' });
  const panel = (who: typeof first) => who.getByRole('region', { name: 'Second read' });

  await test.step('the first reader claims, writes, accepts and rejects AI', async () => {
    await open(first);
    await first.getByRole('button', { name: 'Claim case' }).click();
    await first.getByRole('textbox', { name: /^Findings/ }).fill('Sağ üst lobda nodül yok.');
    await first.getByLabel(/^Impression/).fill('Belirgin patoloji yok.');
    await first.getByLabel(/^Summary for the patient/).fill('Görüntülerinizde hastalık bulgusu görmedik.');
    // Remarks on the quality of images are told, and no verdict on them is asked.
    await expect(first.getByRole('heading', { name: 'Series quality check' }).first()).toBeVisible();
    await expect(first.getByRole('group', { name: 'Your verdict on Series quality check' })).toHaveCount(0);
    const [rejected, ...accepted] = await first.getByRole('group', { name: /^Your verdict on/ }).all();
    await rejected!.getByRole('button', { name: 'Reject' }).click();
    await expect(rejected!.getByRole('button', { name: 'Reject' })).toHaveAttribute('aria-pressed', 'true');
    for (const group of accepted) {
      await group.getByRole('button', { name: 'Accept' }).click();
      await expect(group.getByRole('button', { name: 'Accept' })).toHaveAttribute('aria-pressed', 'true');
    }
    await expect(first.getByText('Every AI result judged')).toBeVisible();
    await expect(first.getByText(/^Saved, version/)).toBeVisible();
  });

  await test.step('a colleague is asked, finds the case under "Colleagues", and answers; nobody else is told', async () => {
    await notes(first).getByLabel('Colleague').selectOption('Dr. Reader 3');
    await notes(first).getByLabel('Your question').fill('Sağ üst lobdaki odak damar mı?');
    await notes(first).getByRole('button', { name: 'Ask' }).click();
    await expect(toast(first).filter({ hasText: 'The colleague has been told' })).toBeVisible();
    await expect(third.getByText('1 from colleagues')).toBeVisible();
    await expect(second.getByText('1 from colleagues')).toBeHidden();
    await third.getByRole('button', { name: 'Colleagues' }).click();
    await third.getByRole('link', { name: /^SO-/ }).click();
    await expect(notes(third).getByText('Sağ üst lobdaki odak damar mı?')).toBeVisible();
    await notes(third).getByLabel('Answer to Dr. Reader 1').fill('Damar kesiti.');
    await notes(third).getByRole('button', { name: 'Send' }).click();
    await expect(notes(first).getByText('Damar kesiti.')).toBeVisible();
    await expectAccessible(first);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 768, 1440, 1920]) {
        await first.setViewportSize({ width, height: 900 });
        await first.emulateMedia({ colorScheme });
        await expectToFit(first);
        await picture(first, `reading/notes-${width}-${colorScheme}`, { fullPage: true });
      }
    await first.emulateMedia({ colorScheme: 'light' });
    await first.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a second reader sees images and nothing that anybody said of them', async () => {
    // The last words are saved before the opinion is pinned that the second one is compared with.
    await first.getByRole('textbox', { name: /^Findings/ }).fill('Sağ üst lobda nodül yok. Plevra olağan.');
    await panel(first).getByRole('button', { name: 'Ask for a blinded second reader' }).click();
    // Whoever may read it is told in the header, and finds it in the worklist.
    await expect(second.getByText('1 second read', { exact: true })).toBeVisible();
    await expect(first.getByText('1 second read', { exact: true })).toBeHidden();
    await second.getByRole('button', { name: 'Second reads' }).click();
    await expect(second.getByText('Second read needed')).toBeVisible();
    await expectAccessible(second);
    for (const width of [390, 768, 1440]) {
      await second.setViewportSize({ width, height: 900 });
      await expectToFit(second);
      await expectTablesToFit(second);
      await picture(second, `reading/second-reads-${width}`, { fullPage: true });
    }
    await second.getByRole('link', { name: /^SO-/ }).click();
    await panel(second).getByRole('button', { name: 'Read it blinded' }).click();
    await expect(panel(second).getByText('Your blinded opinion')).toBeVisible();
    await expect(notes(second)).toBeHidden();
    await expect(second.getByRole('heading', { name: 'Questions of the patient' })).toBeHidden();
    // Nor why it was asked for.
    await expect(panel(second).getByText('being read', { exact: true })).toBeVisible();
    await expect(panel(first).getByText('being read · on request')).toBeVisible();
    await expect(second.getByText('Sağ üst lobda nodül yok.')).toBeHidden();
    await picture(second, 'reading/blinded', { fullPage: true });
    await panel(second).getByLabel('Findings').fill('Sağ üst lobda 8 mm nodül.');
    // Left to a colleague and taken again: what was typed is still there.
    await expect(panel(second).getByText(/It is kept for you until/)).toBeVisible();
    await panel(second).getByRole('button', { name: 'Leave it to a colleague' }).click();
    await panel(second).getByRole('button', { name: 'Read it blinded' }).click();
    await expect(panel(second).getByLabel('Findings')).toHaveValue('Sağ üst lobda 8 mm nodül.');
    await panel(second).getByLabel('Impression').fill('Üç ay sonra kontrol.');
    await panel(second).getByRole('button', { name: 'Save my opinion' }).click();
    await expect(panel(second).getByText('Sağ üst lobda nodül yok. Plevra olağan.')).toBeVisible();
    await panel(second).getByRole('button', { name: 'Major difference' }).click();
    await expect(panel(second).getByText(/waiting for an adjudicator/)).toBeVisible();
  });

  await test.step('a third one decides, and the first one follows', async () => {
    await open(third);
    await panel(third).getByRole('radio', { name: 'The second opinion' }).check();
    await panel(third)
      .getByLabel(/^Reasons, and what the report should say/)
      .fill('Nodül vardır.');
    // A reload keeps the reason; the decision is taken again.
    await third.reload();
    await expect(panel(third).getByLabel(/^Reasons, and what the report should say/)).toHaveValue('Nodül vardır.');
    await panel(third).getByRole('radio', { name: 'The second opinion' }).check();
    await panel(third).getByRole('button', { name: 'Decide' }).click();
    await expect(panel(third).getByText(/^Decided by Dr. Reader 3: The second opinion/)).toBeVisible();
    await picture(third, 'reading/adjudicated', { fullPage: true });
    // Without a reload: the page of the first reader follows the second read.
    await expect(panel(first).getByText(/^Change the findings or the impression as decided/)).toBeVisible();
    await first.getByRole('textbox', { name: /^Findings/ }).fill('Sağ üst lobda 8 mm nodül.');
    await first.getByRole('textbox', { name: /^Impression/ }).fill('Üç ay sonra kontrol önerilir.');
    await expect(first.getByText(/^Saved, version/)).toBeVisible();
    await acknowledgeIdentity(first);
  });

  await test.step('the changed text is confirmed by who decided; changed again it cannot be signed until the change is undone', async () => {
    const sign = first.getByRole('button', { name: 'Sign report' });
    const changed = first.getByText('The text is not the one on which Dr. Reader 3 gave an opinion');
    await expect(changed).toBeVisible();
    await expect(sign).toBeDisabled();
    await expectAccessible(first);
    for (const width of [390, 1440]) {
      await first.setViewportSize({ width, height: 900 });
      await expectToFit(first);
      await picture(first, `reading/agreed-text-changed-${width}`, { fullPage: true });
    }
    await first.getByRole('button', { name: 'Ask Dr. Reader 3 to confirm' }).click();
    await expect(first.getByText(/^Dr. Reader 3 has been asked by e-mail/)).toBeVisible();
    await expect(third.getByText('1 second read', { exact: true })).toBeVisible();
    const toConfirm = third.getByRole('region', { name: 'Confirm the changed text' });
    await expect(third.getByText('text to be confirmed · on request')).toBeVisible();
    await expect(toConfirm.locator('ins').filter({ hasText: 'nodül' })).toBeVisible();
    await expect(third.getByRole('textbox', { name: /^Findings/ })).toHaveValue('Sağ üst lobda 8 mm nodül.');
    await expectAccessible(third);
    for (const width of [390, 1440]) {
      await third.setViewportSize({ width, height: 900 });
      await expectToFit(third);
      await picture(third, `reading/confirm-text-${width}`, { fullPage: true });
    }
    await toConfirm.getByRole('button', { name: 'I agree with this text' }).click();
    await expect(toConfirm).toBeHidden();
    await expect(third.getByText('finished · on request')).toBeVisible();
    await expect(first.getByText('Dr. Reader 3 agrees with this text')).toBeVisible();

    const findings = first.getByRole('textbox', { name: /^Findings/ });
    await findings.fill('Sağ üst lobda 9 mm nodül.');
    await expect(changed).toBeVisible();
    await expect(sign).toBeDisabled();
    await first.getByRole('button', { name: 'Undo the change' }).click();
    await expect(findings).toHaveValue('Sağ üst lobda 8 mm nodül.');
    await first.getByLabel(/^Summary for the patient/).fill('Akciğerinizde küçük bir nokta gördük.');
    await expect(first.getByText('Dr. Reader 3 agrees with this text')).toBeVisible();
    await expect(sign).toBeEnabled();
  });

  await test.step('the first one signs', async () => {
    await first.getByRole('button', { name: 'Sign report' }).click();
    await signNow(first, server);
    await expect(first.getByText('Final', { exact: true })).toBeVisible();
    const signed = JSON.stringify(await patient.call(reports.getReport, { params }));
    expect(signed).toContain('8 mm nodül');
    for (const word of ['Damar kesiti', 'odak damar', 'Nodül vardır']) expect(signed).not.toContain(word);
  });

  await test.step('operators read how often readers agree, on a phone too', async () => {
    const office = await openBrowser({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
    await signInStaff(office, server, 'operator');
    await office.goto(`${server.address}/console/users`);
    const row = office.getByRole('row').filter({ hasText: /^Total/ });
    await expect(row.getByText('Compared 1 · Agree 0 · Minor 0 · Major 1')).toBeVisible();
    await expectTablesToFit(office);
    await picture(office, 'reading/agreement-390', { fullPage: true });
  });

  await test.step('operators end a second read that nobody finishes; its readers see why', async () => {
    await panel(first).getByRole('button', { name: 'Ask for a second read of the signed report' }).click();
    await expect(panel(first).getByText('waiting for a second reader · after the signature')).toBeVisible();
    const office = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await signInStaff(office, server, 'operator');
    await office.goto(`${server.address}/console/users`);
    const list = office.getByRole('table', { name: 'Unfinished second reads' });
    await expect(list.getByRole('row').filter({ hasText: 'Dr. Reader 1' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 768, 1440, 1920]) {
        await office.setViewportSize({ width, height: 900 });
        await office.emulateMedia({ colorScheme });
        await expectToFit(office);
        await expectTablesToFit(office);
        await picture(office, `console/unfinished-second-reads-${width}-${colorScheme}`, { fullPage: true });
      }
    await office.setViewportSize({ width: 1440, height: 900 });
    await list.getByRole('button', { name: /^End the second read of SO-/ }).click();
    const dialog = office.getByRole('dialog', { name: /^End the second read of SO-/ });
    await expect(dialog.getByRole('button', { name: 'End' })).toBeDisabled();
    await dialog.getByLabel('Why it ends').selectOption('Nobody is left who could read or decide');
    await expectAccessible(office);
    await picture(office, 'console/end-second-read-1440');
    await dialog.getByRole('button', { name: 'End' }).click();
    await expect(office.getByText('Every second read is finished.')).toBeVisible();
    await expect(panel(first).getByText('ended by an operator · after the signature')).toBeVisible();
    await expect(panel(first).getByText(/nobody was left to finish it/)).toBeVisible();
    await picture(first, 'reading/second-read-ended', { fullPage: true });
  });

  await test.step('an addendum on another matter is not the one that a second read of the signed report waits for', async () => {
    await panel(first).getByRole('button', { name: 'Ask for a second read of the signed report' }).click();
    await expect(panel(first).getByText('waiting for a second reader · after the signature')).toBeVisible();
    const [fourth, fifth] = [await staffClient(server, 'radiologist'), await staffClient(server, 'radiologist')];
    await fourth.call(secondReads.takeSecondRead, { params });
    const opinion = { language: 'tr' as const, findings: 'Sol alt lobda da nodül.', impression: 'Takip.' };
    await fourth.call(secondReads.saveSecondRead, { params, body: opinion });
    await fourth.call(secondReads.compareSecondRead, { params, body: { agreement: 'major-difference' } });
    await fifth.call(secondReads.adjudicateSecondRead, { params, body: { decision: 'second', text: 'İkisi de var.' } });
    const due = panel(first).getByText('addendum due · after the signature');
    await expect(due).toBeVisible();
    const add = async (text: string, answers: boolean) => {
      await first.getByLabel('Addendum', { exact: true }).fill(text);
      const dialog = first.getByRole('dialog', { name: 'Sign the addendum?' });
      const mark = dialog.getByLabel('It says what the second read decided');
      await first.getByRole('button', { name: 'Sign and add the addendum' }).click();
      await mark.setChecked(answers);
      // Who closes the dialog and opens it again has said it once.
      await first.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await first.getByRole('button', { name: 'Sign and add the addendum' }).click();
      await expect(mark).toBeChecked({ checked: answers });
      await expectAccessible(first);
      await picture(first, `reading/addendum-answers-${answers}`);
      await dialog.getByLabel('Your password').fill(server.logins.radiologist.password);
      await dialog.getByRole('button', { name: 'Sign and add the addendum' }).click();
      await expect(dialog).toBeHidden();
    };
    await add('Çekim tarihi düzeltildi.', false);
    await expect(due).toBeVisible();
    await add('Sol alt lobda ikinci nodül.', true);
    await expect(panel(first).getByText('finished · after the signature')).toBeVisible();
  });
});
