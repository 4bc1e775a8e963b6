import { accounts, rights, shares } from '@duai/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../scripts/http-client.ts';
import { createReportFactory } from '../features/reports/report-factory.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://duai.example' });
});
afterAll(() => server.end());

const namesIn = (client: HttpClient) => client.cookies().map(([name]) => name);

it('over https the cookie of an institution is __Host-: Secure, of the whole site, of no other host', async () => {
  await server.parts.db.transaction(async (tx) => {
    const { createInstitution, createUser } = server.features.accounts.institutions;
    const institutionId = await createInstitution(tx, { name: 'Klinik', country: 'Turkey' });
    await createUser(tx, {
      institutionId,
      username: 'klinik',
      email: 'klinik@duai.example',
      role: 'admin',
      password: 'kuytu-liman-77',
    });
  });
  const client = server.client();
  const answer = await client.send(accounts.loginInstitutionUser, {
    body: { username: 'klinik', password: 'kuytu-liman-77' },
  });
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-duai_trial=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(
      /^__Host-duai_device=\d+\.[\w-]{43}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ]);
  expect((await client.call(accounts.getInstitutionUser)).user.role).toBe('admin');
  const gone = await client.send(accounts.logoutInstitutionUser);
  expect(gone.headers.getSetCookie()[0]).toMatch(/^__Host-duai_trial=; .*Path=\/; .*Secure/);
});

it('over https staff, a shared case and a copy of the data work by cookies with a prefix, the narrow ones __Secure-', async () => {
  const radiologist = await server.staff('radiologist');
  expect(namesIn(radiologist)).toEqual(['__Host-duai_staff', '__Host-duai_device']);
  const patient = await server.patient();
  const { caseId } = await createReportFactory(server, radiologist).signed(patient);

  const { link, pin } = await patient.call(shares.createShare, { params: { caseId }, body: {} });
  const doctor = server.client();
  const secret = new URL(link).hash.replace('#token=', '');
  const { shareId } = await doctor.call(shares.openShare, { body: { secret, pin } });
  expect(namesIn(doctor)).toEqual(['__Secure-duai_shared']);
  expect(await doctor.call(shares.getSharedState, { params: { shareId } })).toEqual({ isOpen: true });
  await doctor.call(shares.getSharedCase, { params: { shareId } });

  await patient.call(rights.prepareExport);
  expect(namesIn(patient)).toEqual(['__Secure-duai_export']);
  const copy = await patient.send(rights.downloadExport);
  expect([copy.status, (await copy.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
}, 180_000);
