import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluation as contract } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { createInstitutionFactory } from '../../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type EvaluatedStudy, evaluatedStudies } from '../evaluated-cases.ts';
import { presentProof } from '../present-proof.ts';
import { turnaroundOf } from './accuracy.ts';
import { findQuestions } from './figures.store.ts';

let server: TestServer;
let admin: HttpClient;
let institutionId: string;
const run = (text: string) => server.parts.db.drizzle.execute(text);
const STUDIES = 600;
const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', '..', 'migrations');

beforeAll(async () => {
  server = await startTestServer();
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin, institutionId } = await factory.activated('rakam'));
  for (const body of [
    measurement('Low', 'at-most', -850),
    measurement('High', 'at-least', -840),
    { name: 'Seen', algorithmId: 'qc.series', positiveWhen: { kind: 'finding' as const, code: 'MISSING_SLICES' } },
    { name: 'Never', algorithmId: 'none', positiveWhen: { kind: 'finding' as const, code: 'NOTHING' } },
  ])
    await admin.call(contract.createQuestion, { body });
  for (const text of studies()) await run(text);
}, 120_000);
afterAll(() => server.end());

const measurement = (name: string, direction: 'at-most' | 'at-least', threshold: number): contract.QuestionBody => ({
  name,
  algorithmId: 'ct.lung-density',
  positiveWhen: { kind: 'measurement', code: 'MEAN_LUNG_DENSITY', direction, threshold },
});

/**
 * Studies of every kind: with one or two series, with ties, in their first or second submission, without a header,
 * failed, labelled by UID, by id or by both, and judged as a whole or finding by finding.
 */
