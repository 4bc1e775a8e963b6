import { accounts, assignment, cases, reports, secondReads, studies } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { codeOf } from '../../../testing/code-of.ts';
import { SIGNS, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../report-factory.ts';

let server: TestServer;
let first: HttpClient;
let second: HttpClient;
let ids: string[];
beforeAll(async () => {
  server = await startTestServer();
  first = await server.staff('radiologist');
  second = await server.staff('radiologist');
  ids = await Promise.all([first, second].map(async (who) => (await who.call(accounts.getStaff)).user.id));
});
afterAll(() => server.end());

/** A case with a draft, claimed by the first reader. */
const claimed = async (): Promise<string> =>
  (await createReportFactory(server, first).drafted(await server.patient())).caseId;
const draftOf = async (who: HttpClient, caseId: string) =>
  (await who.call(studies.getReading, { params: { caseId } })).report!;
async function write(who: HttpClient, caseId: string, change: Partial<reports.ReportContent>): Promise<reports.Report> {
  const { version, language, content } = await draftOf(who, caseId);
  return who.call(reports.saveReport, {
    params: { caseId },
    body: { version, language, content: { ...content, ...change } },
  });
}
const eventsOf = async (caseId: string, action: string) =>
  (
    await server.parts.db.drizzle.execute<{ actor: string | null; details: Record<string, unknown> }>(
      sql`select actor_id as actor, details from audit_events where subject_id = ${caseId} and action = ${action} order by sequence`,
    )
  ).rows;
const claimerOf = async (caseId: string) =>
  (await second.call(studies.getReading, { params: { caseId } })).case.claimedBy?.id ?? null;

it('[RED-008] two readers on one case: the second takes it over with a reason, the first writes no more, and nothing saved is lost', async () => {
  const caseId = await claimed();
  const params = { caseId };
  const before = await draftOf(first, caseId);
  const saved = await write(first, caseId, { findings: 'Sağ üst lobda 6 mm nodül.' });
  expect(await codeOf(second.call(cases.claimCase, { params }))).toBe('CASE_CLAIMED');
  const takeOver = (body: object) => second.send(cases.takeCaseOver, { params, body: body as never });
  expect((await takeOver({ reason: 'because of Ayşe' })).status).toBe(400);
  expect((await takeOver({ reason: 'unreachable' })).status).toBe(200);
  // Pressed twice, it is recorded once.
  await takeOver({ reason: 'unreachable' });
  expect(await eventsOf(caseId, 'cases.take-over')).toEqual([
    { actor: ids[1], details: { from: ids[0], reason: 'unreachable' } },
  ]);
  expect(await claimerOf(caseId)).toBe(ids[1]);
  expect(await codeOf(write(first, caseId, { findings: 'Yetişmedi.' }))).toBe('CASE_CLAIMED');
  const signing = first.call(reports.signReport, { params, body: { ...SIGNS, version: saved.version } });
  expect(await codeOf(signing)).toBe('CASE_CLAIMED');

  // The second reader continues from what the first had saved; every text stays in the history.
  expect((await draftOf(second, caseId)).content.findings).toBe('Sağ üst lobda 6 mm nodül.');
  await write(second, caseId, { findings: 'Sağ üst lobda 8 mm nodül.' });
  await write(second, caseId, { findings: 'Sağ üst lobda 9 mm nodül.' });
  const { rows: versions } = await first.call(reports.getReportVersions, { params });
  expect(versions.map(({ number, by, content }) => [number, by, content.findings])).toEqual([
    [3, expect.stringContaining('Dr.'), 'Sağ üst lobda 9 mm nodül.'],
    [2, expect.stringContaining('Dr.'), 'Sağ üst lobda 6 mm nodül.'],
    [1, null, before.content.findings],
  ]);
  expect(versions[0]!.by).not.toBe(versions[1]!.by);
  expect(await codeOf((await server.patient()).call(reports.getReportVersions, { params }))).toBe('NOT_SIGNED_IN');
  // While AI results are withheld from a reader, so is what others wrote.
  await server.parts.db.drizzle.execute(sql`update staff set read_first = true where id = ${ids[0]}`);
  const own = await first.call(reports.getReportVersions, { params });
  expect(own.rows.map(({ number }) => number)).toEqual([2]);
  await server.parts.db.drizzle.execute(sql`update staff set read_first = false where id = ${ids[0]}`);
});

it('every version is given, page by page, the newest first; a reader from whom AI is withheld gets all of the own ones', async () => {
  const caseId = await claimed();
  await write(first, caseId, { findings: 'Sağ üst lobda 6 mm nodül.' });
  const most = reports.VERSIONS_PER_PAGE;
  // Every third is of the first reader: the others fill pages of their own, which this reader may not see.
  await server.parts.db.drizzle.execute(sql`
    insert into report_versions (report_id, number, language, content, edited_by, edited_by_name, began_at, saved_at)
    select v.report_id, n, v.language, v.content, case when n % 3 = 0 then v.edited_by else ${ids[1]}::uuid end, 'Dr.', now(), now()
    from report_versions v join reports r on r.id = v.report_id and r.case_id = ${caseId}
      cross join generate_series(3, ${3 * most}) n where v.number = 2`);
  const pages = async () => {
    const found: number[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: { cursor: string } = { cursor };
      const { rows, next } = await first.call(reports.getReportVersions, { params: { caseId }, query });
      found.push(rows.map(({ number }) => number));
      cursor = next;
    }
    return found;
  };
  const all = Array.from({ length: 3 * most }, (_, index) => 3 * most - index);
  expect(await pages()).toEqual([all.slice(0, most), all.slice(most, 2 * most), all.slice(2 * most)]);
  await server.parts.db.drizzle.execute(sql`update staff set read_first = true where id = ${ids[0]}`);
  const own = all.filter((number) => number % 3 === 0 || number === 2);
  expect(await pages()).toEqual([own.slice(0, most), own.slice(most)]);
  await server.parts.db.drizzle.execute(sql`update staff set read_first = false where id = ${ids[0]}`);
});

it('[RED-008] a claim ends when its holder is idle for the hours that an operator sets, and work keeps it', async () => {
  const operator = await server.staff('operator');
  expect((await operator.call(assignment.getAssignment)).claimIdleHours).toBe(4);
  const caseId = await claimed();
  const idleFor = (hours: number) =>
    server.parts.db.drizzle.execute(
      sql`update cases set claim_active_at = now() - ${hours} * interval '1 hour' where id = ${caseId}`,
    );
  await idleFor(3.9);
  await server.features.cases.watch();
  expect(await claimerOf(caseId)).toBe(ids[0]);
  const set = (claimIdleHours: number) =>
    operator.call(assignment.setAssignment, { body: { rules: [], claimIdleHours } });
  expect((await set(2)).claimIdleHours).toBe(2);
  // Without `claimIdleHours` in the body the hours stay as they are.
  expect((await operator.call(assignment.setAssignment, { body: { rules: [] } })).claimIdleHours).toBe(2);
  await write(first, caseId, { findings: 'Çalışıyorum.' });
  await server.features.cases.watch();
  expect(await claimerOf(caseId)).toBe(ids[0]);
  await idleFor(2);
  await server.features.cases.watch();
  await server.features.cases.watch();
  expect(await claimerOf(caseId)).toBeNull();
  expect(await eventsOf(caseId, 'cases.claim-ended')).toEqual([
    { actor: null, details: { from: ids[0], why: 'idle' } },
  ]);
  // What was written is available to whoever claims the case next.
  await second.call(cases.claimCase, { params: { caseId } });
  expect((await draftOf(second, caseId)).content.findings).toBe('Çalışıyorum.');
  await set(4);
});

it('[RED-013] a claim goes on while its holder waits for a second reader, and for its hours from then on', async () => {
  const caseId = await claimed();
  const params = { caseId };
  const dayLater = async () => {
    await server.parts.db.drizzle.execute(
      sql`update cases set claim_active_at = now() - interval '1 day' where id = ${caseId}`,
    );
    await server.features.cases.watch();
  };
  await write(first, caseId, { findings: 'Sağ üst lobda 6 mm nodül.', impression: 'İzlem önerilir.' });
  await first.call(secondReads.askSecondRead, { params });
  await dayLater();
  expect(await claimerOf(caseId)).toBe(ids[0]);
  await first.call(secondReads.withdrawSecondRead, { params });
  await server.features.cases.watch();
  expect(await claimerOf(caseId)).toBe(ids[0]);
  await dayLater();
  expect(await claimerOf(caseId)).toBeNull();
});
