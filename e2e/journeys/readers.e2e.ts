import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { accounts, members, scans } from '@duai/contract';
import { createHttpClient, imagesForm } from '../../scripts/http-client.ts';
import { runSql } from '../support/database.ts';
import { phantomFiles } from '../support/files.ts';
import { expect, test } from '../support/server.ts';
import { BASE, look, signIn } from '../support/trial.ts';

const READER = 'sample-reader';

test('a reader of an institution opens studies and gives verdicts, and finds nothing else', async ({
  page,
  server,
}) => {
  await runSql(
    server.dataDir,
    `insert into institution_users (id, institution_id, username, email, role, password_hash)
     select gen_random_uuid(), institution_id, '${READER}', 'reader@sample-hospital.example', 'reader', password_hash
     from institution_users where username = 'sample-admin'`,
  );
  const admin = createHttpClient(server.address);
  await admin.call(accounts.loginInstitutionUser, { body: server.logins.institution });
  const paths = await phantomFiles();
  const files = await Promise.all(paths.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })));
  const { scan } = await admin.call(scans.uploadScan, { form: imagesForm(files) });
  const params = { scanId: scan.id };
  await expect
    .poll(async () => (await admin.call(scans.getScan, { params })).scan.status, { timeout: 60_000 })
    .toBe('complete');

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

  await page.goto(`${BASE}/dashboard/studies/${scan.id}/report`);
  const agree = page.getByRole('button', { name: /^Agree/ }).first();
  await agree.click();
  await expect(agree).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('link', { name: /PDF|CSV/ })).toHaveCount(0);
  await page.reload();
  await expect(agree).toHaveAttribute('aria-pressed', 'true');
  await agree.click();
  await expect(agree).toHaveAttribute('aria-pressed', 'false');

  await admin.call(scans.deleteScan, { params });
  const member = (await admin.call(members.listMembers)).members.find(({ username }) => username === READER)!;
  expect(member.role).toBe('reader');
  await admin.call(members.removeMember, { params: { memberId: member.id } });
});
