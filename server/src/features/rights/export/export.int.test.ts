import { createHash } from 'node:crypto';
import { cases, reports, rights, shares } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { waitFor } from '../../../../../scripts/instance.ts';
import { fhirProblems } from '../../../testing/fhir.ts';
import { fhirMutants } from '../../../testing/fhir-mutants.ts';
import { smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createReportFactory } from '../../reports/report-factory.ts';
import { HELD_TABLES } from '../held-tables.ts';
import { findPatientTables } from '../patient-tables.store.ts';

let server: TestServer;
let patient: HttpClient;
let caseId: string;
let caseNumber: string;
let openNumber: string;
const phantom = smallPhantom(31);
beforeAll(async () => {
  server = await startTestServer();
  const radiologist = await server.staff('radiologist');
  patient = await server.patient();
  ({ caseId } = await createReportFactory(server, radiologist, phantom).signed(patient));
  ({ caseNumber } = await patient.call(cases.getCase, { params: { caseId } }));
  await waitFor(
    async () => (await patient.send(reports.getReportPdf, { params: { caseId } })).ok || undefined,
    60_000,
    () => 'no PDF',
  );
  // Analysed and drafted but not signed: none of that may be in the copy.
  const open = await server.openCase(patient);
  ({ caseNumber: openNumber } = await patient.call(cases.getCase, { params: { caseId: open } }));
  await patient.call(cases.uploadCaseImages, { params: { caseId: open }, form: imagesForm(smallPhantom(32).files) });
  await server.waitForDraft(radiologist, open);
  const { link, pin } = await patient.call(shares.createShare, { params: { caseId }, body: { label: 'Dr. Ayla' } });
  await server.client().call(shares.openShare, { body: { secret: link.split('#token=')[1]!, pin } });
}, 180_000);
afterAll(() => server.end());
afterEach(() => vi.restoreAllMocks());

