import { bytesSource, chestPhantom, inspectFile } from '@duai/imaging';
import { connectDatabase } from '../../server/src/adapters/database/connect.ts';

/** The accounts whose pages are measured; all others are filler. */
export interface Measured {
  institutionId: string;
  patientId: string;
  radiologistId: string;
}

const IMAGES = 10;
/** Per hundred studies: scans of the measured institution, and scans of twenty others; the rest are cases of patients. */
const SHARES = { measured: 50, others: 30 } as const;
const OTHERS = 20;
const CASES_PER_PATIENT = 4;
/** Constant numbers: a backlog does not grow with the history, nor do the cases of one patient. */
const OPEN_CASES = 60;
const OWN_CASES = 20;

/**
 * Writes studies number `from` (exclusive) to `to` with all the data of two years of use: images, analyses, verdicts,
 * charges, reports, messages, ended jobs, audit rows in their chain. Uses SQL, one statement for each table, under the role
 * that owns the tables: foreign keys are not checked row by row, and indexes are built after all rows are written. Ids are
 * derived from numbers, so that the same call always writes the same rows.
 */
export async function fill(maintenanceUrl: string, whose: Measured, from: number, to: number): Promise<void> {
  if (from === 0)
    await withDatabase(maintenanceUrl, async (run) => {
      for (const statement of [...HELPERS, ...others(whose)]) await run(statement);
    });
  const fresh = numbered(whose, from, to, await wholeHeader());
  // Two at a time, because a database uses one processor for a statement.
  await Promise.all([
    write(maintenanceUrl, STUDY_TABLES, [fresh, ...studyStatements(whose)]),
    write(maintenanceUrl, OTHER_TABLES, [fresh, ...otherStatements(to)]),
  ]);
  await withDatabase(maintenanceUrl, async (run) => {
    await run('vacuum analyze');
    await run('checkpoint');
  });
}

type Run = (text: string) => Promise<unknown>;

async function withDatabase(url: string, work: (run: Run) => Promise<void>, isAtOnce = false): Promise<void> {
  const db = await connectDatabase(url, { max: 1 });
  try {
    if (isAtOnce) await db.transaction((tx) => work((text) => tx.execute(text)));
    else await work((text) => db.drizzle.execute(text));
  } finally {
    await db.close();
  }
}

/**
 * Writes rows first, then their indexes, in one transaction. The server is running meanwhile, so all tables are locked before
 * the first row: if a deadlock occurs there (PostgreSQL ends one transaction with 40P01), nothing is lost yet.
 */
async function write(url: string, tables: readonly string[], statements: readonly string[]): Promise<void> {
  for (;;) {
    try {
      return await withDatabase(
        url,
        async (run) => {
          for (const statement of QUICK) await run(statement);
          await run(`lock table ${tables.join(', ')} in access exclusive mode`);
          await run(withoutIndexes(tables));
          await run(triggers(tables, 'enable always'));
          for (const statement of statements) await run(statement);
          for (const table of tables) if (table !== CHAIN) await run(`reindex table ${table}`);
          await run(triggers(tables, 'enable'));
        },
        true,
      );
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      console.log('the server and the filling waited for each other: once more');
    }
  }
}

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === '40P01';

/** Its trigger looks up the previous row by the index. */
const CHAIN = 'audit_events';
/** It looks up the scan of each row by an index that is not there meanwhile; the rows come with what it would write. */
const LOOKS_UP = 'studies_institution';
const STUDY_TABLES = [
  'patients',
  'consents',
  'cases',
  'scans',
  'scan_charges',
  'studies',
  'series',
  'instances',
  'analyses',
  'reports',
  'report_documents',
  'report_receipts',
  'question_entries',
];
const OTHER_TABLES = ['stored_files', 'outbox', CHAIN, 'audit_origins'];
/**
 * Generated rows refer to each other correctly by construction, so foreign key triggers are switched off. Our own triggers
 * stay on.
 */
const QUICK = [
  'set local synchronous_commit = off',
  `set local work_mem = '128MB'`,
  `set local maintenance_work_mem = '512MB'`,
  'set local session_replication_role = replica',
];
/** An index that is not ready is not written to; `reindex` builds it and marks it ready again. */
const withoutIndexes = (tables: readonly string[]) => `update pg_index set indisready = false, indisvalid = false
  where indrelid = any(array[${quoted(tables.filter((table) => table !== CHAIN))}]::regclass[])`;
