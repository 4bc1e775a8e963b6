import { evaluation, institutions, scans as scanContract } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { waitFor } from '../../scripts/instance.ts';
import { codeNow, letPass } from '../support/clock.ts';
import { runSql } from '../support/database.ts';
import { mailTo } from '../support/mailbox.ts';
import { toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';
import { BASE, signIn as fillIn, linkIn, look } from '../support/trial.ts';

const APPLICANT = 'derya@kiyi.example';
const INSTITUTION = 'Kıyı Radyoloji';
const PASSWORD = 'kuytu-liman-77';
const DAY_MS = 24 * 60 * 60_000;

const institutionMenu = (page: Page) => page.getByRole('navigation', { name: 'Institution' });

/** Set once one-time codes are switched on. */
let totpSecret: string | undefined;

/** Ends with the page that is loaded anew; the address changes before that. */
async function signOut(page: Page): Promise<void> {
  const isLoaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Logout' }).click();
  await isLoaded;
  await expect(page).toHaveURL(/login$/);
}

async function signIn(page: Page, dataDir: string, recoveryCode?: string): Promise<void> {
  await fillIn(page, 'kiyi-admin', PASSWORD);
  if (totpSecret) {
    await expect(page.getByText('Enter the 6-digit code of your authenticator app.')).toBeVisible();
    // A code works only once, so the next one must be from a later minute.
    await letPass(dataDir, 60_000);
    await page.getByLabel('One-time code').fill(recoveryCode ?? (await codeNow(dataDir, totpSecret)));
    await picture(page, 'trial-proof/10-login-code');
    await page.getByRole('button', { name: 'Sign In' }).click();
  }
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}

/** The session of the page, for separate calls. */
async function clientOf(page: Page, address: string) {
  const client = createHttpClient(address);
  client.useCookies((await page.context().cookies()).map(({ name, value }) => [name, value]));
  return client;
}

test.describe.configure({ mode: 'serial' });

test('an application is asked back, answered, approved; the invitation becomes an account', { tag: '@long' }, async ({
  page,
  server,
}) => {
  const visitor = createHttpClient(server.address);

  await test.step('the application is asked back, answered by the mailed link, and approved', async () => {
    await visitor.call(institutions.registerTrial, {
      body: {
        institutionName: INSTITUTION,
        contactName: 'Derya Örnek',
        email: APPLICANT,
        phone: '+90 555 000 00 00',
        country: 'Turkey',
        pacsVendor: 'InterPACS',
        gdprConsent: true,
      },
    });
    await signInStaff(page, server, 'operator');
    await page.getByRole('link', { name: 'Applications' }).click();
    await page.getByRole('button', { name: 'Ask back' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Ask back' })).toBeDisabled();
    await dialog.getByLabel('Question').fill('Which CT scanners would send studies?');
    await dialog.getByRole('button', { name: 'Ask back' }).click();
    await expect(page.getByText('asked', { exact: true })).toBeVisible();

    const mail = await mailTo(server.address, APPLICANT, 'application#token=');
    await page.goto(linkIn(mail.text));
    await expect(page.getByText('Which CT scanners would send studies?')).toBeVisible();
    await look(page, '01-question');
    await page.getByLabel('Your answer').fill('Two scanners, 40 chest CT a day.');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await expect(page.getByText('Your answer was sent')).toBeVisible();
    // The fragment was removed from the URL, so the link is opened again.
    await page.goto('/duaicheck-trial');
    await page.goto(linkIn(mail.text));
    await expect(page.getByRole('alert')).toContainText('A question closes once it is answered or decided');

    await page.goto('/console/applications');
    await expect(page.getByText('Two scanners, 40 chest CT a day.')).toBeVisible();
    await picture(page, 'trial-proof/02-application', { fullPage: true });
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('approved', { exact: true })).toBeVisible();
  });

  await test.step('a mail that got lost is no dead end: the operator invites again, and the first link ends', async () => {
    const newest = async () => linkIn((await mailTo(server.address, APPLICANT, 'invitation#token=')).text);
    const lost = await newest();
    await page.getByRole('link', { name: 'Institutions' }).click();
    await page.getByRole('button', { name: `Invite ${INSTITUTION} again` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Invite again' }).click();
    await expect(page.getByText('Invitation sent').first()).toBeVisible();
    await look(page, '02b-institutions');
    await expect.poll(newest, { timeout: 60_000 }).not.toBe(lost);
    await page.goto(lost);
    await page.getByLabel('Username').fill('kiyi-admin');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: /account/i }).click();
    await expect(page.getByRole('alert')).toContainText('invalid, already used or expired');
    await expect(page.getByRole('link', { name: 'request a new link from us' })).toHaveAttribute('href', /^mailto:/);
    await look(page, '02c-invitation-used');
    // The next link differs only in its fragment.
    await page.goto('/duaicheck-trial');
  });

  await test.step('the invitation becomes an account; studies are sent with its session', async () => {
    const invitation = await mailTo(server.address, APPLICANT, 'invitation#token=');
    await page.goto(linkIn(invitation.text));
    await page.getByLabel('Username').fill('kiyi-admin');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: /account/i }).click();
    await expect(page.getByText('Your account is ready')).toBeVisible();
    await signIn(page, server.dataDir);
    await institutionMenu(page).getByRole('link', { name: 'Performance' }).click();
    await expect(page.getByText('No endpoint yet')).toBeVisible();
    await look(page, '03-proof-empty');
  });
});