const studies = () => [
  `create table numbers as select n, gen_random_uuid() as scan, gen_random_uuid() as study, gen_random_uuid() as series, '1.2.3.' || n as uid,
    case when n % 7 = 0 then 2 else 1 end as submission from generate_series(1, ${STUDIES}) n`,
  `insert into scans (id, institution_id, source, billing, status, study_instance_uid, study_key, submission, submitted_at, created_at, completed_at)
    select scan, '${institutionId}', 'pacs', 'metered', (array['complete','complete','complete','failed','processing'])[1 + n % 5], uid, uid,
      submission, now() - n * interval '1 minute', now(), now() - n * interval '50 seconds' from numbers`,
  `insert into studies (id, scan_id, study_instance_uid) select study, scan, uid from numbers`,
  `insert into series (id, study_id, series_key) select series, study, uid from numbers`,
  `insert into series (id, study_id, series_key) select gen_random_uuid(), study, 'second' from numbers where n % 3 = 0`,
  `insert into instances (id, study_id, series_id, original_name, kind, sha256, size_bytes, header, position)
    select gen_random_uuid(), study, series, 'a' || i, 'dicom', encode(sha256(convert_to(n || '.' || i, 'UTF8')), 'hex'), 1,
      jsonb_build_object('patientSex', (array['M','F','O',null])[1 + n % 4], 'patientAgeYears', case when n % 10 > 0 then n % 90 end,
        'manufacturer', (array['Acme','Beta',''])[1 + n % 3], 'manufacturerModelName', case when i = 1 then 'One' else 'Two' end), i
    from numbers cross join generate_series(1, 2) i where n % 11 > 0`,
  // Neither results of an older submission count, nor those that could not be evaluated.
  `insert into analyses (id, study_id, series_id, submission, algorithm_id, algorithm_version, status, result)
    select gen_random_uuid(), study, series.id, given, algorithm, '1', 'evaluated', case
      when n % 13 = 0 then '{"outcome":"not-evaluable","reasons":[{"code":"MISSING_SLICES","params":{}}]}'::jsonb
      else jsonb_build_object('outcome', 'evaluated', 'findings', case
          when algorithm = 'qc.series' and n % 2 = 0 then '[{"code":"MISSING_SLICES"},{"code":"NO_PROBLEM"},{"code":"MISSING_SLICES"}]'::jsonb
          else '[{"code":"NO_PROBLEM"}]' end,
        'measurements', case when algorithm = 'qc.series' then '[]'::jsonb
          when n % 17 = 0 then '[{"code":"OTHER","value":1,"unit":"%"}]' else jsonb_build_array(jsonb_build_object('code', 'MEAN_LUNG_DENSITY',
            'value', -800 - (n * 7919 % 97) - case when series.series_key = 'second' then 1.5 else 0 end, 'unit', '[hnsf''U]')) end,
        'overlays', '[]'::jsonb, 'limitations', case when n % 4 = 0 then '[{"code":"MISSING_SLICES"}]'::jsonb else '[]' end) end
    from numbers join series on series.study_id = study cross join generate_series(1, submission) given
    cross join unnest('{ct.lung-density,qc.series}'::text[]) algorithm where n % 19 > 0 and (n % 23 > 0 or given = 1)`,
  // What every settled scan has stored from its headers.
  `update scans set patient_sex = header ->> 'patientSex', patient_age_years = (header ->> 'patientAgeYears')::float8,
      device = concat_ws(' ', nullif(header ->> 'manufacturer', ''), 'One')
    from numbers join instances on study_id = study and original_name = 'a1' where scans.id = scan and n % 2 = 0`,
  `insert into proof_labels (question_id, study, label)
    select id, case when n % 4 = 1 then scan::text else uid end, (array['positive','negative'])[1 + n / 6 % 2]
    from proof_questions cross join numbers where n % 3 = 0`,
  `insert into proof_labels (question_id, study, label)
    select id, scan::text, (array['positive','negative'])[1 + n % 3 % 2] from proof_questions cross join numbers where n % 12 = 0
    on conflict do nothing`,
  `insert into proof_verdicts (id, institution_id, scan_id, submission, algorithm_id, code, verdict, given_by, given_at, question_id)
    select gen_random_uuid(), '${institutionId}', scan, case when n % 14 = 0 then 1 else submission end, algorithm_id, positive_when ->> 'code',
      (array['agree','disagree'])[1 + n / 5 % 2], scan, now(), case when positive_when ->> 'kind' = 'measurement' then id end
    from proof_questions cross join numbers where n % 5 = 0`,
  `insert into findings (id, analysis_id, position, kind, code_system, code)
    select gen_random_uuid(), analyses.id, place, 'finding', 'urn:duai:algorithm:qc.series', 'MISSING_SLICES'
    from numbers join analyses on study_id = study cross join unnest('{0,2,3}'::int[]) place
    where algorithm_id = 'qc.series' and n % 8 = 1 and (place < 3 or n % 16 = 1)`,
  `insert into proof_verdicts (id, institution_id, scan_id, submission, algorithm_id, code, verdict, given_by, given_at, finding_id)
    select gen_random_uuid(), '${institutionId}', scan, analyses.submission, algorithm_id, 'MISSING_SLICES', (array['agree','disagree','disagree'])[1 + n % 3],
      scan, now(), findings.id
    from numbers join analyses on study_id = study join findings on analysis_id = analyses.id`,
];

it('figures counted by the database are those counted study by study', async () => {
  const { drizzle } = server.parts.db;
  const questions = await findQuestions(drizzle, institutionId);
  const found: EvaluatedStudy[] = [];
  for await (const some of evaluatedStudies(server.features, drizzle, institutionId, questions)) found.push(...some);
  expect(found).toHaveLength(STUDIES);
  const each = found.map(({ study }) => study);
  const proofs = questions.map((question, index) => ({
    question,
    cases: found.map(({ cases }) => cases[index]!.case),
  }));
  const answer = await admin.call(contract.listProofs);
  expect(answer.proofs).toEqual(proofs.map(({ question, cases }) => presentProof(question, cases)));
  const [low, , seen, never] = answer.proofs;
  expect(low!.all.auc!.low).toBeGreaterThan(0);
  expect(low!.subgroups.map(({ by }) => by)).toEqual(expect.arrayContaining(['sex', 'age', 'device']));
  for (const cell of ['truePositives', 'falsePositives', 'trueNegatives', 'falseNegatives'] as const)
    expect(seen!.all[cell]).toBeGreaterThan(0);
  expect(never).toMatchObject({ evaluated: 0, withoutTruth: 0 });
  const expected = turnaroundOf(each.flatMap(({ turnaroundSeconds }) => turnaroundSeconds ?? []))!;
  for (const [name, value] of Object.entries(expected))
    expect(answer.turnaround![name as keyof typeof expected], name).toBeCloseTo(value, 9);
  const choices = await admin.call(contract.listProofChoices);
  expect(choices).toEqual([
    expect.objectContaining({
      algorithmId: 'ct.lung-density',
      findings: ['NO_PROBLEM'],
      measurements: [
        { code: 'MEAN_LUNG_DENSITY', unit: "[hnsf'U]" },
        { code: 'OTHER', unit: '%' },
      ],
    }),
    expect.objectContaining({ algorithmId: 'qc.series', findings: ['MISSING_SLICES', 'NO_PROBLEM'], measurements: [] }),
  ]);
});

