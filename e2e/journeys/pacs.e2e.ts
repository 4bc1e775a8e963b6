import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeCertificate } from '../../scripts/test-servers/certificates.ts';
import { type DcmtkServer, startDcmqrscp, startStorescp } from '../../scripts/test-servers/dcmtk.ts';
import { freePorts } from '../../scripts/test-servers/free-ports.ts';
import { expectAccessible } from '../support/accessible.ts';
import { runSql } from '../support/database.ts';
import { phantomFiles } from '../support/files.ts';
import { picture } from '../support/pictures.ts';
import { test as base, expect } from '../support/server.ts';
import { signInStaff } from '../support/staff.ts';
import { expectTablesToFit, expectToFit } from '../support/touchable.ts';
import { signIn } from '../support/trial.ts';

/** A server with a certificate, and two archives: one that accepts one AE title only, one that uses TLS. */
const test = base.extend<object, { peers: { archive: DcmtkServer; overTls: DcmtkServer; dir: string } }>({
  serverEnv: [
    async ({ browserName: _ }, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'duai-cert-'));
      const { key, cert } = makeCertificate('duai');
      const env = { DICOM_TLS_KEY_FILE: join(dir, 'key.pem'), DICOM_TLS_CERT_FILE: join(dir, 'cert.pem') };
      await writeFile(env.DICOM_TLS_KEY_FILE, key);
      await writeFile(env.DICOM_TLS_CERT_FILE, cert);
      await use(env);
      await rm(dir, { recursive: true });
    },
    { scope: 'worker' },
  ],
  peers: [
    async ({ browserName: _ }, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'duai-peers-'));
      await chmod(dir, 0o711);
      const { key, cert } = makeCertificate('archive');
      await writeFile(join(dir, 'key.pem'), key);
      await writeFile(join(dir, 'cert.pem'), cert);
      for (const name of ['archive', 'tls']) await mkdir(join(dir, name));
      const archive = await startDcmqrscp(join(dir, 'archive'), 'ARSIV');
      const overTls = await startStorescp(join(dir, 'tls'), [
        '+tls',
        join(dir, 'key.pem'),
        join(dir, 'cert.pem'),
        '-ic',
      ]);
      await use({ archive, overTls, dir });
      await Promise.all([archive.close(), overTls.close()]);
      await rm(dir, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

interface System {
  name: string;
  aeTitle: string;
  port: number;
  /** In PEM; if absent, the system is called without TLS. */
  certificate?: string;
}

/** Goes through the wizard to its last step. */
async function addSystem(page: Page, { name, aeTitle, port, certificate }: System): Promise<void> {
  await page.getByRole('button', { name: 'Add a system' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('AE title').fill(aeTitle);
  await dialog.getByLabel('Direction').selectOption('receives');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByLabel('Transport').selectOption(certificate ? 'tls' : 'plain');
  await dialog.getByLabel('Name or address').fill('127.0.0.1');
  await dialog.getByLabel('Port', { exact: true }).fill(String(port));
  if (certificate) await dialog.getByLabel('Its certificate').fill(certificate);
  else await dialog.getByLabel('Address it calls from').fill('127.0.0.1');
  await dialog.getByRole('button', { name: 'Save and continue to the test' }).click();
  await expect(dialog.getByRole('button', { name: 'Start the test' })).toBeVisible();
}

const step = (page: Page, name: string) => page.getByRole('dialog').locator(`[data-step=${name}]`);

/** Opens the connection test of a system and runs it; the caller checks the answer. */
async function testSystem(page: Page, name: string, options: string[] = []): Promise<void> {
  await page.getByRole('button', { name: `Test ${name}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const option of options) await dialog.getByLabel(option).check();
  await dialog.getByRole('button', { name: 'Start the test' }).click();
  await expect(dialog.getByRole('status', { name: 'Result of the test' })).toBeVisible();
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function look(page: Page, name: string, widest: number): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'light'],
    [768, 'dark'],
    [widest, 'light'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectToFit(page);
    if (width < 1440) await expectTablesToFit(page);
    // Where the page is scrolled to, the list of pages would stand in the middle of the picture.
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, `pacs/${name}-${width}-${colorScheme}`, { fullPage: true, animations: 'disabled' });
  }
  await expectAccessible(page);
}

test('[PAC-016] an administrator adds a PACS node with the wizard, which explains a wrong title, port and certificate @long', async ({
  page,
  server,
  peers,
  openBrowser,
}) => {
  const { archive, overTls } = peers;
  const [deadPort] = (await freePorts(1)) as [number];
  const dialog = page.getByRole('dialog');

  await test.step('the administrator adds systems; a private address is not called before an operator opened it', async () => {
    await signIn(page, 'sample-admin', server.logins.institution.password);
    await page.getByRole('link', { name: 'PACS', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'No system yet' })).toBeVisible();
    await addSystem(page, { name: 'Archive', aeTitle: 'ARSIV', port: archive.port });
    await dialog.getByRole('button', { name: 'Start the test' }).click();
    await expect(step(page, 'address')).toContainText('is an address of a private or local network');
    await expect(step(page, 'tcp')).toHaveAttribute('data-state', 'not-done');
    await look(page, 'wizard-private', 1440);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await addSystem(page, { name: 'Wrong title', aeTitle: 'ARCHIVE', port: archive.port });
    await leave(page);
    await addSystem(page, { name: 'Wrong port', aeTitle: 'ARSIV2', port: deadPort });
    await leave(page);
    const { cert } = makeCertificate('another');
    await addSystem(page, { name: 'Wrong certificate', aeTitle: 'STORESCP', port: overTls.port, certificate: cert });
    await leave(page);
    await expect(page.getByText('waiting for an operator').filter({ visible: true })).toHaveCount(4);
  });

  await test.step('an operator opens them', async () => {
    const console = await openBrowser({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    await signInStaff(console, server, 'operator');
    await console.getByRole('link', { name: 'PACS', exact: true }).click();
    const names = ['Archive', 'Wrong title', 'Wrong port', 'Wrong certificate'];
    for (const name of names) {
      await console.getByRole('button', { name: `Open ${name}`, exact: true }).click();
      await console.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
      await expect(console.getByRole('button', { name: `Close ${name}`, exact: true })).toBeVisible();
    }
    await expect(console.getByText('CN=duai')).toBeVisible();
    await look(console, 'console', 1920);
  });

  await test.step('each step is tested, and what is wrong is said in words', async () => {
    await page.reload();
    await expect(page.getByText('open', { exact: true }).filter({ visible: true })).toHaveCount(4);
    await testSystem(page, 'Wrong port');
    await expect(step(page, 'tcp')).toContainText(`nothing listens on port ${deadPort}`);
    await leave(page);
    await testSystem(page, 'Wrong title');
    await expect(step(page, 'tcp')).toHaveAttribute('data-state', 'passed');
    await expect(step(page, 'association')).toContainText('does not use the AE title ARCHIVE');
    await look(page, 'wizard-title', 1440);
    await leave(page);
    await testSystem(page, 'Wrong certificate');
    await expect(step(page, 'tcp')).toHaveAttribute('data-state', 'passed');
    await expect(step(page, 'tls')).toContainText('presents a different certificate');
    await leave(page);
  });

  await test.step('where all is right every step passes, a stored image and a search with it', async () => {
    await testSystem(page, 'Archive', ['Store a generated image', 'Search for the patient DUAI-TEST']);
    await expect(dialog.getByText('All steps passed.')).toBeVisible();
    for (const name of ['address', 'tcp', 'association', 'echo', 'store', 'query'])
      await expect(step(page, name)).toHaveAttribute('data-state', 'passed');
    await look(page, 'wizard-passed', 1440);
    await leave(page);
  });

  await test.step('a system is changed in place, and archives and record systems are named beside', async () => {
    await page.getByRole('button', { name: 'Edit Wrong port', exact: true }).click();
    await expect(dialog.getByLabel('AE title')).toHaveValue('ARSIV2');
    await dialog.getByLabel('Name', { exact: true }).fill('Old archive');
    await dialog.getByLabel('Type').selectOption('workstation');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.getByLabel('Port', { exact: true })).toHaveValue(String(deadPort));
    await dialog.getByRole('button', { name: 'Save and continue to the test' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const renamed = page.getByRole('row').filter({ hasText: 'Old archive' });
    await expect(renamed).toContainText('Workstation');
    await expect(renamed.getByText('open', { exact: true }).filter({ visible: true })).toHaveCount(1);

    await page.getByRole('button', { name: 'Add an archive' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Cloud archive');
    await dialog.getByLabel('DICOMweb address').fill('https://pacs.duai.example/dicom-web');
    await dialog.getByLabel('Token or key').fill('belirtec');
    await look(page, 'new-web-receiver', 1440);
    await dialog.getByRole('button', { name: 'Add an archive' }).click();
    await expect(page.getByText('https://pacs.duai.example/dicom-web')).toBeVisible();

    await page.getByRole('button', { name: 'Add a receiver' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('HIS');
    await dialog.getByLabel('Name or address').fill('his.duai.example');
    await dialog.getByLabel('Port', { exact: true }).fill('2575');
    await dialog.getByRole('button', { name: 'Add a receiver' }).click();
    await expect(page.getByText('his.duai.example:2575')).toBeVisible();

    await page.getByRole('button', { name: 'Add a record system' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Record system');
    await dialog.getByLabel('Public keys').fill('no key');
    await expect(dialog.getByText('neither a key set')).toBeVisible();
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS384', use: 'sig' };
    await dialog.getByLabel('Public keys').fill(JSON.stringify({ keys: [key] }));
    await look(page, 'new-fhir-client', 1440);
    await dialog.getByRole('button', { name: 'Add a record system' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: /Client ID\s*[0-9a-f-]{36}/ })).toBeVisible();
    await look(page, 'portal', 1440);
  });

  await test.step('a wrong patient on a study is corrected, and what was told before stays readable', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('button', { name: 'Upload DICOM' }).click();
    await dialog.getByLabel('DICOM files').setInputFiles(await phantomFiles());
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog.getByText('Analysis complete')).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('button', { name: 'View Detailed Report' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Save as PDF/ }).click();
    await download;
    await page.goto(page.url().replace(/\/report$/, ''));
    await page.getByRole('button', { name: 'Patient', exact: true }).click();
    const number = dialog.getByRole('textbox', { name: 'Patient ID' });
    const former = await number.inputValue();
    await number.fill('D-4711');
    await dialog.getByRole('button', { name: 'Take over from another study' }).click();
    await expect(dialog.getByText('No other study has this Patient ID.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('DOĞRU^Ayşe');
    await dialog.getByLabel('Date of birth').fill('1970-01-02');
    await dialog.getByLabel('Sex').selectOption('F');
    await dialog
      .getByRole('textbox', { name: 'Reason' })
      .fill('Filed under the patient before; seen by the technician.');
    await dialog.getByRole('button', { name: 'Correct the patient' }).click();
    await expect(dialog.getByRole('heading', { name: 'Corrections' })).toBeVisible();
    await expect(dialog.getByRole('table', { name: 'Whom this study names' })).toContainText(former);
    await expect(dialog.getByText('downloaded by a member')).toBeVisible();
    await look(page, 'patient', 1440);
    await dialog.getByRole('heading', { name: 'Corrections' }).scrollIntoViewIfNeeded();
    await look(page, 'patient-history', 1440);
    await leave(page);
  });

  await test.step('another object under a known UID is kept aside; the administrator sees both, and takes the new one', async () => {
    const path = (await phantomFiles())[12] ?? '';
    const bytes = await readFile(path);
    bytes.write('ANOTHER', bytes.indexOf('PHANTOM'));
    for (let at = bytes.length - 12_000; at < bytes.length - 6000; at += 2) bytes.writeInt16LE(900, at);
    await writeFile(path, bytes);
    const study = page.url();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('button', { name: 'Upload DICOM' }).click();
    await dialog.getByLabel('DICOM files').setInputFiles([path]);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(dialog.getByText(/this file was kept aside/).first()).toBeVisible();
    // Results that an archive refused for days.
    await runSql(
      server.dataDir,
      `insert into pacs_deliveries (id, institution_id, peer_id, scan_id, submission, object, state, attempts, last_outcome, created_at)
       select gen_random_uuid(), p.institution_id, p.id, s.id, 1, told.object, 'failed', 9, told.outcome, now()
       from pacs_peers p join scans s on s.institution_id = p.institution_id,
         (values ('structured-report', 'REJECTED 1/1/3'), ('secondary-capture', 'STATUS 0122')) told(object, outcome)
       where s.id = '${study.split('/').at(-1)}'`,
    );
    await page.goto(study);
    await expect(page.getByText('1 instance of this study waits for a decision')).toBeVisible();
    await look(page, 'waits-for-a-decision', 1440);
    await page.getByRole('link', { name: 'To the list' }).click();
    await page.getByRole('button', { name: /^Decide about the instance/ }).click();
    await expect(dialog.getByText('The two name different people')).toBeVisible();
    for (const list of ['Results being sent to the archive', 'Messages'])
      await expect(
        page.getByRole('table', { name: list, includeHidden: true }).locator('tbody tr').first(),
      ).toBeAttached();
    const results = page.getByRole('table', { name: 'Results being sent to the archive', includeHidden: true });
    for (const words of ['rejects the connection', 'does not take this kind of object'])
      await expect(results).toContainText(words);
    await expect(dialog.getByText('The pixels differ.')).toBeVisible();
    await expect(dialog.getByRole('row', { name: /PatientName PHANTOM.* ANOTHER/ })).toBeVisible();
    for (const version of ['Stored, in the study', 'Kept aside, not in the study'])
      await expect(dialog.getByRole('img', { name: `Picture: ${version}` })).toHaveJSProperty('naturalWidth', 128);
    await look(page, 'kept-aside', 1440);
    await dialog.getByRole('heading', { name: 'What differs' }).scrollIntoViewIfNeeded();
    await look(page, 'kept-aside-differences', 1440);
    await dialog.getByRole('button', { name: 'Take the new one' }).click();
    await look(page, 'kept-aside-confirm', 1440);
    await dialog.last().getByRole('button', { name: 'Take the new one' }).click();
    await expect(page.getByText('Nothing is in quarantine.')).toBeVisible();
    await look(page, 'results-refused', 1440);
    await page.goto(study);
    await expect(page.getByText('Complete', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('waits for a decision')).toHaveCount(0);
  });
});
