import { cases, given, notes, reports, studies } from '@duai/contract';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { newPatient, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, signNow, staffClient } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';

test('[RED-012] text that was not saved comes back after a session end and a take-over; a signature whose answer is lost is given once', {
  tag: '@long',
}, async ({ page, server }) => {
  await newPatient(server.address, { email: 'taslak@example.org' });
  await runSql(
    server.dataDir,
    `insert into cases (id, case_number, patient_id, modality, body_part, urgency, status, pipeline, submission,
       uploaded_at, submitted_at, due_at)
     select gen_random_uuid(), 'SO-2026-700001', id, 'CT', 'Unsaved', 'routine', 'processing', 'draft-ready', 1,
       now(), now(), now() + interval '1 hour' from patients where email = 'taslak@example.org';
     insert into reports (id, case_id, language, submission, content, algorithms, machine_draft, created_at, updated_at)
     select gen_random_uuid(), id, 'en', 1, jsonb_build_object('clinicalInformation', '', 'technique', '', 'comparison', '',
       'findings', 'Both lungs are clear.', 'impression', 'Normal.', 'recommendations', '',
       'plainSummary', 'Your lungs look well. No treatment is needed now.'), '[]',
       '{"clinicalInformation": "", "technique": "", "comparison": "", "findings": "", "impression": "", "recommendations": "",
         "plainSummary": ""}', now(), now()
     from cases where case_number = 'SO-2026-700001'`,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInStaff(page, server, 'radiologist');
  const colleague = await staffClient(server, 'radiologist');
  const listed = await colleague.call(cases.searchWorklist, { body: { text: 'SO-2026-700001' } });
  const caseId = listed[0]!.id;
  const path = `/console/cases/${caseId}`;
  const findings = page.getByRole('textbox', { name: 'Findings' });
  const banner = page.getByText('Some of your text was not saved');
  const SAVES = '**/api/console/cases/*/report';

  await test.step('of two windows neither saves over what the other saved', async () => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Claim case' }).click();
    await expect(findings).toBeEditable();
    const other = await page.context().newPage();
    await other.goto(path);
    const there = other.getByRole('textbox', { name: 'Findings' });
    const saved = (version: number) => expect(other.getByText(`Saved, version ${version}`)).toBeVisible();
    /** The page fetches the reading when something happens to the case. */
    const fetched = async () => {
      const coming = page.waitForResponse(
        (answer) => new URL(answer.url()).pathname === `/api/console/cases/${caseId}`,
      );
      const { claimedBy } = (await colleague.call(studies.getReading, { params: { caseId } })).case;
      const body = { colleagueId: given(claimedBy, 'the reader').id, text: 'Please have a look.' };
      await colleague.call(notes.askColleague, { params: { caseId }, body });
      await coming;
    };
    await there.fill('Written in the other window.');
    await saved(2);
    await fetched();
    await expect(findings).toHaveValue('Written in the other window.');

    await page.route(SAVES, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 429, json: { code: 'TOO_MANY_REQUESTS', message: 'x' } })
        : route.continue(),
    );
    await findings.fill('Written here.');
    await there.fill('Written there again.');
    await saved(3);
    await fetched();
    await page.unroute(SAVES);
    await expect(page.getByText('The draft was changed elsewhere')).toBeVisible();
    await expect(findings).toHaveValue('Written here.');
    await page.getByRole('button', { name: 'Load the latest version' }).click();
    await expect(findings).toHaveValue('Written there again.');
    await findings.fill('Both lungs are clear.');
    await expect(page.getByText('Saved, version 4')).toBeVisible();
    await page.evaluate(() => sessionStorage.clear());
    await other.close();
  });

  await test.step('the session ends while the reader types: the text is there after the next sign-in', async () => {
    await page.goto(path);
    await expect(findings).toBeEditable();
    await page.route(SAVES, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 401, json: { code: 'NOT_SIGNED_IN', message: 'x' } })
        : route.continue(),
    );
    await findings.fill('Both lungs are clear. A nodule of 6 mm in the right upper lobe.');
    await expect(page.getByText('Your session has ended')).toBeVisible();
    await page.unroute(SAVES);
    await page.goto(path);
    await expect(banner).toBeVisible();
    await expect(page.locator('ins')).toContainText('A nodule of 6 mm');
    await expect(findings).toHaveValue('Both lungs are clear.');
    await expectAccessible(page);
    await picture(page, 'unsaved-1440');
    await page.getByRole('button', { name: 'Use my text' }).click();
    await expect(findings).toHaveValue(/A nodule of 6 mm/);
    await expect(page.getByText(/Saved, version \d/)).toBeVisible();
    await page.reload();
    await expect(findings).toHaveValue(/A nodule of 6 mm/);
    await expect(banner).toBeHidden();
  });

  await test.step('what is chosen beside the text comes back too, also where nothing was typed', async () => {
    await page.route(SAVES, (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    );
    const agreement = page.getByLabel('Agreement with the first report');
    await agreement.selectOption('Minor difference');
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await page.unroute(SAVES);
    await page.goto(path);
    await expect(banner).toBeVisible();
    await expect(page.locator('ins')).toHaveText('Minor difference');
    await page.getByRole('button', { name: 'Use my text' }).click();
    await expect(agreement).toHaveValue('minor-difference');
    await expect(page.getByText(/Saved, version \d/)).toBeVisible();
    await expect(banner).toBeHidden();
  });

  await test.step('saves that fail again and again are told by one toast, until the reason changes or the text is saved', async () => {
    let tries = 0;
    let reason = 'The disk is full.';
    let code = 'DISK_FULL';
    await page.route(SAVES, (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      tries += 1;
      return route.fulfill({ status: 409, json: { code, message: reason } });
    });
    // One more than the tries of 5 seconds, after which another toast would have closed.
    const failsAgain = async () => {
      const before = tries;
      await expect.poll(() => tries).toBeGreaterThan(before + 4);
    };
    const told = toast(page);
    await findings.fill('A nodule of 6 mm in the right upper lobe, calcified.');
    await expect(told).toContainText(reason);
    await told.evaluate((shown) => shown.setAttribute('data-journey', 'first'));
    await failsAgain();
    await expect(told).toHaveAttribute('data-journey', 'first');
    await expect(told).toBeInViewport();
    reason = 'The network is down.';
    await expect(told).toContainText(reason);
    await expect(told).not.toHaveAttribute('data-journey');
    await picture(page, 'save-fails-1440');
    await told.getByRole('button', { name: 'Close' }).click();
    await failsAgain();
    await expect(told).toBeHidden();
    reason = 'The disk is full.';
    await expect(told).toContainText(reason);
    // The reader writes what is stored: nothing is left to save.
    const text = await findings.inputValue();
    await findings.fill('Both lungs are clear. A nodule of 6 mm in the right upper lobe.');
    await expect(told).toBeHidden();
    await findings.fill(text);
    await expect(told).toContainText(reason);
    // Where another version must be loaded first nothing is tried again, and the toast closes like any other.
    code = 'REPORT_CHANGED';
    reason = 'The report was changed.';
    await expect(told).toContainText(reason);
    await expect(told).toBeHidden({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Load the latest version' }).click();
    // The text stays on offer, beside what is typed and not saved meanwhile: both come back, the newer one first.
    await expect(banner).toBeVisible();
    code = 'DISK_FULL';
    await findings.fill(`${text} Another one of 3 mm.`);
    await expect(told).toContainText(reason);
    await page.unroute(SAVES);
    await page.goto(path);
    await expect(page.locator('ins').filter({ hasText: 'Another one of 3 mm' })).toBeVisible();
    await page.getByRole('button', { name: 'Discard my text' }).click();
    await expect(page.locator('ins').filter({ hasText: 'calcified' })).toBeVisible();
    await page.getByRole('button', { name: 'Use my text' }).click();
    await expect(findings).toHaveValue(text);
    await expect(page.getByText(/Saved, version \d/)).toBeVisible();
    await expect(banner).toBeHidden();
    await expect(told).toBeHidden();
  });

  await test.step('a colleague takes the case over while text is not saved: it can be read and copied', async () => {
    await page.route(SAVES, (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    );
    await findings.fill('A nodule of 7 mm.');
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await colleague.call(cases.takeCaseOver, { params: { caseId }, body: { reason: 'agreed' } });
    await page.unroute(SAVES);
    await expect(banner).toBeVisible();
    await expect(findings).not.toBeEditable();
    await expect(page.locator('ins').filter({ hasText: '7' })).toBeVisible();
    const { report } = await colleague.call(studies.getReading, { params: { caseId } });
    expect(report!.content.findings).toContain('A nodule of 6 mm');
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByLabel('Reason').selectOption('agreed');
    await expectAccessible(page);
    await picture(page, 'take-over-1440');
    await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    await expect(findings).toBeEditable();
    await page.getByRole('button', { name: 'Discard my text' }).click();
    await expect(banner).toBeHidden();
  });

  await test.step('a colleague takes the case over from a reader who types nothing: the page says so by itself', async () => {
    await colleague.call(cases.takeCaseOver, { params: { caseId }, body: { reason: 'agreed' } });
    await expect(page.getByRole('button', { name: 'Take over' })).toBeVisible();
    await expect(page.getByText('You no longer hold this case')).toBeVisible();
    await expect(findings).not.toBeEditable();
    await expect(banner).toBeHidden();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByLabel('Reason').selectOption('agreed');
    await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    await expect(findings).toBeEditable();
  });

  await test.step('the claim ends while text is not saved: the page says so by itself, and the text comes back with a new claim', async () => {
    const lost = page.getByText('You no longer hold this case');
    await expect(lost).toBeHidden();
    await page.route(SAVES, (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    );
    await findings.fill('Both lungs are clear. A nodule of 6 mm in the right upper lobe. A second one of 4 mm.');
    await expect(page.getByText('Not saved yet')).toBeVisible();
    // Again where the page has asked for the case meanwhile, which is work on it. In sight wherever the reader was writing.
    await expect(async () => {
      await runSql(
        server.dataDir,
        `update cases set claim_active_at = now() - interval '5 hours' where id = '${caseId}';
         insert into pgboss.job (name, data, retry_limit, expire_seconds, heartbeat_seconds)
         values ('cases.watch', '{}', 1, 300, 60)`,
      );
      await expect(lost).toBeInViewport({ timeout: 5_000 });
    }).toPass();
    await expect(page.getByText('Your claim ended')).toBeVisible();
    await expect(findings).not.toBeEditable();
    await page.unroute(SAVES);
    await expectAccessible(page);
    for (const width of [390, 768, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      await picture(page, `claim-ended-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Claim case' }).click();
    await expect(lost).toBeHidden();
    await page.getByRole('button', { name: 'Use my text' }).click();
    await expect(findings).toHaveValue(/A second one of 4 mm/);
    await expect(page.getByText(/Saved, version \d/)).toBeVisible();
  });

  await test.step('a reader who returns the case is not told that it was taken', async () => {
    await page.getByRole('button', { name: 'Return to the worklist' }).click();
    await expect(page.getByRole('button', { name: 'Claim case' })).toBeVisible();
    await expect(page.getByText('You no longer hold this case')).toBeHidden();
    await page.getByRole('button', { name: 'Claim case' }).click();
    await expect(findings).toBeEditable();
  });

  await test.step('versions are compared word by word', async () => {
    await page.getByRole('button', { name: 'Version history' }).click();
    await expect(page.getByRole('dialog').locator('ins')).toContainText(['A nodule of 6 mm', 'Minor difference']);
    await expectAccessible(page);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      await picture(page, `versions-${width}`);
    }
    await page.keyboard.press('Escape');
  });

  const other = await page.context().newPage();
  await test.step('another window of the same reader cannot sign, and has text that is not saved', async () => {
    await other.goto(path);
    // First it tries to sign while the database is away: what is our fault is not told as one of the reader's connection.
    await other.route('**/report/sign', (route) =>
      route.fulfill({ status: 503, json: { code: 'DATABASE_AWAY', message: 'Our system is interrupted.' } }),
    );
    await other.getByRole('button', { name: 'Sign report' }).click();
    await signNow(other, server);
    await expect(other.getByRole('dialog').getByRole('alert')).toContainText(
      'Our system is interrupted. Treat it as not signed',
    );
    await other.getByRole('button', { name: 'Back to the draft' }).click();
    await other.route(SAVES, (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    );
    await other.getByRole('textbox', { name: 'Findings' }).fill('A nodule of 7 mm. A third one of 2 mm.');
    await expect(other.getByText('Not saved yet')).toBeVisible();
  });

  await test.step('the connection is lost while signing: the dialog says that nothing is confirmed, nothing is signed twice, and the page shows what is', async () => {
    const dialog = page.getByRole('dialog');
    const refusal = dialog.getByRole('alert');
    await page.getByRole('button', { name: 'Sign report' }).click();
    const password = dialog.getByLabel('Your password');
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.route('**/report/sign', (route) => route.abort('internetdisconnected'), { times: 1 });
      await signNow(page, server);
      await expect(password).toHaveValue('');
      await expect(password).toBeFocused();
      await expect(refusal).toContainText('The server did not confirm the signature');
      await expect(refusal).toContainText('Check your connection');
      // The reader looks at the field; the message is beside it, and so is the button, without scrolling.
      for (const seen of [refusal, password, dialog.getByRole('button', { name: 'Sign now' })])
        await expect(seen).toBeInViewport({ ratio: 1 });
      await expectToFit(page);
      await expectAccessible(page);
      await picture(page, `sign-unconfirmed-${width}`);
    }
    expect((await colleague.call(studies.getReading, { params: { caseId } })).report?.status).toBe('draft');
    // The request arrives, but its answer does not.
    await page.route(
      '**/report/sign',
      async (route) => {
        await route.fetch();
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );
    await signNow(page, server);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Signed report' })).toBeVisible();
    const { report } = await colleague.call(studies.getReading, { params: { caseId } });
    expect(report!.status).toBe('signed');
    const { rows: versions } = await colleague.call(reports.getReportVersions, { params: { caseId } });
    expect(versions.length).toBe(2);
  });

  await test.step('the other window says that the report is signed, and gives back the text that is not in it', async () => {
    await expect(other.getByRole('heading', { name: 'Signed report' })).toBeVisible();
    await expect(other.getByText('did not reach the server before the report was signed')).toBeInViewport();
    await expect(toast(other)).toBeHidden();
    await expect(other.locator('ins').filter({ hasText: 'third' })).toBeVisible();
    await expectAccessible(other);
    for (const width of [390, 1440]) {
      await other.setViewportSize({ width, height: 900 });
      await expectToFit(other);
      await picture(other, `unsaved-signed-${width}`);
    }
    await other.reload();
    await expect(other.locator('ins').filter({ hasText: 'third' })).toBeVisible();
    await other.getByRole('button', { name: 'Discard my text' }).click();
    await other.reload();
    await expect(other.getByRole('heading', { name: 'Signed report' })).toBeVisible();
    await expect(other.locator('ins')).toHaveCount(0);
    await expect(page.getByText('Some of your text was not saved')).toHaveCount(0);
  });
});