it('scans from before get what their headers name, and no figure changes', async () => {
  const before = await admin.call(contract.listProofs);
  await run(await readFile(join(MIGRATIONS, '0872_whom_older_scans_show.sql'), 'utf8'));
  expect((await run(`select 1 from scans where device is null and status <> 'processing'`)).rows).toEqual([]);
  expect(await admin.call(contract.listProofs)).toEqual(before);
});

it('answers go with a new submission, and with their scan', async () => {
  const answers = async (scan: string) =>
    (await run(`select 1 from scan_answers where scan_id = '${scan}'`)).rows.length;
  const { rows } = await run(`select scan from numbers where n in (1, 2) order by n`);
  const [again, removed] = rows.map((row) => String(row.scan));
  expect(await answers(again!)).toBeGreaterThan(0);
  await run(`update scans set submission = submission + 1 where id = '${again}'`);
  expect(await answers(again!)).toBe(0);
  expect(await answers(removed!)).toBeGreaterThan(0);
  await run(`delete from analyses where study_id = (select study from numbers where scan = '${removed}')`);
  await run(`delete from instances where study_id = (select study from numbers where scan = '${removed}')`);
  await run(`delete from series where study_id = (select study from numbers where scan = '${removed}')`);
  await run(`delete from studies where scan_id = '${removed}'`);
  await run(`delete from scans where id = '${removed}'`);
  expect(await answers(removed!)).toBe(0);
});

/** Queries for figures that are running in the database. The pattern is split so that this query does not match itself. */
const atWork = async () =>
  (
    await run(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%proof' || '_labels labels%' and pid <> pg_backend_pid()`)
  ).rows[0]!.count as number;

it('[TRU-017] an open figures page costs no more than its changes, and the server stops when the caller leaves', async () => {
  const read = vi.spyOn(server.parts.db, 'readTogether');
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  let hold = () => {};
  const isLocked = new Promise<void>((resolve) => (hold = resolve));
  // This transaction's lock holds up the figures' queries until it ends.
  const lock = server.parts.db.transaction(async (tx) => {
    await tx.execute(sql`lock table scan_answers in access exclusive mode`);
    hold();
    await isHeld;
  });
  try {
    await isLocked;
    const cookie = admin
      .cookies()
      .map((pair) => pair.join('='))
      .join('; ');
    const ask = (signal?: AbortSignal) =>
      fetch(`${server.address}${contract.listProofs.path}`, { headers: { cookie }, ...(signal ? { signal } : {}) });
    const isAtWork = (count: number) =>
      waitFor(
        async () => ((await atWork()) === count ? true : undefined),
        30_000,
        () => `not ${count} at work`,
      );

    // A caller that leaves, such as a closed tab.
    const leaving = new AbortController();
    const left = ask(leaving.signal).catch(() => 'left');
    await isAtWork(2);
    leaving.abort();
    expect(await left).toBe('left');
    await isAtWork(0);

    // Callers that stay, such as pages that ask again with every scan that arrives.
    read.mockClear();
    const first = ask();
    await isAtWork(2);
    const pages = Array.from({ length: 40 }, () => ask());
    // Once a later call of the same kind is answered, all of them are past authentication.
    await admin.call(contract.listDossiers);
    expect(await atWork()).toBe(2);
    release();
    await lock;
    for (const answer of [await first, ...(await Promise.all(pages))]) expect(answer.status).toBe(200);
    expect(read.mock.calls.length).toBeLessThanOrEqual(3);
  } finally {
    release();
    await lock;
    read.mockRestore();
  }
  expect(server.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});
