import { turnaround } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { withClaims } from '../../../http/claims-place.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let operator: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.staff('operator');
  const { email } = await server.patient();
  // Urgent: 1 to 40 hours. Routine: 19 reports of 10 hours, one fewer than is told to everybody. One is too old.
  await server.parts.db.drizzle.execute(sql`
    insert into cases (id, case_number, patient_id, modality, urgency, status, pipeline, submission, uploaded_at, submitted_at,
      due_at, completed_at)
    select gen_random_uuid(), 'T-' || urgency || n, p.id, 'CT', urgency, 'completed', 'signed', 1, at, at,
      at + interval '24 hours', at + hours * interval '1 hour'
    from patients p, (
      select 'urgent' as urgency, n, n::float8 as hours, now() - interval '20 days' as at from generate_series(1, 40) n
      union all select 'routine', n, 10, now() - interval '3 days' from generate_series(1, 19) n
      union all select 'urgent', 100, 900, now() - interval '140 days') signed
    where p.email = ${email}`);
});
afterAll(() => server.end());

it('median and 90th percentile by urgency are those of a second way to count', async () => {
  const { urgencies } = await operator.call(turnaround.getTurnaround);
  expect(urgencies.map(({ urgency, reports, inTime }) => [urgency, reports, inTime])).toEqual([
    ['urgent', 40, 24],
    ['semi-urgent', 0, 0],
    ['routine', 19, 19],
  ]);
  // Of 1 … 40 by linear interpolation: 1 + share · 39.
  const [urgent, semi, routine] = urgencies;
  expect([urgent!.medianHours, urgent!.p90Hours]).toEqual([expect.closeTo(20.5, 6), expect.closeTo(36.1, 6)]);
  expect([semi!.medianHours, semi!.p90Hours]).toEqual([null, null]);
  expect([routine!.medianHours, routine!.p90Hours]).toEqual([expect.closeTo(10, 6), expect.closeTo(10, 6)]);
});

it('weeks begin on Monday and hold every report once', async () => {
  const { urgencies, weeks, mondays } = await operator.call(turnaround.getTurnaround);
  for (const monday of mondays) expect(new Date(monday).getUTCDay()).toBe(1);
  const WEEK_MS = 7 * 24 * 3_600_000;
  // One after the other without a gap, to that of this week.
  expect(mondays).toEqual(
    mondays.map((_, at) => new Date(Date.parse(mondays[0]!) + at * WEEK_MS).toISOString().slice(0, 10)),
  );
  expect(Date.parse(mondays.at(-1)!) + WEEK_MS).toBeGreaterThan(Date.now());
  expect([13, 14]).toContain(mondays.length);
  for (const { monday } of weeks) expect(mondays).toContain(monday);
  const counted = (urgency: string) =>
    weeks.filter((week) => week.urgency === urgency).reduce((sum, { reports }) => sum + reports, 0);
  for (const { urgency, reports } of urgencies) expect(counted(urgency)).toBe(reports);
});

it('the public page says what the console says, and nothing where there are too few reports', async () => {
  const { urgencies } = await operator.call(turnaround.getTurnaround);
  const places = await server.features.cases.turnaround.shown();
  const page = withClaims(
    urgencies
      .map(({ urgency }) => turnaround.PUBLIC_FIGURES.map((of) => turnaround.turnaroundPlace(urgency, of)).join(' '))
      .join('\n'),
    [],
    places,
  );
  const [urgent, semi, routine] = page.split('\n');
  const shown = urgencies[0]!;
  expect(urgent).toBe(`${turnaround.hoursShown(shown.medianHours)} ${turnaround.hoursShown(shown.p90Hours)}`);
  expect(urgent).toBe('21 37');
  expect([semi, routine]).toEqual(['– –', '– –']);
});

it('is for operators', async () => {
  const radiologist = await server.staff('radiologist');
  expect((await radiologist.send(turnaround.getTurnaround)).status).toBe(403);
});