async function copy(language = 'tr') {
  const size = await patient.call(rights.prepareExport, { language });
  const answer = await patient.send(rights.downloadExport);
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const root = Object.keys(files)[0]!.split('/')[0]!;
  const file = (name: string) => files[`${root}/${name}`];
  const json = (name: string) => JSON.parse(Buffer.from(file(name)!).toString());
  return { size, answer, files, file, json };
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a copy of everything', () => {
  it('decides of every table of a patient what goes into it', async () => {
    const tables = (await findPatientTables(server.parts.db.drizzle)).map((table) => table.name);
    expect(tables).toContain('instances');
    expect(tables.filter((table) => !(table in HELD_TABLES))).toEqual([]);
    expect(Object.keys(HELD_TABLES).filter((table) => !tables.includes(table))).toEqual([]);
  });

  it('names as references to files what the database counts as such', async () => {
    const { rows } = await server.parts.db.drizzle.execute<{ reference: string }>(sql`
      select distinct format('%s.%s', relname, attname) as reference
      from pg_rewrite
      join pg_depend on classid = 'pg_rewrite'::regclass and objid = pg_rewrite.oid and refclassid = 'pg_class'::regclass
      join pg_class on pg_class.oid = refobjid
      join pg_attribute on attrelid = refobjid and attnum = refobjsubid and attnum > 0
      where ev_class = 'file_references'::regclass
      order by 1`);
    const declared = Object.entries(HELD_TABLES).flatMap(([table, { files = [] }]) =>
      files.map((column) => `${table}.${column}`),
    );
    // Not patients' data: objects from institutions' archives that were kept aside, and packages.
    const ofPatients = rows
      .map(({ reference }) => reference)
      .filter((reference) => !['pacs_quarantine.sha256', 'algorithm_packages.weights_sha256'].includes(reference));
    expect(ofPatients).toEqual(declared.sort());
  });

  it('holds images as they came, the signed PDF, FHIR and JSON [PAT-117]', async () => {
    const { size, answer, files, file, json } = await copy();
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="duai-\d{4}-\d\d-\d\d\.zip"$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(size).toMatchObject({ cases: 2, files: 48 });
    const hashes = new Set(Object.values(files).map(sha256));
    for (const image of phantom.files) expect(hashes).toContain(sha256(image.bytes));
    expect(Buffer.from(file(`cases/${caseNumber}/report.pdf`)!.slice(0, 5)).toString()).toBe('%PDF-');
    expect(json(`cases/${caseNumber}/report.json`)).toMatchObject({ caseNumber, patientName: 'Zeynep Kanarya' });
    const types = json('fhir-bundle.json').entry.map(
      (entry: { resource: { resourceType: string } }) => entry.resource.resourceType,
    );
    expect(new Set(types)).toEqual(
      new Set(['Device', 'DiagnosticReport', 'ImagingStudy', 'Observation', 'Patient', 'Practitioner', 'Provenance']),
    );
    expect(json('data/patients.json')[0]).toMatchObject({ first_name: 'Zeynep', last_name: 'Kanarya' });
    expect(json('data/consents.json')).toHaveLength(4);
    expect(json('data/cases.json')).toHaveLength(2);
    expect(json('data/sessions.json').length).toBeGreaterThan(0);
    expect(json('access-log.json')).toContainEqual(
      expect.objectContaining({ party: 'shared-link', name: 'Dr. Ayla', kind: 'opened-share' }),
    );
    expect(Buffer.from(file('README.txt')!).toString()).toContain('verilerinizin kopyası');
  });

  it('[RED-017] has a FHIR bundle with Patient, subject, study time, category and standard codes, which a validator accepts; it refuses mutants', async () => {
    const { json } = await copy();
    const bundle = json('fhir-bundle.json');
    expect(fhirProblems(bundle)).toEqual([]);
    const of = (type: string) =>
      bundle.entry
        .map(({ resource }: { resource: { resourceType: string } }) => resource)
        .filter(({ resourceType }: { resourceType: string }) => resourceType === type);
    const [patientOf] = of('Patient');
    const subject = { reference: `urn:uuid:${patientOf.id}` };
    const [{ study_date: studyDate }] = json('data/studies.json');
    expect(of('DiagnosticReport')).toEqual([
      expect.objectContaining({
        subject,
        effectiveDateTime: studyDate,
        category: [{ coding: [expect.objectContaining({ code: 'RAD' })] }],
        code: { coding: [expect.objectContaining({ system: 'http://loinc.org', code: '24627-2' })] },
      }),
    ]);
    for (const study of of('ImagingStudy')) expect(study).toMatchObject({ subject, started: studyDate });
    const volume = of('Observation').find(({ code }: { code: { text: string } }) => code.text === 'Lung volume');
    expect(volume).toMatchObject({
      subject,
      effectiveDateTime: studyDate,
      meta: { security: [{ code: 'AIAST' }] },
      code: { coding: [{ code: 'LUNG_VOLUME' }, { system: 'http://snomed.info/sct', code: '118565006' }] },
      bodySite: { coding: [{ system: 'http://snomed.info/sct', code: '39607008' }] },
    });
    const told = json('data/findings.json').find(({ code }: { code: string }) => code === 'LUNG_VOLUME');
    expect(volume.valueQuantity.value).toBe(told.value);
    expect(of('DiagnosticReport')[0].result.length).toBe(of('Observation').length);
    for (const [name, mutant] of fhirMutants(bundle)) expect(fhirProblems(mutant), name).not.toEqual([]);
  });

  it('holds no secret, and no AI output of a case that is not signed', async () => {
    const { files, json } = await copy('en');
    const text = Object.entries(files)
      .filter(([name]) => name.endsWith('.json'))
      .map(([, bytes]) => Buffer.from(bytes).toString())
      .join('\n');
    expect(text).not.toMatch(/\$argon2|password_hash|pin_hash|secret_hash|token_hash|totp_secret|machine_draft/);
    expect(json('data/reports.json').map((row: { case_id: string }) => row.case_id)).toEqual([caseId]);
    const studies = json('data/studies.json').filter((row: { case_id: string }) => row.case_id === caseId);
    for (const run of json('data/analyses.json')) expect(run.study_id).toBe(studies[0].id);
    expect(json('data/analyses.json').length).toBeGreaterThan(0);
    expect(Object.keys(files).some((name) => name.includes(`${openNumber}/report`))).toBe(false);
    expect(Object.keys(files).some((name) => name.includes(`${openNumber}/images`))).toBe(true);
  });

  it('is fetched once, within ten minutes, by who asked for it', async () => {
    const stranger = server.client();
    expect((await stranger.send(rights.prepareExport)).status).toBe(401);
    expect((await stranger.send(rights.downloadExport)).status).toBe(410);
    await patient.call(rights.prepareExport);
    const again = server.client();
    again.useCookies(patient.cookies());
    // A program that only tries the link uses nothing up.
    expect((await patient.send({ ...rights.downloadExport, method: 'HEAD' })).status).toBe(404);
    expect((await patient.send(rights.downloadExport)).status).toBe(200);
    expect((await again.send(rights.downloadExport)).status).toBe(410);
    await patient.call(rights.prepareExport);
    const at = Date.now() + 10 * 60_000 + 1;
    vi.spyOn(server.parts.clock, 'now').mockImplementation(() => new Date(at));
    expect((await patient.send(rights.downloadExport)).status).toBe(410);
  });

  it('waits for a verified address where a report is signed', async () => {
    const { drizzle } = server.parts.db;
    await drizzle.execute(
      `update patients set email_verified_at = null where id = (select patient_id from cases where id = '${caseId}')`,
    );
    const answer = await patient.send(rights.prepareExport);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
    await drizzle.execute(
      `update patients set email_verified_at = now() where id = (select patient_id from cases where id = '${caseId}')`,
    );
  });
});

