import { accounts, cases, reports, scans } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import type { Page } from '@playwright/test';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import type { Instance } from '../../scripts/instance.ts';
import { runSql } from '../support/database.ts';
import { newPatient, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { waitForDraft } from '../support/reports.ts';
import { expect, test } from '../support/server.ts';
import { acknowledgeIdentity, signInStaff, signNow, signsOn, staffClient } from '../support/staff.ts';
import { BASE, signIn } from '../support/trial.ts';
import { Viewer } from '../support/viewer.ts';

const SIDE = 128;
const phantom = (seed: number) =>
  chestPhantom({ slices: 12, matrix: SIDE, pixelSpacingMm: 2.8, sliceThicknessMm: 20, seed, emphysemaShare: 0.05 });
/** The second reader is Dr. Reader 2. */
const [READER, ABSENT] = ['Dr. Reader 1', 'Dr. Reader 3'];
const FINDINGS = 'Sağ üst lobda hava kisti yok.';
const DAY_MS = 86_400_000;

test('a reading day: cases go to the reader who is there, are read before AI, measured, corrected, read by a second reader and signed; a study of an institution is judged', {
  tag: '@long',
}, async ({ page: office, server, openBrowser }) => {
  const desktop = { locale: 'en-GB', viewport: { width: 1440, height: 900 } };
  const [reading, second] = [await openBrowser(desktop), await openBrowser(desktop)];
  await signInStaff(reading, server, 'radiologist');
  await signInStaff(second, server, 'radiologist');
  await staffClient(server, 'radiologist');
  // All of them have the name of the sample login: told apart by the order in which they came.
  await runSql(
    server.dataDir,
    `update staff s set name = 'Dr. Reader ' || came.number
     from (select id, row_number() over (order by ctid) as number from staff where email like 'radiologist-%') came
     where came.id = s.id`,
  );
  const viewer = new Viewer(reading);
  const verdicts = (who: Page) => who.getByRole('group', { name: /^Your verdict on/ });
  const masks = (who: Page) => who.locator('canvas[data-overlay]');
  const panel = (who: Page) => who.getByRole('region', { name: 'Second read' });
  const rowOf = (who: Page, number: string) => who.getByRole('row').filter({ hasText: number });
  const findings = reading.getByRole('textbox', { name: /^Findings/ });
  const stage = (name: string) => reading.getByText(name, { exact: true });
  /** Status and error code of a call that the page could make. */
  const codeOf = async (who: Page, path: string, data?: object) => {
    const answer = await (data ? who.request.post(path, { data }) : who.request.get(path));
    return [answer.status(), ((await answer.json()) as { code?: string }).code];
  };

  await test.step('an operator sets an absence, a rule with both readers, and reading before AI for one of them', async () => {
    await signInStaff(office, server, 'operator');
    await office.goto('/console/users');
    const row = office.getByRole('row').filter({ hasText: ABSENT });
    await row.getByRole('button', { name: `Absence of ${ABSENT}` }).click();
    const dialog = office.getByRole('dialog');
    const day = (from: number) => new Date(Date.now() + from * DAY_MS).toISOString().slice(0, 10);
    await dialog.getByLabel('First day').fill(day(-1));
    await dialog.getByLabel('Last day').fill(day(7));
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(row.getByText(/^Absent until/).filter({ visible: true })).toBeVisible();
    const readsFirst = office.getByRole('button', { name: `Read first: ${READER}` });
    await readsFirst.click();
    await expect(readsFirst).toHaveAttribute('aria-pressed', 'true');
    const rules = office.getByRole('region', { name: 'Who gets which case' });
    await rules.getByRole('button', { name: 'Add a rule' }).click();
    await rules.getByLabel('Modality').selectOption('CT');
    await rules.getByLabel(`${ABSENT} (absent)`).check();
    await rules.getByLabel(READER).check();
    await rules.getByRole('button', { name: 'Save the rules' }).click();
    await expect(toast(office).filter({ hasText: 'The rules are saved' })).toBeVisible();
  });

  const [first, next] = [await handIn(server, 'sabah', 11, 14), await handIn(server, 'ogle', 12)];
  const params = { caseId: first.caseId };
  const ofCase = `/api/console/cases/${first.caseId}`;
  await waitForDraft(await staffClient(server, 'radiologist'), first.caseId);
  await waitForDraft(await staffClient(server, 'radiologist'), next.caseId);

  await test.step('the worklist gives the cases to the reader who is there, and withholds the AI flag from this one alone', async () => {
    await reading.reload();
    for (const { number } of [first, next]) {
      const row = rowOf(reading, number);
      await expect(row).toContainText(`For ${READER}`);
      await expect(row).not.toContainText(ABSENT);
      await expect(row.getByText('Withheld').filter({ visible: true })).toBeVisible();
    }
    await second.reload();
    await expect(rowOf(second, first.number)).toContainText(`For ${READER}`);
    await expect(rowOf(second, first.number)).not.toContainText('Withheld');
    await picture(reading, 'reading-day/01-worklist');
  });

  await test.step('the images are there, and nothing of AI: on the page and by a call', async () => {
    await rowOf(reading, first.number).getByRole('link', { name: first.number }).click();
    await reading.getByRole('button', { name: 'Claim case' }).click();
    await expect(findings).toBeEditable();
    await expect(viewer.canvas).toBeVisible();
    await expect(reading.getByText('Read the images first').first()).toBeVisible();
    await expect(findings).toHaveValue('');
    await expect(verdicts(reading)).toHaveCount(0);
    await expect(masks(reading)).toHaveCount(0);
    await expect(reading.getByRole('checkbox', { name: 'Lung', exact: true })).toHaveCount(0);
    await expect(reading.getByRole('button', { name: 'Sign report' })).toHaveCount(0);
    await expect(reading.getByText(/emphysema|LAA|lung-density/i)).toHaveCount(0);
    const withheld = [409, 'READ_FIRST'];
    expect(await codeOf(reading, `${ofCase}/analyses`)).toEqual(withheld);
    expect(await codeOf(reading, `${ofCase}/marks/segmentations`)).toEqual(withheld);
    expect(await codeOf(reading, `${ofCase}/report/sign`, { ...signsOn(server), version: 1 })).toEqual(withheld);
    await picture(reading, 'reading-day/02-read-first');
  });

  await test.step('a length is measured, and taken over into the findings', async () => {
    await viewer.go(6);
    await reading.getByRole('button', { name: 'Length', exact: true }).click();
    await viewer.draw([await viewer.at(40, 64, SIDE, SIDE), await viewer.at(80, 64, SIDE, SIDE)]);
    // 40 pixels of 2.8 mm.
    await expect(viewer.list.getByRole('button', { name: /^Image 6: Length, 11[123](\.\d)? mm$/ })).toBeVisible();
    await findings.fill(FINDINGS);
    await viewer.list.getByRole('button', { name: 'To the report: Length on image 6' }).click();
    await expect(findings).toHaveValue(new RegExp(`^${FINDINGS}\\nUzunluk: 11[123](,\\d)? mm \\(.+, görüntü 6\\)\\.$`));
    await reading.getByLabel(/^Impression/).fill('Belirgin patoloji yok.');
    await expect(reading.getByText(/^Saved, version/)).toBeVisible();
  });

  await test.step('with the preliminary read saved, AI is shown beside it, and the draft stays as its reader wrote it', async () => {
    await reading.getByRole('button', { name: 'Save the preliminary read' }).click();
    await expect(verdicts(reading).first()).toBeVisible();
    await expect(reading.getByText('Read the images first')).toHaveCount(0);
    await expect(reading.getByText(/^Lung volume/).first()).toBeVisible();
    await expect(masks(reading).first()).toBeVisible();
    await expect(findings).toHaveValue(new RegExp(`^${FINDINGS}\\n`));
    expect((await reading.request.get(`${ofCase}/analyses`)).status()).toBe(200);
    await reading.getByText('Preliminary reads').click();
    await expect(reading.getByText('Staff only; never shown to the patient.')).toBeVisible();
    await expect(stage('Preliminary')).toBeVisible();
    await picture(reading, 'reading-day/03-ai-shown');
  });

  await test.step('a mask is corrected with the brush, as a version of its reader', async () => {
    await reading.getByRole('button', { name: 'Correct Lung', exact: true }).click();
    await viewer.draw([await viewer.at(64.5, 20.5, SIDE, SIDE), await viewer.at(70.5, 20.5, SIDE, SIDE)]);
    await reading.getByRole('button', { name: 'Save as a new version' }).click();
    await expect(reading.getByText(`Lung: version 1, corrected by ${READER}`)).toBeVisible();
    await reading.getByRole('button', { name: 'Correct Lung', exact: true }).click();
  });

  await test.step('the result of one series is accepted, that of the other one rejected, as the checklist leads', async () => {
    await expect(reading.getByRole('button', { name: 'Sign report' })).toBeDisabled();
    for (const verdict of ['Accept', 'Reject']) {
      await reading.getByRole('button', { name: 'Judge the next result' }).click();
      await expect(reading.getByRole('button', { name: 'Accept' }).and(reading.locator(':focus'))).toBeVisible();
      const button = verdicts(reading).getByRole('button', { name: verdict });
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
    }
    await expect(reading.getByText('Take its sentences out of the report.')).toBeVisible();
    await expect(reading.getByText('Every AI result judged')).toBeVisible();
  });

  await test.step('a colleague reads blinded: images, no AI, nothing of the first opinion', async () => {
    await panel(reading).getByRole('button', { name: 'Ask for a blinded second reader' }).click();
    await expect(panel(reading).getByText('waiting for a second reader · on request')).toBeVisible();
    await expect(second.getByText('1 second read', { exact: true })).toBeVisible();
    await second.getByRole('button', { name: 'Second reads' }).click();
    await rowOf(second, first.number).getByRole('link', { name: first.number }).click();
    await panel(second).getByRole('button', { name: 'Read it blinded' }).click();
    await expect(new Viewer(second).canvas).toBeVisible();
    await expect(verdicts(second)).toHaveCount(0);
    await expect(masks(second)).toHaveCount(0);
    await expect(second.getByText(FINDINGS)).toHaveCount(0);
    await expect(second.getByRole('region', { name: 'Measurements' })).toHaveCount(0);
    expect((await codeOf(second, `${ofCase}/analyses`))[0]).toBe(409);
    await picture(second, 'reading-day/04-blinded');
    await panel(second).getByLabel('Findings').fill('İki akciğer açık.');
    await panel(second).getByLabel('Impression').fill('Patoloji yok.');
    await panel(second).getByRole('button', { name: 'Save my opinion' }).click();
    await expect(panel(second).getByText(new RegExp(FINDINGS))).toBeVisible();
    await panel(second).getByRole('button', { name: 'They agree' }).click();
    // Without a reload: the page of the first reader follows.
    await expect(panel(reading).getByText('finished · on request')).toBeVisible();
    await expect(panel(reading).getByText('İki akciğer açık.')).toBeVisible();
  });

  await test.step('the report is signed, and the next case opens by Enter, read before AI again', async () => {
    await reading.getByLabel(/^Summary for the patient/).fill('Görüntülerinizde hastalık bulgusu görmedik.');
    await expect(reading.getByText(/^Saved, version/)).toBeVisible();
    await acknowledgeIdentity(reading);
    await reading.getByRole('button', { name: 'Sign report' }).click();
    await signNow(reading, server);
    await expect(stage('Final')).toBeVisible();
    const signed = await first.patient.call(reports.getReport, { params });
    expect([signed.stage, signed.content.impression]).toEqual(['final', 'Belirgin patoloji yok.']);
    expect(JSON.stringify(signed)).not.toContain('İki akciğer açık.');
    await expect(reading.getByRole('link', { name: `Open ${next.number}` })).toBeFocused();
    await picture(reading, 'reading-day/05-signed');
    await reading.keyboard.press('Enter');
    await expect(reading.getByRole('heading', { level: 1 })).toContainText(next.number);
    await expect(viewer.canvas).toBeVisible();
    await expect(verdicts(reading)).toHaveCount(0);
    expect(await codeOf(reading, `/api/console/cases/${next.caseId}/analyses`)).toEqual([409, 'READ_FIRST']);
  });

  await test.step('an addendum follows; what was signed stays', async () => {
    const signed = await first.patient.call(reports.getReport, { params });
    await reading.goto(`/console/cases/${first.caseId}`);
    await reading.getByLabel('Addendum', { exact: true }).fill('Önceki tetkik görüldü; değişiklik yok.');
    await reading.getByLabel('What the addendum does').selectOption('It adds to the report');
    await reading.getByRole('button', { name: 'Sign and add the addendum' }).click();
    const dialog = reading.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(server.logins.radiologist.password);
    await dialog.getByRole('button', { name: 'Sign and add the addendum' }).click();
    await expect(dialog).toBeHidden();
    await expect(stage('With addendum')).toBeVisible();
    await expect(reading.getByText('Önceki tetkik görüldü; değişiklik yok.')).toBeVisible();
    const added = await first.patient.call(reports.getReport, { params });
    expect([added.stage, added.contentSha256]).toEqual(['addendum', signed.contentSha256]);
    await picture(reading, 'reading-day/06-addendum');
  });

  await test.step('a study that an institution sent is read by its own reader: images with masks, a verdict on each result', async () => {
    const scanId = await sendStudy(server);
    await runSql(
      server.dataDir,
      `insert into institution_users (id, institution_id, username, email, role, password_hash)
       select gen_random_uuid(), institution_id, 'day-reader', 'day-reader@sample-hospital.example', 'reader', password_hash
       from institution_users where username = 'sample-admin'`,
    );
    const ward = await openBrowser(desktop);
    await signIn(ward, 'day-reader', server.logins.institution.password);
    await expect(ward.getByRole('heading', { name: 'Studies', level: 1 })).toBeVisible();
    await ward.goto(`${BASE}/dashboard/studies/${scanId}`);
    const onWard = new Viewer(ward);
    await onWard.go(6);
    await expect(masks(ward).first()).toBeVisible();
    await ward.getByRole('button', { name: 'Length', exact: true }).click();
    await onWard.draw([await onWard.at(40, 64, SIDE, SIDE), await onWard.at(80, 64, SIDE, SIDE)]);
    await expect(onWard.list.getByRole('button', { name: /^Image 6: Length, 11[123](\.\d)? mm$/ })).toBeVisible();
    await picture(ward, 'reading-day/07-institution');
    await ward.getByRole('link', { name: 'Report', exact: true }).click();
    const agree = ward.getByRole('button', { name: /^Agree: Lung volume/ });
    const disagree = ward.getByRole('button', { name: /^Disagree: / }).last();
    for (const choice of [agree, disagree]) {
      await choice.click();
      await expect(choice).toHaveAttribute('aria-pressed', 'true');
    }
    await ward.reload();
    for (const choice of [agree, disagree]) await expect(choice).toHaveAttribute('aria-pressed', 'true');
    await picture(ward, 'reading-day/08-institution-report');
  });
});

/** A patient hands in CT of the chest: a series for each seed. */
async function handIn(server: Instance, name: string, ...seeds: readonly number[]) {
  const patient = await newPatient(server.address, { email: `${name}@duai.example` });
  const { id: caseId, caseNumber: number } = await patient.call(cases.createCase, {
    body: { modality: 'CT', bodyPart: 'Akciğer' },
  });
  await patient.call(cases.uploadCaseImages, {
    params: { caseId },
    form: imagesForm(seeds.flatMap((seed) => phantom(seed).files)),
  });
  return { patient, caseId, number };
}

/** An institution sends a study, which is analysed. */
async function sendStudy(server: Instance): Promise<string> {
  const admin = createHttpClient(server.address);
  await admin.call(accounts.loginInstitutionUser, { body: server.logins.institution });
  const { scan } = await admin.call(scans.uploadScan, { form: imagesForm(phantom(13).files) });
  await expect
    .poll(async () => (await admin.call(scans.getScan, { params: { scanId: scan.id } })).scan.status, {
      timeout: 60_000,
    })
    .toBe('complete');
  return scan.id;
}