/** The triggers that migrations create; those of foreign keys belong to the database. */
const triggers = (tables: readonly string[], how: 'enable' | 'enable always') => `do $$ declare found record; begin
  for found in select tgrelid::regclass as name, tgname from pg_trigger
    where not tgisinternal and tgname <> '${LOOKS_UP}' and tgrelid = any(array[${quoted(tables)}]::regclass[])
  loop execute format('alter table %s ${how} trigger %I', found.name, found.tgname); end loop;
end $$`;
const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/** A header as the imaging package reads it, because the cost of a list depends on its length. */
async function wholeHeader(): Promise<string> {
  const [file] = chestPhantom({ slices: 1, matrix: 64 }).files;
  const inspection = await inspectFile(bytesSource(file!.bytes));
  if (inspection.status !== 'accepted' || inspection.kind !== 'dicom') throw new Error('the phantom is not DICOM');
  return JSON.stringify(inspection.header).replaceAll("'", "''");
}

const HELPERS = [
  `create function bench_id(kind text, n bigint) returns uuid language sql immutable parallel safe
    return overlay(overlay(md5(kind || n) placing '4' from 13) placing '8' from 17)::uuid`,
  `create function bench_sha(kind text, n bigint) returns text language sql immutable parallel safe
    return encode(sha256(convert_to(kind || n, 'UTF8')), 'hex')`,
  `create function bench_pick(words text[], n bigint) returns text language sql immutable parallel safe
    return words[1 + n % array_length(words, 1)]`,
];

const others = ({ institutionId }: Measured) => [
  `insert into institutions (id, name, country)
    select bench_id('institution', n), 'Department ' || n, 'Other' from generate_series(1, ${OTHERS}) n`,
  `insert into trials (institution_id, plan, scan_limit, activated_at, expires_at, upgraded_at)
    select bench_id('institution', n), 'pay-per-scan', 100, now() - interval '2 years', now() - interval '23 months',
      now() - interval '23 months' from generate_series(1, ${OTHERS}) n`,
  `update trials set plan = 'pay-per-scan', upgraded_at = now() - interval '2 years' where institution_id = '${institutionId}'`,
  `insert into scan_prices (id, institution_id, valid_from, unit_price_minor, currency, tax_note, created_at)
    select bench_id('price', n), '${institutionId}', date '2024-01-01' + (n * 180)::int, 400 - n::int * 10, 'EUR', 'plus VAT', now()
    from generate_series(0, 3) n`,
  `insert into proof_questions (id, institution_id, name, algorithm_id, positive_when, created_at) values
    (bench_id('question', 1), '${institutionId}', 'Emphysema', 'ct.lung-density',
      '{"kind":"measurement","code":"LAA_950","direction":"at-least","threshold":6}', now() - interval '1 year'),
    (bench_id('question', 2), '${institutionId}', 'Dense lung', 'ct.lung-density',
      '{"kind":"measurement","code":"MEAN_LUNG_DENSITY","direction":"at-most","threshold":-880}', now() - interval '1 year'),
    (bench_id('question', 3), '${institutionId}', 'Slices missing', 'qc.series',
      '{"kind":"finding","code":"MISSING_SLICES"}', now() - interval '1 year')`,
];

/** The input of every statement: the number, the owner, and the time, spread evenly over two years up to an hour ago. */
const numbered = ({ institutionId, patientId }: Measured, from: number, to: number, header: string) => `
  create temp table fresh on commit drop as
  select *, '${header}'::jsonb || jsonb_build_object('modality', modality, 'studyInstanceUid', uid,
    'patientSex', bench_pick('{M,F}', n / 3), 'patientAgeYears', 20 + n % 70, 'manufacturer', 'Bench',
    'manufacturerModelName', bench_pick('{One,Two,Three}', n)) as header
  from (select n, bench_id('study', n) as study_id, at,
    case when share < ${SHARES.measured + SHARES.others} then bench_id('scan', n) end as scan_id,
    case when share >= ${SHARES.measured + SHARES.others} then bench_id('case', n) end as case_id,
    case when share < ${SHARES.measured} then '${institutionId}'::uuid
      when share < ${SHARES.measured + SHARES.others} then bench_id('institution', 1 + n % ${OTHERS}) end as institution_id,
    case when share >= ${SHARES.measured + SHARES.others} then
      case when n <= ${(OWN_CASES * 100) / (100 - SHARES.measured - SHARES.others)} then '${patientId}'::uuid
        else bench_id('patient', n / ${(CASES_PER_PATIENT * 100) / (100 - SHARES.measured - SHARES.others)}) end
    end as patient_id,
    share < ${SHARES.measured} as is_measured,
    bench_pick('{CT,CT,CT,MR,DX,MG}', n / 7) as modality,
    bench_pick('{CHEST,CHEST,ABDOMEN,HEAD,KNEE,BREAST}', n / 7) as body_part,
    bench_pick(array['Chest CT','Low dose chest','Thorax with contrast','Brain MRI','Knee MRI','Chest X-ray','Mammogram'], n / 3)
      as description,
    '1.2.826.0.1.3680043.10.511.' || n as uid,
    n % 33 = 0 as is_failed
  from (select n, (n * 37) % 100 as share, now() - interval '1 hour'
      - (interval '2 years') * (1 - (n - ${from})::float8 / ${to - from}) as at
    from generate_series(${from + 1}, ${to}) n) numbers) studies`;

