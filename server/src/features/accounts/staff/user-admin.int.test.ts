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
  const { rows, hasMore } = await operator.call(accounts.findUsers, { body: { text } });
  expect(hasMore).toBe(false);
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

it('more users than a page shows are cut, and said to be', async () => {
  await server.parts.db.drizzle.execute(sql`
    insert into patients (id, email, password_hash, first_name, last_name)
    select gen_random_uuid(), 'cok' || n || '@duai.example', 'none', 'Çok', 'Kişi'
    from generate_series(1, ${accounts.USERS_AT_ONCE + 1}) n`);
  const { rows, hasMore } = await operator.call(accounts.findUsers, { body: { text: 'Kişi' } });
  expect([rows.length, hasMore]).toEqual([accounts.USERS_AT_ONCE, true]);
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
