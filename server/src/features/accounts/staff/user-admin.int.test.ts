import { accounts } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let operator: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  await createInstitutionFactory(server, operator).activated('arayan');
  await server.patient({ email: 'bulunan_1@duai.example' });
  await server.patient({ email: 'bulunanx1@duai.example' });
});
afterAll(() => server.end());

const find = async (text: string) => {
  const { rows, next } = await operator.call(accounts.findUsers, { body: { text } });
  expect(next).toBeNull();
  return rows;
};

it('an operator finds users of all areas by words of name, address or role', async () => {
  expect((await find('')).map(({ realm }) => realm)).toEqual(['staff', 'institution', 'patient', 'patient']);
  expect((await find('ZEYNEP kanarya bulunanx')).map(({ email }) => email)).toEqual(['bulunanx1@duai.example']);
  // An underscore stands for itself, not for any letter.
  expect((await find('bulunan_1')).map(({ email }) => email)).toEqual(['bulunan_1@duai.example']);
  const [admin] = await find('arayan admin');
  expect(admin).toMatchObject({ realm: 'institution', name: 'arayan', role: 'admin', isDisabled: false });
  expect(Date.parse(admin!.lastSeenAt!)).toBeGreaterThan(Date.now() - 600_000);
  expect(await find('arayan patient')).toEqual([]);
});

it('comes in pages that go from one area into the next; each user is on one of them, and none is left out', async () => {
  const { drizzle } = server.parts.db;
  const { USERS_AT_ONCE } = accounts;
  await drizzle.execute(sql`
    insert into patients (id, email, password_hash, first_name, last_name)
    select gen_random_uuid(), 'cok' || n || '@duai.example', 'none', 'Çok', 'Kişi'
    from generate_series(1, ${USERS_AT_ONCE + 1}) n`);
  const pagesOf = async (text: string) => {
    const pages: accounts.UserRow[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { rows, next }: accounts.FoundUsers = await operator.call(accounts.findUsers, {
        body: { text, ...(cursor === undefined ? {} : { cursor }) },
      });
      pages.push(rows);
      cursor = next;
    }
    return pages;
  };
  const sizes = async (text: string) => (await pagesOf(text)).map(({ length }) => length);
  expect(await sizes('Kişi')).toEqual([USERS_AT_ONCE, 1]);
  expect(await sizes('Çok Kişi cok1@')).toEqual([1]);
  const all = (await pagesOf('')).flat();
  const { rows: counted } = await drizzle.execute<{ id: string }>(
    sql`select id from staff union all select id from institution_users union all select id from patients`,
  );
  expect(all.map(({ id }) => id).sort()).toEqual(counted.map(({ id }) => id).sort());
  const realms = all.map(({ realm }) => realm);
  expect(realms).toEqual(
    ['staff', 'institution', 'patient'].flatMap((realm) => realms.filter((each) => each === realm)),
  );

  // Staff fill the first page to its last row: the second begins with the next area, and there is none where nobody is left.
  await drizzle.execute(sql`
    insert into staff (id, email, name, role, password_hash, totp_secret_encrypted)
    select gen_random_uuid(), 'kadro' || n || '@duai.example', 'Kadro', 'radiologist', 'none', totp_secret_encrypted
    from generate_series(1, ${USERS_AT_ONCE}) n cross join (select totp_secret_encrypted from staff limit 1) s`);
  expect(await sizes('Kadro')).toEqual([USERS_AT_ONCE]);
  await drizzle.execute(sql`update patients set last_name = 'Kadro' where email = 'cok1@duai.example'`);
  expect((await pagesOf('Kadro')).map((page) => page.at(-1)?.realm)).toEqual(['staff', 'patient']);
  await drizzle.execute(sql`delete from staff where name = 'Kadro'`);

  for (const cursor of ['nobody', 'patient.nothing', 'patient.x.y'])
    expect(await codeOf(operator.call(accounts.findUsers, { body: { text: '', cursor } }))).toBe('VALIDATION_FAILED');
});

it('an operator enters what stands under a radiologist’s signature; nobody else has such a line', async () => {
  const radiologist = await server.staff('radiologist');
  const [row] = await find('radiologist');
  expect(row!.credentials).toEqual({ title: null, registrationNumber: null });
  const params = { userId: row!.id };
  const body = { title: ' Radyoloji\n uzmanı ', registrationNumber: '' };
  await operator.call(accounts.setCredentials, { params, body });
  expect((await find('radiologist'))[0]!.credentials).toEqual({ title: 'Radyoloji uzmanı', registrationNumber: null });
  const refused = [
    await codeOf(radiologist.call(accounts.setCredentials, { params, body })),
    await codeOf(operator.call(accounts.setCredentials, { params: { userId: (await find('operator'))[0]!.id }, body })),
  ];
  expect(refused).toEqual(['FORBIDDEN', 'NOT_FOUND']);
  expect((await find('operator'))[0]!.credentials).toBeNull();
});
