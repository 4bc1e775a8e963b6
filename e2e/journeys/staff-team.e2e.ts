import { assignment, cases } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { imagesForm } from '../../scripts/http-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { codeNow, letPass } from '../support/clock.ts';
import { mailTo } from '../support/mailbox.ts';
import { newPatient, PASSWORD, toast } from '../support/patients.ts';
import { picture } from '../support/pictures.ts';
import { expect, test } from '../support/server.ts';
import { signInStaff, staffClient } from '../support/staff.ts';
import { expectToFit } from '../support/touchable.ts';

const EMAIL = 'deniz@duai.example';
const DAY_MS = 86_400_000;

test('[RED-018] staff are invited, given roles and absence in the console', { tag: '@long' }, async ({
  page,
  server,
  openBrowser,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInStaff(page, server, 'operator');
  await page.goto('/console/users');
  const newcomer = await openBrowser({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
  let secret = '';
  const row = page.getByRole('row').filter({ hasText: EMAIL });

  await test.step('a colleague is invited by mail', async () => {
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Full name/).fill('Deniz Aydın');
    await dialog.getByLabel(/^E-mail/).fill(EMAIL);
    await dialog.getByLabel('Language of the mail').selectOption('Türkçe');
    await expectAccessible(page);
    await picture(page, 'staff/01-invite');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    const open = page.getByRole('region', { name: 'Open invitations' });
    await expect(open.getByText(EMAIL)).toBeVisible();
    const mail = await mailTo(server.address, EMAIL, 'DUAI konsoluna davetiniz');
    await newcomer.goto(/http\S+\/console\/invitation#token=[\w-]+/.exec(mail.text)![0]);
  });

  await test.step('the link makes the account, with a password and one-time codes', async () => {
    await expect(newcomer.getByRole('heading', { name: 'Welcome, Deniz Aydın' })).toBeVisible();
    await expect(newcomer.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    secret = (await newcomer.locator('code').textContent())!.trim();
    await expectAccessible(newcomer);
    await expectToFit(newcomer);
    await picture(newcomer, 'staff/02-invitation-390', { fullPage: true });
    await newcomer
      .getByLabel(/^Password/)
      .and(newcomer.locator('input'))
      .first()
      .fill(PASSWORD);
    await newcomer.getByLabel(/^Code of the app/).fill(await codeNow(server.dataDir, secret));
    await newcomer.getByRole('button', { name: 'Create the account' }).click();
    await newcomer.getByRole('link', { name: 'Go to Login' }).click();
    await letPass(server.dataDir, 31_000);
    await newcomer.getByLabel('E-mail').fill(EMAIL);
    await newcomer.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await newcomer.getByLabel('One-time code').fill(await codeNow(server.dataDir, secret));
    await newcomer.getByRole('button', { name: 'Sign in' }).click();
    await expect(newcomer.getByRole('heading', { name: 'Worklist' })).toBeVisible();
  });

  await test.step('cases go to them by a rule, and to nobody who is absent', async () => {
    await page.reload();
    const rules = page.getByRole('region', { name: 'Who gets which case' });
    await rules.getByRole('button', { name: 'Add a rule' }).click();
    await rules.getByLabel('Modality').selectOption('CT');
    await expect(rules.getByRole('button', { name: 'Save the rules' })).toBeDisabled();
    await rules.getByLabel('Deniz Aydın').check();
    await rules.getByRole('button', { name: 'Save the rules' }).click();
    await expect(toast(page).filter({ hasText: 'The rules are saved' })).toBeVisible();
    const given = await newCase(server.address, 'once@duai.example');
    const reader = await staffClient(server, 'radiologist');
    const readerOf = async (caseId: string) =>
      (await reader.call(cases.getWorklist)).find(({ id }) => id === caseId)?.assignedTo?.name;
    expect(await readerOf(given)).toBe('Deniz Aydın');
    await expect(newcomer.getByText('For Deniz Aydın').first()).toBeVisible();

    await row.getByRole('button', { name: 'Absence of Deniz Aydın' }).click();
    const dialog = page.getByRole('dialog');
    const day = (from: number) => new Date(Date.now() + from * DAY_MS).toISOString().slice(0, 10);
    await dialog.getByLabel('First day').fill(day(-1));
    await dialog.getByLabel('Last day').fill(day(-2));
    await expect(dialog.getByText('The last day is before the first one')).toBeVisible();
    await dialog.getByLabel('First day').fill(day(-9));
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText('This day is past. Choose today (UTC) or a later day')).toBeVisible();
    await dialog.getByLabel('First day').fill(day(-1));
    await dialog.getByLabel('Last day').fill(day(7));
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('button', { name: /^Remove the absence/ })).toBeVisible();
    await dialog.getByLabel('First day').fill(day(7));
    await dialog.getByLabel('Last day').fill(day(9));
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText('This absence shares days with one that is kept already')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Remove the absence/ })).toHaveCount(1);
    await expectAccessible(page);
    await picture(page, 'staff/03-absence');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(row.getByText(/^Absent until/).filter({ visible: true })).toBeVisible();
    const later = await newCase(server.address, 'sonra@duai.example');
    expect(await readerOf(later)).toBeUndefined();
    const operator = await staffClient(server, 'operator');
    const { radiologists } = await operator.call(assignment.getAssignment);
    expect(radiologists.find(({ name }) => name === 'Deniz Aydın')!.isAbsent).toBe(true);
  });

  await test.step('a rule that is not saved stays while readers are changed, and what another operator saved is not replaced', async () => {
    const rules = page.getByRole('region', { name: 'Who gets which case' });
    await rules.getByRole('button', { name: 'Add a rule' }).click();
    await rules.getByLabel('Subspecialty').last().selectOption('Breast');
    await expect(rules.getByText(/^No radiologist reads this subspecialty yet/)).toBeVisible();
    await row.getByRole('button', { name: 'Subspecialties of Deniz Aydın' }).click();
    await page.getByRole('dialog').getByLabel('Breast').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(rules.getByText(/^No radiologist reads this subspecialty yet/)).toBeHidden();
    await expect(rules.getByLabel('Subspecialty').last()).toHaveValue('breast');
    const other = await staffClient(server, 'operator');
    await other.call(assignment.setAssignment, { body: { rules: [], claimIdleHours: 6 } });
    await rules.getByRole('button', { name: 'Save the rules' }).click();
    await expect(
      rules.getByText('Someone else has changed the rules since you began. Yours are not saved.'),
    ).toBeVisible();
    await expect(rules.getByLabel('Subspecialty').last()).toHaveValue('breast');
    await expectAccessible(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      await picture(page, `staff/rules-changed-${width}`);
    }
    await rules.getByRole('button', { name: 'Show the rules as they are now' }).click();
    await expect(rules.getByText('There are no rules')).toBeVisible();
    await expect(rules.getByLabel('A claim ends by itself after')).toHaveValue('6');
  });

  await test.step('another role ends what the old one had open', async () => {
    await row.getByRole('button', { name: 'Role of Deniz Aydın' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make operator' }).click();
    await expect(row.getByText('staff · operator').filter({ visible: true }).first()).toBeVisible();
    await expect(newcomer.getByText('Your session has ended. Sign in to continue.')).toBeVisible();
  });

  await test.step('the page fits every screen', async () => {
    for (const width of [390, 768, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      await picture(page, `staff/users-${width}`, { fullPage: true });
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'staff/users-1920-dark', { fullPage: true });
  });
});

async function newCase(address: string, email: string): Promise<string> {
  const patient = await newPatient(address, { email });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT', bodyPart: 'Akciğer' } });
  const phantom = chestPhantom({ slices: 4, matrix: 64, pixelSpacingMm: 5.6, sliceThicknessMm: 20 });
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(phantom.files) });
  return caseId;
}