describe('a report that is signed while a copy is made', () => {
  it('is in no part of a copy that was opened before', async () => {
    const owner = await server.patient();
    const radiologist = await server.staff('radiologist');
    const factory = createReportFactory(server, radiologist, smallPhantom(33));
    const draft = await factory.drafted(owner);
    const { caseNumber: number } = await owner.call(cases.getCase, { params: { caseId: draft.caseId } });
    await owner.call(rights.prepareExport);
    // The bundle is written by then and says that there is no report; the tables are not.
    const { studies } = server.features;
    const { tree } = studies;
    let isSigned = false;
    vi.spyOn(studies, 'tree').mockImplementation(async (...args) => {
      if (!isSigned) {
        isSigned = true;
        await factory.sign(draft);
      }
      return tree(...args);
    });
    const files = unzipSync(await owner.bytes(rights.downloadExport));
    expect(isSigned).toBe(true);
    expect((await owner.call(cases.getCase, { params: { caseId: draft.caseId } })).status).toBe('completed');
    const text = (end: string) =>
      Buffer.from(Object.entries(files).find(([name]) => name.endsWith(end))![1]).toString();
    expect(text('fhir-bundle.json')).not.toContain('DiagnosticReport');
    expect(JSON.parse(text('data/cases.json'))).toMatchObject([{ case_number: number, status: 'processing' }]);
    for (const table of [
      'reports',
      'report_documents',
      'report_addenda',
      'report_receipts',
      'critical_findings',
      'analyses',
      'findings',
      'analysis_verdicts',
    ])
      expect([table, JSON.parse(text(`data/${table}.json`))]).toEqual([table, []]);
    expect(Object.keys(files).filter((name) => name.includes(`${number}/report`))).toEqual([]);
    // The next copy contains all of it.
    await owner.call(rights.prepareExport);
    const later = Object.keys(unzipSync(await owner.bytes(rights.downloadExport)));
    expect(later.filter((name) => name.endsWith(`${number}/report.json`))).toHaveLength(1);
  }, 120_000);

  it('waits for a verified address also when it was signed after the copy was asked for', async () => {
    const owner = await server.patient();
    const radiologist = await server.staff('radiologist');
    const factory = createReportFactory(server, radiologist, smallPhantom(34));
    const draft = await factory.drafted(owner);
    await owner.call(rights.prepareExport);
    await factory.sign(draft);
    await server.parts.db.drizzle.execute(
      sql`update patients set email_verified_at = null where id = (select patient_id from cases where id = ${draft.caseId})`,
    );
    const answer = await owner.send(rights.downloadExport);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
  }, 120_000);
});

describe('who saw my data', () => {
  it('names radiologist, doctor and the patient with what each did, one line for many images, and nobody else’s', async () => {
    const { lines, next } = await patient.call(rights.listAccess);
    expect(next).toBeNull();
    const seen = lines.map(({ party, kind, name, caseNumber: number }) => ({ party, kind, name, number }));
    const radiologist = lines.find((line) => line.party === 'radiologist')!.name;
    expect(radiologist).toMatch(/^Dr\. radiologist/);
    for (const kind of ['opened-case', 'wrote-report', 'signed-report'])
      expect(seen).toContainEqual({ party: 'radiologist', kind, name: radiologist, number: caseNumber });
    expect(seen).toContainEqual({ party: 'shared-link', kind: 'read-report', name: 'Dr. Ayla', number: caseNumber });
    expect(seen).toContainEqual({ party: 'you', kind: 'shared', name: null, number: caseNumber });
    expect(lines.every((line) => line.caseNumber === null || [caseNumber, openNumber].includes(line.caseNumber))).toBe(
      true,
    );
    const other = await server.patient();
    const theirs = await other.call(rights.listAccess);
    expect(theirs.lines.every((line) => line.party === 'you' || line.party === 'nobody')).toBe(true);
    expect(theirs.lines.every((line) => line.caseNumber === null)).toBe(true);
  });

  it('counts the images of one reading in one line, and goes back page by page', async () => {
    const { images } = await patient.call(cases.getCase, { params: { caseId } });
    const viewed = async () =>
      (await patient.call(rights.listAccess)).lines
        .filter((line) => line.party === 'you' && line.kind === 'viewed-images')
        .reduce((sum, line) => sum + line.count, 0);
    const before = await viewed();
    for (const image of images.slice(0, 5))
      await patient.send(cases.getCaseImagePreview, { params: { caseId, imageId: image.id } });
    expect(await viewed()).toBe(before + 5);
    const { lines } = await patient.call(rights.listAccess);
    const earlier = await patient.call(rights.listAccess, { query: { before: lines.at(-1)!.from } });
    expect(earlier.lines).toEqual([]);
  });
});