const studyStatements = ({ radiologistId }: Measured) => [
  `analyze fresh`,
  `insert into patients (id, email, password_hash, first_name, last_name, date_of_birth, gender, language, email_verified_at, created_at)
    select patient_id, 'p' || min(n) || '@people.example', 'no-password', bench_pick('{Ada,Ege,Lale,Omar,Sara,Umut}', min(n) / 20),
      'Sample' || min(n), date '1950-01-01' + (min(n) % 20000)::int, bench_pick('{male,female}', min(n) / 20), 'tr', min(at), min(at)
    from fresh where patient_id is not null and not exists (select 1 from patients p where p.id = fresh.patient_id) group by patient_id`,
  `insert into consents (id, patient_id, purpose, text_version, language, given_at)
    select gen_random_uuid(), p.id, purpose, '2026-01', 'tr', p.created_at
    from patients p cross join unnest('{terms,privacy,health-data,ai-analysis}'::text[]) purpose
    where not exists (select 1 from consents c where c.patient_id = p.id)`,
  `insert into cases (id, case_number, patient_id, modality, body_part, urgency, status, pipeline, submission, uploaded_at, submitted_at,
      due_at, completed_at, claimed_by)
    select case_id, 'SO-B-' || n, patient_id, bench_pick('{CT,MRI,X-Ray}', n / 7), body_part, 'routine',
      case when is_open then 'processing' else 'completed' end, case when is_open then 'draft-ready' else 'signed' end,
      1, at, at, at + interval '48 hours', case when not is_open then at + interval '20 hours' end,
      case when not is_open then '${radiologistId}'::uuid end
    from (select *, n <= ${(OPEN_CASES * 100) / (100 - SHARES.measured - SHARES.others)} and n % 2 = 0 as is_open from fresh) f
    where case_id is not null`,
  `insert into scans (id, institution_id, source, billing, status, study_description, modality, body_part, findings,
      study_instance_uid, study_key, study_date, patient_label, patient_sex, patient_age_years, device, failure_code, submitted_at,
      created_at, completed_at)
    select scan_id, institution_id, bench_pick('{upload,pacs}', n), 'metered', case when is_failed then 'failed' else 'complete' end,
      description, modality, body_part,
      case when is_failed then '{}' else array['Series checked (images: 10): nothing missing.', 'Mean lung density −' || (800 + n % 120) || ' HU.'] end,
      uid, uid, at::date, 'P-' || upper(left(md5((n / 3)::text), 6)), bench_pick('{M,F}', n / 3), 20 + n % 70,
      'Bench ' || bench_pick('{One,Two,Three}', n), case when is_failed then 'ANALYSIS_FAILED' end,
      at, at, at + (30 + n % 600) * interval '1 second'
    from fresh where scan_id is not null`,
  `insert into scan_charges (id, institution_id, scan_id, study_key, source, modality, billing, status, accepted_at, settled_at)
    select bench_id('charge', n), institution_id, scan_id, uid, bench_pick('{upload,pacs}', n), modality, 'metered',
      case when is_failed then 'released' else 'charged' end, at, at + interval '5 minutes'
    from fresh where scan_id is not null`,
  `update trials t set metered_scans = (select count(*) from scan_charges c where c.institution_id = t.institution_id and c.status = 'charged')`,
  `insert into studies (id, case_id, scan_id, study_instance_uid, study_date, description, created_at, scan_institution_id)
    select study_id, case_id, scan_id, uid, at::date, fresh.description, at, scans.institution_id
    from fresh left join scans on scans.id = fresh.scan_id`,
  `insert into series (id, study_id, series_key, series_instance_uid, modality, description, body_part)
    select bench_id('series', n), study_id, uid || '.1', uid || '.1', modality, description, body_part from fresh`,
  `insert into instances (id, study_id, series_id, original_name, kind, sha256, size_bytes, sop_instance_uid, instance_number, columns, rows,
      header, state, preview_sha256, position, received_at)
    select bench_id('instance', n * ${IMAGES} + i), study_id, bench_id('series', n), 'IM' || i, 'dicom',
      bench_sha('file', n * ${IMAGES} + i), 524288, uid || '.1.' || i, i, 512, 512,
      header || jsonb_build_object('sopInstanceUid', uid || '.1.' || i, 'instanceNumber', i,
        'imagePositionPatientMm', jsonb_build_array(0, 0, i * 5)),
      'ready', bench_sha('preview', n * ${IMAGES} + i), i - 1, at
    from fresh cross join generate_series(1, ${IMAGES}) i`,
  `insert into analyses (id, study_id, series_id, submission, algorithm_id, algorithm_version, status, result, parameters, input_sha256,
      started_at, finished_at, created_at, title, wording, frozen_at)
    select bench_id(algorithm, n), study_id, bench_id('series', n), 1, algorithm, '1.0.0',
      case when is_failed then 'failed' else 'evaluated' end,
      case when is_failed then null when algorithm = 'qc.series' then jsonb_build_object('outcome', 'evaluated',
        'findings', jsonb_build_array(jsonb_build_object('code', case when n % 9 = 0 then 'MISSING_SLICES' else 'NO_PROBLEM' end, 'severity', 'info', 'params', '{}'::jsonb)),
        'measurements', jsonb_build_array(jsonb_build_object('code', 'INSTANCES', 'value', 10, 'unit', '{instances}')),
        'overlays', '[]'::jsonb, 'limitations', '[]'::jsonb)
      else jsonb_build_object('outcome', 'evaluated',
        'findings', jsonb_build_array(jsonb_build_object('code', 'DENSITY', 'severity', 'info', 'params', jsonb_build_object('meanHu', -800 - n % 120))),
        'measurements', jsonb_build_array(
          jsonb_build_object('code', 'MEAN_LUNG_DENSITY', 'value', -800 - (n * 7919 % 12007) / 100.0, 'unit', '[hnsf''U]'),
          jsonb_build_object('code', 'LAA_950', 'value', (n::bigint * 104729 % 1511) / 100.0, 'unit', '%'),
          jsonb_build_object('code', 'LUNG_VOLUME', 'value', 3000 + n % 3000, 'unit', 'ml')),
        'overlays', '[]'::jsonb, 'limitations', '[]'::jsonb) end,
      '{"thresholdHu": -950}', array(select bench_sha('file', n * ${IMAGES} + i) from generate_series(1, ${IMAGES}) i), at, at + interval '20 seconds', at,
      jsonb_build_object('tr', algorithm, 'en', algorithm, 'ar', algorithm), 'of-the-run', at
    from fresh cross join unnest('{ct.lung-density,qc.series}'::text[]) algorithm`,
  // The results of the analyses. The trigger that protects frozen results is switched off for them.
  `alter table findings disable trigger findings_frozen`,
  `insert into findings (id, analysis_id, position, kind, code_system, code, severity, params, value, unit, wording, is_in_draft)
    select gen_random_uuid(), analyses.id, place - 1, case when each ? 'unit' then 'measurement' else 'finding' end,
      'urn:duai:algorithm:' || algorithm_id, each ->> 'code', each ->> 'severity', coalesce(each -> 'params', '{}'),
      (each ->> 'value')::float8, each ->> 'unit', jsonb_build_object('tr', words, 'en', words, 'ar', words),
      each ? 'severity' and algorithm_id <> 'qc.series'
    from fresh join analyses using (study_id)
    cross join lateral jsonb_array_elements((result -> 'findings') || (result -> 'measurements')) with ordinality said (each, place)
    cross join lateral (select repeat(each ->> 'code' || ' of a study. ', 4) as words) spoken`,
  `alter table findings enable trigger findings_frozen`,
  `insert into proof_labels (question_id, study, label)
    select bench_id('question', q), uid, bench_pick('{positive,negative,negative}', n * 31 + n / 10 + q)
    from fresh cross join generate_series(1, 3) q where is_measured and n % 10 = 0`,
  `insert into proof_verdicts (id, institution_id, scan_id, submission, algorithm_id, code, verdict, given_by, given_at, question_id)
    select bench_id('verdict', n), institution_id, scan_id, 1, 'ct.lung-density', 'LAA_950', bench_pick('{agree,agree,disagree}', n / 50),
      scan_id, at + interval '1 day', bench_id('question', 1)
    from fresh where is_measured and n % 50 = 1 and not is_failed`,
  `insert into reports (id, case_id, status, language, submission, content, algorithms, machine_draft, signed_by, signed_by_name, signed_at,
      signed_document, content_sha256, created_at, updated_at)
    select bench_id('report', n), case_id, case when c.status = 'completed' then 'signed' else 'draft' end, 'tr', 1, text, '[]', text,
      case when c.status = 'completed' then '${radiologistId}'::uuid end, case when c.status = 'completed' then 'Dr. Bench' end, c.completed_at,
      case when c.status = 'completed' then text::text end, case when c.status = 'completed' then bench_sha('report', n) end, at, at
    from fresh join cases c on c.id = case_id
    cross join lateral (select jsonb_build_object('clinicalInformation', 'Cough', 'technique', 'CT', 'comparison', 'None', 'findings', repeat('The lungs are clear. ', 40),
      'impression', 'No finding in study ' || n, 'recommendations', 'None', 'plainSummary', 'Your lungs look healthy.', 'keyImages', '[]'::jsonb) as text) content
    where case_id is not null`,
  `insert into report_documents (report_id, edition, sha256, created_at)
    select bench_id('report', n), 0, bench_sha('pdf', n), c.completed_at from fresh join cases c on c.id = case_id where c.status = 'completed'`,
  `insert into report_receipts (report_id, edition, opened_at)
    select bench_id('report', n), 0, c.completed_at + interval '2 hours' from fresh join cases c on c.id = case_id
    where c.status = 'completed' and n % 500 <> 99`,
  `insert into question_entries (id, case_id, author, author_id, text, created_at, read_at)
    select bench_id('entry', n), case_id, 'patient', patient_id, 'When will it be ready?', at, case when n > 1000 then at end
    from fresh where case_id is not null and n % 3 = 0`,
];

