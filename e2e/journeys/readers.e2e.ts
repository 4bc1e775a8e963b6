import { accounts, evaluation, scans } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { runSql } from '../support/database.ts';
import { expect, test } from '../support/server.ts';
import { BASE, look, signIn } from '../support/trial.ts';

const READER = 'sample-reader';

test('a reader of an institution finds the studies and nothing else', async ({ page, server }) => {
  await runSql(
    server.dataDir,
    `insert into institution_users (id, institution_id, username, email, role, password_hash)
     select gen_random_uuid(), institution_id, '${READER}', 'reader@sample-hospital.example', 'reader', password_hash
     from institution_users where username = 'sample-admin'`,
  );
  await signIn(page, READER, server.logins.institution.password);
  await expect(page.getByRole('heading', { name: 'Studies', level: 1 })).toBeVisible();
  const tabs = page.getByRole('navigation');
  await expect(tabs.getByRole('link', { name: 'Studies', exact: true })).toBeVisible();
  for (const name of ['Dashboard', 'Members', 'Integrations', 'PACS', 'Usage'])
    await expect(tabs.getByRole('link', { name, exact: true })).toHaveCount(0);
  for (const name of [/Upload/, /^Delete/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await look(page, 'reader-studies');
  await page.goto(`${BASE}/members`);
  await expect(page).toHaveURL(/\/dashboard\/studies$/);
});

test('two readers judge the same studies on their own pages, and the administrator reads their kappa', {
  tag: '@long',
}, async ({ page, server, openBrowser }) => {
  const admin = createHttpClient(server.address);
  await admin.call(accounts.loginInstitutionUser, { body: server.logins.institution });
  const scanIds: string[] = [];
  for (const seed of [901, 902, 903, 904]) {
    const { files } = chestPhantom({ slices: 24, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 10, seed });
    const { scan } = await admin.call(scans.uploadScan, { form: imagesForm(files) });
    scanIds.push(scan.id);
  }
  for (const scanId of scanIds)
    await expect
      .poll(async () => (await admin.call(scans.getScan, { params: { scanId } })).scan.status, { timeout: 60_000 })
      .toBe('complete');
  await admin.call(evaluation.createQuestion, {
    body: {
      name: 'Lungs seen',
      algorithmId: 'ct.lung-density',
      positiveWhen: { kind: 'finding', code: 'VOLUME' },
    },
  });
  // Both yes 2, only the first 1, both no 1: kappa 1/2, by hand.
  const verdicts = { 'kappa-one': 'AADA', 'kappa-two': 'ADDA' };
  for (const [username, said] of Object.entries(verdicts)) {
    await runSql(
      server.dataDir,
      `insert into institution_users (id, institution_id, username, email, role, password_hash)
       select gen_random_uuid(), institution_id, '${username}', '${username}@sample-hospital.example', 'reader', password_hash
       from institution_users where username = 'sample-admin'`,
    );
    const reader = await openBrowser({});
    await signIn(reader, username, server.logins.institution.password);
    await expect(reader.getByRole('heading', { name: 'Studies', level: 1 })).toBeVisible();
    for (const [at, scanId] of scanIds.entries()) {
      await reader.goto(`${BASE}/dashboard/studies/${scanId}/report`);
      const choice = reader.getByRole('button', {
        name: said[at] === 'A' ? /^Agree: Lung volume/ : /^Disagree: Lung volume/,
      });
      await choice.click();
      await expect(choice).toHaveAttribute('aria-pressed', 'true');
      // Remarks on the images are not judged.
      await expect(reader.getByRole('button', { name: /gree: (No problem|Pixel|Image)/ })).toHaveCount(0);
    }
  }
  await signIn(page, 'sample-admin', server.logins.institution.password);
  await expect(page).toHaveURL(/dashboard/);
  await page.goto(`${BASE}/proof`);
  const card = page.getByRole('article').or(page.getByRole('listitem')).filter({ hasText: 'Lungs seen' });
  await expect(card.first()).toContainText('Cohen’s kappa 0.5');
  await expect(card.first()).toContainText('2 readers; studies judged by two or more: 4, of these unanimous: 3');
  await look(page, 'readers-kappa');
});
