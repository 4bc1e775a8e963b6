import { accounts, cases, reports, type Sent } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { generate } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../../../../scripts/check-reading.ts';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

const PASSWORD = 'kuytu-liman-77';
const EMAIL = 'imza@duai.example';

let server: TestServer;
let radiologist: HttpClient;
let totpSecret: string;
let factory: ReturnType<typeof createReportFactory>;
beforeAll(async () => {
  server = await startTestServer();
  ({ totpSecret } = await server.parts.db.transaction((tx) =>
    server.features.accounts.staff.createStaff(tx, {
      email: EMAIL,
      name: 'Dr. Ada İmza',
      role: 'radiologist',
      password: PASSWORD,
    }),
  ));
  radiologist = server.client();
  const code = await generate({ secret: totpSecret });
  await radiologist.call(accounts.loginStaff, { body: { email: EMAIL, password: PASSWORD, code } });
  factory = createReportFactory(server, radiologist);
});
afterAll(() => server.end());

type Confirmation = Sent<typeof reports.signReport, 'body'>['confirmation'];

/** A report that lacks only the signature. */
async function signable() {
  const { caseId, draft } = await factory.drafted(await server.patient());
  const { version } = await radiologist.call(reports.saveReport, {
    params: { caseId },
    body: { version: draft.version, language: 'tr', content: { ...draft.content, ...WRITTEN } },
  });
  await checkReading(radiologist, caseId);
  return {
    caseId,
    sign: (confirmation: Confirmation) =>
      radiologist.call(reports.signReport, { params: { caseId }, body: { version, confirmation } }),
    statusOf: async () =>
      (
        await server.parts.db.drizzle.execute<{ status: string }>(
          sql`select status from reports where case_id = ${caseId}`,
        )
      ).rows[0]!.status,
  };
}

/** Simulates that the half minute of the last used code is over. */
const nextHalfMinute = () =>
  server.parts.db.drizzle.execute(sql`update staff set totp_last_step = 0 where email = ${EMAIL}`);

it('a signature asks who signs: no confirmation, a wrong password or a wrong code sign nothing, and the refusal is recorded', async () => {
  const { sign, statusOf } = await signable();
  expect(await codeOf(sign(undefined as never))).toBe('VALIDATION_FAILED');
  expect(await codeOf(sign({} as never))).toBe('VALIDATION_FAILED');
  expect(await codeOf(sign({ password: 'yanlis-parola-1' }))).toBe('PASSWORD_WRONG');
  expect(await codeOf(sign({ code: '000000' }))).toBe('TOTP_CODE_WRONG');
  expect(await statusOf()).toBe('draft');
  const { rows } = await server.parts.db.drizzle.execute(
    sql`select 1 from audit_events where action = 'accounts.confirm-signature' and outcome = 'refused'`,
  );
  expect(rows).toHaveLength(2);
  const signed = await sign({ password: PASSWORD });
  expect([signed.status, signed.stage]).toEqual(['signed', 'final']);
});

it('a one-time code signs once: the same code does not sign another report', async () => {
  await nextHalfMinute();
  const [one, other] = [await signable(), await signable()];
  const code = await generate({ secret: totpSecret });
  expect((await one.sign({ code })).status).toBe('signed');
  expect(await codeOf(other.sign({ code }))).toBe('TOTP_CODE_WRONG');
  expect(await other.statusOf()).toBe('draft');
});

it('an addendum is signed like the report; one that corrects makes it amended, and the signed text stays', async () => {
  const { caseId, sign } = await signable();
  const signed = await sign({ password: PASSWORD });
  const params = { caseId };
  const add = (body: Sent<typeof reports.addAddendum, 'body'>) =>
    radiologist.call(reports.addAddendum, { params, body });
  expect(await codeOf(add({ text: 'Ek.', confirmation: { password: 'yanlis-parola-1' } }))).toBe('PASSWORD_WRONG');
  const confirmation = { password: PASSWORD };
  expect((await add({ text: 'Ek bilgi.', confirmation })).stage).toBe('addendum');
  const amended = await add({ text: 'Sağ değil, sol.', kind: 'correction', confirmation });
  expect(amended.stage).toBe('amended');
  // The answer to the first one was lost, and another one came between: it cannot be withdrawn.
  expect(await codeOf(add({ text: 'Ek bilgi.', confirmation }))).toBe('ADDENDUM_EXISTS');
  expect(amended.addenda.map(({ kind }) => kind)).toEqual(['supplement', 'correction']);
  expect([amended.content, amended.contentSha256]).toEqual([signed.content, signed.contentSha256]);
});

it('a role that is taken away, or an account that is disabled, while the signature waits for its case signs nothing', async () => {
  const operator = await server.staff('operator');
  const { id } = (await radiologist.call(accounts.getStaff)).user;
  const signIn = async () => {
    await nextHalfMinute();
    const code = await generate({ secret: totpSecret });
    await radiologist.call(accounts.loginStaff, { body: { email: EMAIL, password: PASSWORD, code } });
    await nextHalfMinute();
  };
  const setRole = (role: 'radiologist' | 'operator') =>
    operator.call(accounts.setStaffRole, { params: { userId: id }, body: { role } });
  const params = { realm: 'staff' as const, userId: id };
  const ends: [Confirmation, () => Promise<unknown>, () => Promise<unknown>][] = [
    [{ password: PASSWORD }, () => setRole('operator'), () => setRole('radiologist')],
    [
      { code: await generate({ secret: totpSecret }) },
      () => operator.call(accounts.disableUser, { params }),
      () => operator.call(accounts.enableUser, { params }),
    ],
  ];
  for (const [confirmation, end, undo] of ends) {
    await nextHalfMinute();
    const { caseId, sign, statusOf } = await signable();
    const refused = await server.parts.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from cases where id = ${caseId} for update`);
      const signing = codeOf(sign(confirmation));
      await expect
        .poll(
          async () =>
            (
              await server.parts.db.drizzle.execute(
                sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from "cases"%for update%'`,
              )
            ).rows.length,
        )
        .toBeGreaterThan(0);
      await end();
      return { signing };
    });
    expect(await refused.signing).toBe('NOT_SIGNED_IN');
    expect(await statusOf()).toBe('draft');
    await undo();
    await signIn();
  }
});

it('guesses at the signature count with those of the sign-in: after ten the right password waits too', async () => {
  const { sign } = await signable();
  // The counting window may end between two attempts; then the count starts again.
  for (let turn = 0; turn < 25; turn += 1)
    if ((await codeOf(sign({ password: `tahmin-${turn}-parola` }))) === 'TOO_MANY_REQUESTS') break;
  expect(await codeOf(sign({ password: PASSWORD }))).toBe('TOO_MANY_REQUESTS');
  expect(await codeOf(radiologist.call(cases.getWorklist))).toBe('ok');
});
