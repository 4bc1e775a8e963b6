import { cases, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let radiologist: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

/** Signed cases of the account, older than this one; the newest is number 1, every second of them is of a relative. */
const addOlder = (caseId: string, count: number) =>
  server.parts.db.drizzle.execute(sql`
    insert into cases (id, case_number, patient_id, modality, status, uploaded_at, subject_relation, subject_first_name,
      subject_last_name, guardian_declared_at, guardian_declaration_version)
    select gen_random_uuid(), 'OLD-' || n, c.patient_id, c.modality, 'completed', c.uploaded_at - (n + 2) / 3 * interval '1 day',
      case when n % 2 = 0 then 'child' end, case when n % 2 = 0 then 'Ada' end, case when n % 2 = 0 then 'Genç' end,
      case when n % 2 = 0 then now() end, case when n % 2 = 0 then g.version end
    from cases c cross join generate_series(1, ${count}) n cross join (select 1 as version) g where c.id = ${caseId}`);

it('a relative without a date of birth is told from one of the same name by what they are to the holder', async () => {
  const patient = await server.patient();
  const openFor = async (relation: 'child' | 'parent') => {
    const subject = { relation, firstName: 'Ada', lastName: 'Genç', isDeclared: true } as const;
    const { id } = await patient.call(cases.createCase, { body: { modality: 'CT', subject } });
    return id;
  };
  const priorsOf = async (caseId: string) =>
    (await radiologist.call(studies.getReading, { params: { caseId } })).priors.map(({ caseNumber }) => caseNumber);
  const [child, grandparent] = [await openFor('child'), await openFor('parent')];
  await addOlder(child, 2);
  expect(await priorsOf(child)).toEqual(['OLD-2']);
  expect(await priorsOf(grandparent)).toEqual([]);
  await server.parts.db.drizzle.execute(sql`delete from cases where case_number like 'OLD-%'`);
});

it('all earlier cases of the person are given, page by page; those of a relative push none of them out', async () => {
  const patient = await server.patient();
  const caseId = await server.openCase(patient);
  await addOlder(caseId, 130);
  const params = { caseId };
  const { priors, morePriors } = await radiologist.call(studies.getReading, { params });
  const pages = [priors];
  for (let cursor = morePriors; cursor !== null; ) {
    const query: { cursor: string } = { cursor };
    const { rows, next }: { rows: studies.Prior[]; next: string | null } = await radiologist.call(studies.listPriors, {
      params,
      query,
    });
    pages.push(rows);
    cursor = next;
  }
  // Each page has twenty or more, as long as there are as many.
  expect(pages.slice(0, -1).every(({ length }) => length >= 20)).toBe(true);
  expect(pages.length).toBeGreaterThan(2);
  const found = pages.flat().map(({ caseNumber }) => Number(caseNumber.split('-')[1]));
  expect([...found].sort((a, b) => a - b)).toEqual(Array.from({ length: 65 }, (_, index) => 2 * index + 1));
  const days = found.map((number) => Math.floor((number + 2) / 3));
  expect(days).toEqual([...days].sort((a, b) => a - b));

  const { rows: read } = await server.parts.db.drizzle.execute<{ count: number }>(
    sql`select count(*)::int as count from audit_events where subject_id = ${caseId} and action = 'reports.list-priors'`,
  );
  expect(read).toEqual([{ count: pages.length - 1 }]);
  expect((await patient.call(cases.listCases)).length).toBe(131);
  for (const [who, code] of [
    [radiologist, 'VALIDATION_FAILED'],
    [patient, 'NOT_SIGNED_IN'],
  ] as const)
    expect(await codeOf(who.call(studies.listPriors, { params, query: { cursor: 'nothing' } }))).toBe(code);
});
