import { AsyncLocalStorage } from 'node:async_hooks';
import { accounts } from '@duai/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemContext } from '../../core/actor.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const KNOWN = 'bilinen@duai.example';
const REALMS = ['patient', 'institution', 'staff'] as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.patient({ email: KNOWN });
  await server.parts.db.transaction(async (tx) => {
    const { institutions, staff } = server.features.accounts;
    const institutionId = await institutions.createInstitution(tx, { name: 'Klinik', country: 'Turkey' });
    const password = 'kuytu-liman-77';
    await institutions.createUser(tx, { institutionId, username: 'bilinen', email: KNOWN, role: 'admin', password });
    await staff.createStaff(tx, { email: KNOWN, name: 'Ekip', role: 'operator', password });
  });
});
afterAll(() => server.end());
afterEach(() => vi.restoreAllMocks());

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '');

/** The database statements between the call and its answer, in order, without those of jobs. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const inside = new AsyncLocalStorage<true>();
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...input: unknown[]) {
    if (inside.getStore()) asked.push(textOf(input[0]));
    return (query as (...all: unknown[]) => unknown).apply(this, input) as never;
  });
  await inside.run(true, act);
  vi.restoreAllMocks();
  return asked;
}

describe.each(REALMS)('who asks for a reset link in the realm "%s"', (realm) => {
  const forgot = (email: string) => () => server.features.accounts.passwordReset.forgot(systemContext, realm, email);

  it('makes the database do the same before the answer, whether there is such an account or not', async () => {
    const known = await statementsOf(forgot(KNOWN));
    const unknown = await statementsOf(forgot(`kimse-${realm}@duai.example`));
    expect(known.length).toBeGreaterThan(2);
    expect(unknown).toEqual(known);
    // None of the three account tables is queried, so nothing can differ between a known and an unknown address.
    expect(known.filter((text) => /patients|institution_users|staff/.test(text))).toEqual([]);
  });

  it('gets the mail where there is an account, and nothing is left of an address without one', async () => {
    await forgot(KNOWN)();
    await forgot(`kimse-${realm}@duai.example`)();
    const page = { patient: 'second-opinion', institution: 'duaicheck-trial', staff: 'console' }[realm];
    await server.mailedToken(KNOWN, `${page}/reset-password`);
    const left = async () =>
      (await server.parts.db.drizzle.execute(sql`select 1 from reset_requests where realm = ${realm}`)).rows;
    await expect.poll(left).toEqual([]);
    const { rows } = await server.parts.db.drizzle.execute(
      sql`select 1 from outbox where recipient = ${`kimse-${realm}@duai.example`}`,
    );
    expect(rows).toEqual([]);
  });
});

it('the three calls of the pages answer the same to everybody', async () => {
  for (const call of [
    accounts.forgotPatientPassword,
    accounts.forgotInstitutionPassword,
    accounts.forgotStaffPassword,
  ]) {
    const answers = await Promise.all(
      [KNOWN, 'kimse@duai.example'].map((email) => server.client().call(call, { body: { email } })),
    );
    expect(answers[1]).toEqual(answers[0]);
  }
});