const otherStatements = (to: number) => [
  `insert into stored_files (sha256, size_bytes, blocks, checked_at)
    select bench_sha(kind, n * ${IMAGES} + i), 524288, decode(repeat('00', 32), 'hex'), now()
    from fresh cross join generate_series(1, ${IMAGES}) i cross join unnest('{file,preview}'::text[]) kind`,
  `insert into outbox (id, channel, recipient, template, language, status, dedupe_key, created_at, sent_at, patient_id)
    select bench_id('mail', n), 'email', 'p' || n || '@people.example', 'report-ready', 'tr', 'sent', 'bench:' || n, at, at, patient_id
    from fresh where case_id is not null`,
  // Ended jobs are kept for a week.
  `insert into pgboss.job (name, state, data, created_on, started_on, completed_on, retry_limit)
    select name, 'completed', jsonb_build_object('n', n), now() - interval '1 day', now() - interval '1 day', now() - interval '1 day', 25
    from fresh cross join unnest('{studies.ingest,analyses.run}'::text[]) name where n > ${to / 2}`,
  // The chain writes one row after the other, as in operation, in the order of the studies.
  `with event as (
    insert into audit_events (actor_realm, actor_id, action, subject_type, subject_id, outcome, address, request_id, details)
    select realm, case when realm <> 'system' then coalesce(patient_id, institution_id) end, action,
      case when scan_id is null then 'case' else 'scan' end, coalesce(scan_id, case_id)::text, 'ok',
      case when realm <> 'system' then encode(sha256('\\x00'::bytea || convert_to('192.0.2.1', 'UTF8')), 'hex') end, 'bench', '{"files": 10}'
    from fresh cross join lateral (values
      (case when scan_id is null then 'patient' else 'institution' end, case when scan_id is null then 'cases.create' else 'trial.accept-scan' end),
      ('system', case when scan_id is null then 'reports.deliver' else 'trial.charge-scan' end),
      (case when scan_id is null then 'patient' else 'institution' end, case when scan_id is null then 'cases.read' else 'trial.read-scan' end)) told (realm, action)
    order by n
    returning sequence, address)
  insert into audit_origins (sequence, salt, address) select sequence, '\\x00', '192.0.2.1' from event where address is not null`,
];
