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