test('a question is answered with figures that end in a dossier', { tag: '@long' }, async ({ page, server }) => {
  await signIn(page, server.dataDir);
  const admin = await clientOf(page, server.address);
  const shares = [0.05, 0.05, 0.4, 0.4];
  for (const [index, emphysemaShare] of shares.entries()) {
    const { files } = chestPhantom({
      slices: 24,
      matrix: 96,
      pixelSpacingMm: 3.8,
      sliceThicknessMm: 10,
      seed: 7000 + index,
      emphysemaShare,
    });
    await admin.call(scanContract.uploadScan, { form: imagesForm(files) });
  }
  await waitFor(
    async () => (await admin.call(scanContract.listScans)).every((scan) => scan.status === 'complete') || undefined,
    90_000,
    () => 'the studies were not analysed',
  );

  await test.step('a question, its ground truth, a verdict', async () => {
    await page.goto(`${BASE}/proof`);
    await page.getByRole('button', { name: 'New endpoint' }).first().click();
    const dialog = page.getByRole('dialog');
    const put = dialog.getByRole('button', { name: 'Create endpoint' });
    await dialog.getByLabel('Name').fill('Emphysema');
    await dialog.getByLabel('Algorithm').selectOption({ label: 'CT lung volume and density' });
    await dialog.getByLabel('The answer is positive when').selectOption('measurement:MEAN_LUNG_DENSITY');
    await dialog.getByLabel('Direction').selectOption('at-most');
    await expect(put).toBeDisabled();
    await dialog.getByLabel(/^Threshold/).fill('−880');
    await look(page, '04-question-form');
    await put.click();
    await expect(page.getByRole('heading', { name: 'Emphysema' })).toBeVisible();

    await page.getByRole('button', { name: 'Ground truth' }).click();
    const lines = dialog.getByLabel('Lines');
    const scans = (await admin.call(scanContract.listScans)).toReversed();
    await lines.fill(`study,label\n${scans[0]!.id},perhaps\nnobody,1`);
    await dialog.getByRole('button', { name: 'Store the labels' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Line 2: The label “perhaps” is not known');
    await expect(dialog.getByRole('alert')).toContainText('Line 3: “nobody” is neither');
    await expect(lines).toHaveValue(/perhaps/);
    await look(page, '05-ground-truth-errors');
    await lines.fill(`study,label\n${scans[0]!.id},negative\n${scans[1]!.id},positive\n${scans[2]!.id},positive`);
    await dialog.getByRole('button', { name: 'Store the labels' }).click();
    await expect(dialog.getByText('3 labels are stored')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await page.getByText('Studies and verdicts').click();
    const cases = page.getByRole('table', { name: 'Studies of Emphysema' });
    await expect(cases.getByRole('row')).toHaveCount(5);
    const open = cases.getByRole('row').filter({ hasText: 'none' });
    await open.getByRole('button', { name: /^Agree/ }).click();
    await expect(open.getByRole('button', { name: /^Agree/ })).toHaveAttribute('aria-pressed', 'true');
    const figures = page.getByRole('table', { name: 'Figures of Emphysema, with 95 % confidence intervals' });
    // Two of three positives were detected; the one negative was not. Wilson interval computed by hand: 2 of 3 is 20.8 to
    // 93.9.
    await expect(figures).toContainText('66.7 % (20.8 to 93.9), 2 of 3');
    await expect(figures).toContainText('100.0 % (20.7 to 100.0), 1 of 1');
    await expect(page.getByText('Small numbers')).toBeVisible();
    await page.getByText('By sex, age and device').click();
    await look(page, '06-proof');
  });

  await test.step('the dossier', async () => {
    await page.getByRole('button', { name: 'Create a dossier' }).click();
    const save = page.getByRole('button', { name: /Save the dossier of .* as CSV/ });
    await expect(save).toBeVisible();
    const download = page.waitForEvent('download');
    await save.click();
    expect((await download).suggestedFilename()).toMatch(/^duai-dossier-.*\.csv$/);
    const [dossier] = await admin.call(evaluation.listDossiers);
    const pdf = await admin.bytes(evaluation.getDossierPdf, { params: { dossierId: dossier!.id } });
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  });
});

test('[CAT-016] two questions, and two versions, are compared on the same studies with ROC and confusion plots', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  await signIn(page, server.dataDir);
  const admin = await clientOf(page, server.address);
  await admin.call(evaluation.createQuestion, {
    body: {
      name: 'Strict emphysema',
      algorithmId: 'ct.lung-density',
      positiveWhen: { kind: 'measurement', code: 'MEAN_LUNG_DENSITY', direction: 'at-most', threshold: -2000 },
    },
  });
  // A shadow version that is always right: −900 HU for studies labelled positive, −800 for the others.
  await runSql(
    server.dataDir,
    `insert into shadow_analyses (id, scan_id, series_id, submission, algorithm_id, algorithm_version, status, result,
       input_sha256, created_at, finished_at)
     select gen_random_uuid(), studies.scan_id, analyses.series_id, analyses.submission, algorithm_id, '9.0.0', 'evaluated',
       jsonb_set(result, '{measurements}', jsonb_build_array(jsonb_build_object('code', 'MEAN_LUNG_DENSITY', 'unit', '[hnsf''U]',
         'value', case when proof_labels.label = 'positive' then -900 else -800 end))),
       input_sha256, analyses.created_at, analyses.finished_at
     from analyses join studies on studies.id = analyses.study_id
       join proof_labels on proof_labels.study = studies.scan_id::text
     where algorithm_id = 'ct.lung-density' and analyses.status = 'evaluated'`,
  );
  await page.goto(`${BASE}/proof`);
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Emphysema', exact: true }) });
  await test.step('the curve and the matrix of one question, beside its figures', async () => {
    await card.getByText('ROC curve and confusion matrix').click();
    const roc = card.getByRole('img', { name: 'ROC curve of Emphysema' });
    await expect(roc.locator('path.stroke-signal')).toHaveAttribute('d', /^M/);
    const matrix = card.getByRole('table', { name: 'Confusion matrix: Emphysema, ct.lung-density' });
    await expect(matrix.getByRole('row', { name: /^Positive/ })).toHaveText('Positive21');
    await look(page, '08-plots');
    await card.getByText('ROC curve and confusion matrix').click();
  });
  await card.getByText('Compare with another model or version').click();
  const choice = card.getByLabel('Compared with');
  const confusion = (side: string) => card.getByRole('table', { name: new RegExp(`^Confusion matrix: ${side}`) });

  await test.step('another question: what is too strict finds nothing', async () => {
    await choice.selectOption({ label: 'Strict emphysema' });
    await expect(card.getByText('4 studies have a truth and an answer of both')).toBeVisible();
    await expect(confusion('First').getByRole('row', { name: /^Positive/ })).toHaveText('Positive21');
    await expect(confusion('Second').getByRole('row', { name: /^Positive/ })).toHaveText('Positive03');
    const roc = card.getByRole('img', { name: /^ROC curves of Emphysema/ });
    await expect(roc.locator('path.stroke-signal')).toHaveAttribute('d', /^M/);
    await expect(roc.locator('path.stroke-orange')).toHaveAttribute('d', /^M/);
    await look(page, '08-comparison');
  });

  await test.step('a version in the shadow, on the studies that both answered', async () => {
    await choice.selectOption({ label: 'ct.lung-density 9.0.0 (3 studies)' });
    await expect(card.getByText('3 studies have a truth and an answer of both; 1 with a truth has no')).toBeVisible();
    await expect(confusion('Second').getByRole('row', { name: /^Positive/ })).toHaveText('Positive20');
    await expect(confusion('Second').getByRole('row', { name: /^Negative/ })).toHaveText('Negative01');
    await expect(card.getByRole('table', { name: 'Figures of both on the same studies' })).toContainText('1.00');
    await look(page, '09-comparison-version');
  });

  await test.step('an acceptance run on the labelled studies, which the institution asks for, lets a version be made active', async () => {
    await page.goto(`${BASE}/dashboard/models`);
    await page.getByRole('checkbox', { name: 'Require an acceptance run' }).check();
    await page.getByLabel('Sensitivity at least (%)').fill('50');
    await page.getByLabel('Specificity at least (%)').fill('50');
    await page.getByLabel('Studies at least').fill('1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved. Versions that are active stay active.', { exact: true })).toBeVisible();

    const desk = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await signInStaff(desk, server, 'operator');
    await desk.getByRole('link', { name: 'Algorithms' }).click();
    await desk.getByLabel('For', { exact: true }).selectOption({ label: INSTITUTION });
    const lung = desk.getByRole('row', { name: /ct\.lung-density/ });
    const dialog = desk.getByRole('dialog');
    await expect(lung.getByText('not tried')).toBeVisible();
    await lung.getByRole('button', { name: /^Switch off/ }).click();
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await expect(lung.getByText('off', { exact: true })).toBeVisible();
    await expect(lung.getByRole('button', { name: /^Make active/ })).toHaveCount(0);
    await lung.getByRole('button', { name: /^Acceptance run/ }).click();
    await dialog.getByRole('button', { name: 'Acceptance run' }).click();
    await expect(lung.getByText('accepted', { exact: true })).toBeVisible({ timeout: 90_000 });
    await look(desk, '10-acceptance-console');
    await lung.getByRole('button', { name: /^Make active/ }).click();
    await dialog.getByRole('button', { name: 'Make active' }).click();
    await expect(lung.getByText('active', { exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByText('passed', { exact: true })).toBeVisible();
    await look(page, '10-acceptance');
  });
});

test('keys and webhooks, members and one-time codes', { tag: '@long' }, async ({ page, server }) => {
  await signIn(page, server.dataDir);
  await test.step('keys and webhooks', async () => {
    await institutionMenu(page).getByRole('link', { name: 'Integrations' }).click();
    await page.getByLabel('Name of the key').fill('RIS');
    await page.getByLabel('Read scans, findings and reports').check();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const secret = await page
      .locator('code')
      .filter({ hasText: /^duai_/ })
      .textContent();
    const system = createHttpClient(server.address);
    system.useToken(secret!);
    expect(await system.call(scanContract.listScans)).toHaveLength(4);
    await page.getByLabel('Address').fill('https://localhost/hook');
    await page.getByRole('button', { name: 'Add the webhook' }).click();
    await expect(page.getByText('The address must use HTTPS')).toBeVisible();
    await look(page, '07-integrations');
    // The API page for developers of the other side; its console stays clean too.
    await page.goto('/api/docs/');
    await expect(page.getByRole('heading', { name: /^DUAI/ })).toBeVisible();
    await page.goto(`${BASE}/integrations`);
    await page.getByRole('button', { name: 'Revoke RIS' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
    expect((await system.send(scanContract.listScans)).status).toBe(401);
  });

  await test.step('members; the last admin stays', async () => {
    await institutionMenu(page).getByRole('link', { name: 'Members' }).click();
    await page.getByLabel('E-mail of a colleague').fill('ada@kiyi.example');
    await page.getByRole('button', { name: 'Invite' }).click();
    await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeVisible();
    await mailTo(server.address, 'ada@kiyi.example', 'invitation#token=');
    await page.getByLabel('Role of kiyi-admin').selectOption('member');
    await expect(toast(page)).toContainText('An institution needs at least one admin');
    await expect(page.getByLabel('Role of kiyi-admin')).toHaveValue('admin');
    await look(page, '08-members');
  });

  await test.step('one-time codes: the password alone is not enough any more', async () => {
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Switch one-time codes on' }).click();
    const secret = (await page
      .locator('code')
      .filter({ hasText: /^[A-Z2-7]{16,}$/ })
      .textContent())!;
    await look(page, '09-one-time-codes');
    await page.getByLabel('Code from the app').fill(await codeNow(server.dataDir, secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Signing in asks for a code from your app')).toBeVisible();
    const codes = page.getByRole('list', { name: 'Recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    const recoveryCode = (await codes.getByRole('listitem').first().textContent())!;
    await look(page, '09b-recovery-codes');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(codes).toHaveCount(0);

    await signOut(page);
    totpSecret = secret;
    await signIn(page, server.dataDir);
    await signOut(page);

    // The device is lost: a recovery code works once, and the mail says so.
    await signIn(page, server.dataDir, recoveryCode);
    await mailTo(server.address, APPLICANT, 'recovery code was used');
    await institutionMenu(page).getByRole('link', { name: 'Members' }).click();
    await expect(page.getByText('9 recovery codes are left')).toBeVisible();
  });
});

test('the trial ends: a way on, the data back, and their deletion with a proof', { tag: '@long' }, async ({
  page,
  server,
}) => {
  await signIn(page, server.dataDir);
  let admin = await clientOf(page, server.address);
  await test.step('the 31st day: a refusal that shows the way on', async () => {
    await institutionMenu(page).getByRole('link', { name: 'Usage' }).click();
    await expect(page.getByText('4 of 100 scans, 30 days left')).toBeVisible();
    await look(page, '11-usage');
    await letPass(server.dataDir, 31 * DAY_MS);
    await page.reload();
    await page.getByRole('button', { name: 'Return to Login' }).click();
    await signIn(page, server.dataDir);
    admin = await clientOf(page, server.address);
    await institutionMenu(page).getByRole('link', { name: 'Usage' }).click();
    await expect(page.getByRole('heading', { name: 'The trial is over' })).toBeVisible();
    const { files } = chestPhantom({ slices: 1, matrix: 64, seed: 7100 });
    const refused = await admin.send(scanContract.uploadScan, { form: imagesForm(files) });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'TRIAL_EXPIRED']);
    await page.getByLabel('Message to DUAI').fill('From December, about 40 studies a day.');
    await page.getByRole('button', { name: 'Request pay per scan' }).click();
    await expect(page.getByText('Your request was sent')).toBeVisible();
    await mailTo(server.address, 'operators@duai.example', 'about 40 studies a day');
  });

  await test.step('the data come back, and are deleted with a proof', async () => {
    await institutionMenu(page).getByRole('link', { name: 'Your data' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all data' }).click();
    expect((await download).suggestedFilename()).toBe('duai-trial-data.zip');
    await page.getByRole('button', { name: 'Delete all data' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of your institution').fill('somebody else');
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await expect(dialog.getByText('nothing was deleted')).toBeVisible();
    await dialog.getByLabel('Name of your institution').fill(INSTITUTION);
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await expect(page.getByText('4 scans, 96 images, 192 files removed')).toBeVisible();
    await look(page, '12-data');
    await page.goto(`${BASE}/dashboard/studies`);
    await expect(page.getByText(/No studies/i).first()).toBeVisible();
  });
});
