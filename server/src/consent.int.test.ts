import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  accountSettings,
  accounts,
  CONSENT_PURPOSES,
  CONSENT_VERSION,
  cases,
  type Endpoint,
  measureRegion,
  questions,
  reports,
  rights,
  secondReads,
  shares,
  studies,
  uploads,
} from '@duai/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../scripts/check-reading.ts';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { consents } from './features/accounts/accounts.tables.ts';
import { cases as caseTable } from './features/cases/cases.tables.ts';
import { codeOf } from './testing/code-of.ts';
import { driveJobs } from './testing/job-driver.ts';
import { smallPhantom } from './testing/samples.ts';
import { SIGNS, startTestServer, type TestServer } from './testing/test-server.ts';
import { createTusClient } from './testing/tus-client.ts';

type Patient = Awaited<ReturnType<TestServer['patient']>>;

let server: TestServer;
let jobs: ReturnType<typeof driveJobs>;
let radiologist: HttpClient;
const { files } = smallPhantom();
const few = () => imagesForm(files.slice(0, 3));
beforeAll(async () => {
  // Without a worker, jobs wait until a test runs them.
  server = await startTestServer({ DUAI_ROLE: 'web' });
  jobs = driveJobs(server);
  radiologist = await server.staff('radiologist');
});
afterAll(() => server.end());

const drizzle = () => server.parts.db.drizzle;
/** Jobs send the mails, and jobs wait here; these tests do not need the verification link. */
const newPatient = () => server.patient({ isVerified: false });
const withdraw = (patient: HttpClient, purpose: 'health-data' | 'ai-analysis' = 'health-data') =>
  patient.call(accountSettings.withdrawConsent, { params: { purpose } });
const give = (patient: HttpClient, textVersion: string = CONSENT_VERSION) =>
  patient.call(accounts.giveConsents, {
    body: { consents: CONSENT_PURPOSES.map((purpose) => ({ purpose, textVersion, language: 'tr' as const })) },
  });
const patientIdOf = async (caseId: string): Promise<string> =>
  (await drizzle().select({ id: caseTable.patientId }).from(caseTable).where(eq(caseTable.id, caseId)))[0]!.id;
/** Puts the consents in the state of the day after the texts change. */
const makeConsentsOld = async (patientId: string) => {
  await drizzle().update(consents).set({ textVersion: '2020-01-01' }).where(eq(consents.patientId, patientId));
};
const pipelineOf = async (caseId: string) =>
  (await radiologist.call(cases.getWorklist)).find((row) => row.id === caseId)?.pipeline;
const submitted = async (patient: Patient, form = few()): Promise<string> => {
  const caseId = await server.openCase(patient);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form });
  return caseId;
};

/** Calls that a patient may make without consent, and why. Every other call that changes something is refused. */
const ALLOWED: Record<string, string> = {
  [nameOf(cases.removeFirstReport)]: 'takes something off',
  [nameOf(cases.takeCaseBack)]: 'stops the review',
  [nameOf(uploads.cancelUpload)]: 'takes something off',
  [nameOf(questions.markAnswersRead)]: 'takes no data',
  [nameOf(reports.acknowledgeCritical)]: 'says that a signed report was read',
  [nameOf(shares.createShare)]: 'a signed report stays the patient’s to show',
  [nameOf(shares.revokeShare)]: 'ends an access',
  [nameOf(rights.prepareExport)]: 'a right of its own',
  [nameOf(rights.requestErasure)]: 'a right of its own',
  [nameOf(rights.cancelErasure)]: 'a right of its own',
};
function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Each patient call that creates a case or takes data for one, ready to succeed except for the consent. */
async function takingCalls(patient: Patient): Promise<Record<string, () => Promise<Response>>> {
  const tus = createTusClient(server.address, () => patient.token());
  const file = files[0]!;
  const caseId = await server.openCase(patient);
  const begun = await tus.create(caseId, file);
  const whole = await server.openCase(patient);
  const arrived = await tus.create(whole, file, file.bytes);
  const asked = await submitted(patient);
  const params = { caseId };
  const other = { caseId: whole };
  const report = new FormData();
  report.append('report', new Blob(['%PDF-1.7 rapor']), 'rapor.pdf');
  return {
    [nameOf(cases.createCase)]: () => patient.send(cases.createCase, { body: { modality: 'CT' } }),
    [nameOf(cases.uploadFirstReport)]: () => patient.send(cases.uploadFirstReport, { params: other, form: report }),
    [nameOf(uploads.createUpload)]: () => tus.create(caseId, files[1]!),
    [nameOf(uploads.continueUpload)]: () => tus.patch(begun.headers.get('location')!, 0, file.bytes),
    [nameOf(uploads.submitUploads)]: () =>
      patient.send(uploads.submitUploads, {
        params: other,
        body: { uploadIds: [arrived.headers.get('location')!.split('/').at(-1)!] },
      }),
    // The last call on this case, which takes no images afterwards.
    [nameOf(cases.uploadCaseImages)]: () => patient.send(cases.uploadCaseImages, { params, form: few() }),
    [nameOf(questions.askQuestion)]: () =>
      patient.send(questions.askQuestion, { params: { caseId: asked }, body: { text: 'Bir soru' } }),
  };
}

async function countFiles(): Promise<number> {
  let count = 0;
  for await (const _ of server.parts.storage.list()) count += 1;
  return count;
}

/** The rows of everything that patients send. */
const stored = async () => {
  const { rows } = await drizzle().execute(sql`
    select (select count(*) from cases)::int as cases, (select count(*) from instances)::int as images,
      (select count(*) from uploads)::int as uploads, (select count(*) from first_reports)::int as reports,
      (select count(*) from question_entries)::int as questions`);
  return rows[0];
};

describe('[TRU-010] without valid consent', () => {
  it('every endpoint of a patient that creates a case or takes data of one refuses, and keeps nothing', async () => {
    const patient = await newPatient();
    const calls = await takingCalls(patient);
    const walked = (server.endpoints as Endpoint[])
      .filter(({ audience, method }) => audience === 'patient' && !['GET', 'HEAD'].includes(method))
      .filter(({ path }) => !path.startsWith('/api/second-opinion/auth/'))
      .map(nameOf);
    // A new endpoint must be added to one of the two lists.
    expect(walked.sort()).toEqual([...Object.keys(calls), ...Object.keys(ALLOWED)].sort());

    const before = await stored();
    for (const spoil of [
      () => withdraw(patient, 'health-data'),
      () => withdraw(patient, 'ai-analysis'),
      async () => makeConsentsOld(await patientIdOf((await patient.call(cases.listCases))[0]!.id)),
    ]) {
      await spoil();
      for (const [name, send] of Object.entries(calls)) {
        const answer = await send();
        expect([name, answer.status, (await answer.json()) as unknown]).toMatchObject([
          name,
          403,
          { code: 'CONSENT_REQUIRED' },
        ]);
      }
      await give(patient);
    }
    expect(await stored()).toEqual(before);
    for (const [name, send] of Object.entries(calls)) expect([name, (await send()).ok]).toEqual([name, true]);
  });

  it('an account that came without consents is refused its first case, and asked for them', async () => {
    const patient = server.client();
    const body = { firstName: 'Ali', lastName: 'Ak', email: 'ali.ak@duai.example', password: 'yosunlu-kaya-42' };
    patient.useToken((await patient.call(accounts.registerPatient, { body })).token);
    expect(await codeOf(patient.call(cases.createCase, { body: { modality: 'CT' } }))).toBe('CONSENT_REQUIRED');
    expect((await patient.call(accounts.getPatient)).missingConsents).toEqual([...CONSENT_PURPOSES]);
    await give(patient, '2020-01-01');
    expect(await codeOf(patient.call(cases.createCase, { body: { modality: 'CT' } }))).toBe('CONSENT_REQUIRED');
    await give(patient);
    expect(await codeOf(patient.call(cases.createCase, { body: { modality: 'CT' } }))).toBe('ok');
  });

  it('what was withdrawn while an upload arrived is not taken, and no file of it stays', async () => {
    const patient = await newPatient();
    const caseId = await server.openCase(patient);
    const { patients } = server.features.accounts;
    const actor = await server.features.accounts.sessions.patientOf(patient.token()!, {
      isUse: true,
      isDemoAdmitted: false,
    });
    const context = { actor: actor!, language: 'tr', address: null, userAgent: null, requestId: null } as const;
    // With content that no other file has.
    const [unknown] = smallPhantom(77).files;
    async function* arriving() {
      yield { name: 'slice.dcm', stream: Readable.from([Buffer.from(unknown!.bytes)]) };
      await patients.settings.withdrawConsent(context, actor!, 'health-data');
    }
    const filesBefore = await countFiles();
    await expect(server.features.studies.uploadToCase(context, caseId, arriving())).rejects.toMatchObject({
      code: 'CONSENT_REQUIRED',
    });
    expect(await countFiles()).toBe(filesBefore);
    const staged = await readdir(join(server.dataDir, 'staging'), { recursive: true, withFileTypes: true });
    expect(staged.filter((entry) => entry.isFile() && !entry.name.endsWith('.owner'))).toEqual([]);
    // Nor is anything kept when consent is withdrawn between the check and the transaction that stores it.
    const refused = { code: 'CONSENT_REQUIRED' };
    const { cases: ofCases, firstReports } = server.features;
    await expect(server.parts.db.transaction((tx) => ofCases.lockForImages(tx, context, caseId))).rejects.toMatchObject(
      refused,
    );
    await expect(firstReports.assertOpen(context, caseId)).rejects.toMatchObject(refused);
    const report = { name: 'rapor.pdf', stream: Readable.from([Buffer.from('%PDF-1.7 rapor')]) };
    await expect(firstReports.attach(context, caseId, report)).rejects.toMatchObject(refused);
    expect((await patient.call(cases.getCase, { params: { caseId } })).images).toEqual([]);
  });

  it('nobody withdraws between the look at the consents and the end of what relies on them', async () => {
    const patient = await newPatient();
    const patientId = await patientIdOf(await server.openCase(patient));
    let withdrawal: Promise<unknown> = Promise.resolve();
    await server.parts.db.transaction(async (tx) => {
      expect(await server.features.accounts.patients.consents.hold(tx, patientId)).toBe(true);
      withdrawal = withdraw(patient);
      await expect
        .poll(async () => {
          const { rows } = await drizzle().execute(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length;
        })
        .toBe(1);
    });
    await withdrawal;
  });
});

/** The jobs of a patient's case; other jobs have nothing to do with consent. */
const CASE_JOBS = ['studies.ingest', 'studies.ready', 'analyses.run', 'analyses.case-finished'];
const OTHER_JOBS: Record<string, string> = {
  'accounts.consents-complete': 'runs when consent is given',
  'accounts.sweep': 'removes',
  'analyses.freeze-older': 'keeps the words of results that are there',
  'analyses.run-elsewhere': 'the handler of analyses.run, for algorithms on other servers',
  'analyses.run-shadow': 'of an institution',
  'analyses.scan-finished': 'of an institution',
  'analyses.shadow-ended': 'of an institution',
  'analyses.vendor-due': 'of an institution',
  'evaluation.begin-acceptance': 'of an institution',
  'monitoring.check-figures': 'counts what there is',
  'notifications.send': 'carries nothing clinical',
  'operations.sample-health': 'counts what there is',
  'reports.deliver': 'of a signed report, which stays',
  'accounts.mail-reset-link': 'mails a link to an address',
  'cases.watch': 'tells staff the number of a case, and nothing while consent is missing',
  'reports.mend-documents': 'of a signed report, which stays',
  'reports.watch-critical': 'tells of a signed report, which stays',
  'reports.watch-second-reads': 'offers a second read to other readers, and reads no image',
  'rights.erase': 'removes',
  'rights.erase-due': 'removes',
  'rights.erase-files': 'removes',
  'studies.check-files': 'looks whether stored bytes are whole',
  'studies.mend-previews': 'draws again what was drawn and is damaged',
  'studies.read-older-headers': 'reads once more the headers of images that are kept',
  'studies.sweep': 'removes',
  'uploads.sweep': 'removes',
};

describe('[TRU-010] jobs without valid consent', () => {
  // First run the jobs that earlier tests left.
  beforeEach(() => jobs.run());

  it('every job is known: of a patient’s case, or nothing of it', () => {
    const ofCases = jobs.names.filter(
      (name) => !(name in OTHER_JOBS) && !/^(trial|retention|integrations|pacs|hl7|audit-export|rights)\./.test(name),
    );
    expect(ofCases).toEqual([...CASE_JOBS].sort());
  });

  for (const [spoiled, spoil] of [
    ['withdrawn', (patient: Patient) => withdraw(patient)],
    ['to an older text', async (_: Patient, caseId: string) => makeConsentsOld(await patientIdOf(caseId))],
  ] as const) {
    for (const next of CASE_JOBS) {
      it(`${next} does nothing while consent is ${spoiled}; with consent all is analysed anew`, async () => {
        const patient = await newPatient();
        const caseId = await submitted(patient);
        await jobs.run({ before: next });
        const done = await outcomeOf(caseId);
        await spoil(patient, caseId);
        await withoutWork().run();
        expect(await outcomeOf(caseId)).toEqual(done);
        expect(await pipelineOf(caseId)).toBe('stopped');
        expect((await radiologist.call(studies.getReading, { params: { caseId } })).report).toBeNull();

        await give(patient);
        await jobs.run();
        expect(await pipelineOf(caseId)).toBe('draft-ready');
        const { analyses } = await radiologist.call(studies.getReading, { params: { caseId } });
        expect(analyses.some(({ status }) => status === 'evaluated')).toBe(true);
        expect(analyses.some(({ status }) => status === 'planned' || status === 'running')).toBe(false);
      });
    }
  }

  it('what runs is stopped: images are decoded no further, an analysis ends', async () => {
    const patient = await newPatient();
    const caseId = await submitted(patient, imagesForm(files));
    let decoded = 0;
    let withdrawal: Promise<unknown> | undefined;
    const { compute } = server.parts;
    const whileDecoding = driveJobs(server, {
      compute: {
        ...compute,
        run(task, input, options) {
          decoded += 1;
          return compute.run(task, input, options).finally(() => {
            withdrawal ??= withdraw(patient);
            return withdrawal;
          });
        },
      },
    });
    await whileDecoding.runNext();
    expect(await jobs.waiting()).toEqual([]);
    // Only those that had started.
    expect(decoded).toBeLessThanOrEqual(2 * server.parts.config.WORKER_PROCESSES);
    expect(await pipelineOf(caseId)).toBe('stopped');

    await give(patient);
    await jobs.run({ before: 'analyses.run' });
    let ended = '';
    const whileAnalysing = driveJobs(server, {
      compute: {
        ...compute,
        // Runs until it is stopped.
        run: (_task, _input, { signal }) =>
          new Promise((_, reject) => {
            signal?.addEventListener('abort', () => {
              ended = 'stopped';
              reject(new Error('stopped'));
            });
            withdraw(patient).catch(reject);
          }),
      },
    });
    await whileAnalysing.run();
    expect(ended).toBe('stopped');
    expect(await pipelineOf(caseId)).toBe('stopped');
    const { analyses } = await radiologist.call(studies.getReading, { params: { caseId } });
    expect(analyses.filter(({ result, status }) => result !== null || status === 'running')).toEqual([]);
  });

  it('a result that came in spite of the withdrawal is not kept', async () => {
    const patient = await newPatient();
    const caseId = await submitted(patient);
    await jobs.run({ before: 'analyses.run' });
    const { compute } = server.parts;
    const late = driveJobs(server, {
      compute: {
        ...compute,
        run: (task, input, { timeoutMs, account }) =>
          compute.run(task, input, { timeoutMs, account }).finally(() => withdraw(patient)),
      },
    });
    await late.run();
    const { analyses } = await radiologist.call(studies.getReading, { params: { caseId } });
    expect(analyses.filter(({ result }) => result !== null)).toEqual([]);
  });
});

describe('[TRU-010] measuring without valid consent', () => {
  beforeEach(() => jobs.run());

  it('a region is not planned while consent is missing, nor is one that waits or runs measured; with consent it is', async () => {
    const patient = await newPatient();
    const caseId = await submitted(patient, imagesForm(files));
    await jobs.run();
    await radiologist.call(cases.claimCase, { params: { caseId } });
    const reading = () => radiologist.call(studies.getReading, { params: { caseId } });
    const [series] = (await reading()).studies[0]!.series;
    const { sopInstanceUid } = series!.instances[12]!;
    const measure = () =>
      radiologist.call(measureRegion, {
        params: { caseId, seriesId: series!.id },
        body: {
          algorithmId: 'ct.roi-attenuation',
          region: {
            shape: 'rectangle',
            from: { x: 0, y: 0 },
            to: { x: 96, y: 96 },
            images: [{ sopInstanceUid: sopInstanceUid!, frame: 0 }],
          },
        },
      });
    const statuses = async () =>
      (await reading()).analyses
        .filter(({ algorithmId }) => algorithmId === 'ct.roi-attenuation')
        .map(({ status }) => status);

    await measure();
    expect(await statuses()).toEqual(['planned']);
    await withdraw(patient);
    await withoutWork().run();
    // No result is left that would block a signature.
    expect(await statuses()).toEqual([]);
    expect(await codeOf(measure())).toBe('CASE_WITHOUT_CONSENT');
    expect([await statuses(), await jobs.waiting()]).toEqual([[], []]);

    await give(patient);
    await jobs.run();
    await measure();
    const { compute } = server.parts;
    const late = driveJobs(server, {
      compute: {
        ...compute,
        run: (task, input, { timeoutMs, account }) =>
          compute.run(task, input, { timeoutMs, account }).finally(() => withdraw(patient)),
      },
    });
    await late.run();
    expect(await statuses()).toEqual([]);

    await give(patient);
    await jobs.run();
    await measure();
    await jobs.run();
    expect(await statuses()).toEqual(['evaluated']);
  });
});

/** Expects that no child process receives work. */
const withoutWork = () =>
  driveJobs(server, {
    compute: { ...server.parts.compute, run: (task) => Promise.reject(new Error(`${task} was begun`)) },
  });

/** How far the jobs came; while consent is missing, none of this changes. */
async function outcomeOf(caseId: string) {
  const reading = await radiologist.call(studies.getReading, { params: { caseId } });
  const images = reading.studies.flatMap((study) => study.series).flatMap((series) => series.instances);
  return {
    states: images.map(({ state }) => state),
    results: reading.analyses.filter(({ result }) => result !== null).length,
    runs: reading.analyses.length,
  };
}

describe('[TRU-010] signing without valid consent', () => {
  it('a draft is not signed, its text stays, and the console says why; what was signed the patient keeps', async () => {
    const patient = await newPatient();
    const caseId = await submitted(patient, imagesForm(files));
    await jobs.run();
    const params = { caseId };
    await radiologist.call(cases.claimCase, { params });
    const { report } = await radiologist.call(studies.getReading, { params });
    const content = { ...report!.content, impression: 'Sonuç metni.', plainSummary: 'Akciğerleriniz sağlıklı.' };
    await checkReading(radiologist, caseId);
    await withdraw(patient);
    await drizzle()
      .update(caseTable)
      .set({ dueAt: new Date(0) })
      .where(eq(caseTable.id, caseId));

    // No text that was typed is lost.
    const { version } = await radiologist.call(reports.saveReport, {
      params,
      body: { version: report!.version, language: 'tr', content },
    });
    const sign = () => codeOf(radiologist.call(reports.signReport, { params, body: { ...SIGNS, version } }));
    expect(await sign()).toBe('CASE_WITHOUT_CONSENT');
    expect((await radiologist.call(studies.getReading, { params })).case.isConsentMissing).toBe(true);
    const row = async () => (await radiologist.call(cases.getWorklist)).find(({ id }) => id === caseId);
    // The case does not count as late, since the radiologist can do nothing.
    expect(await row()).toMatchObject({ pipeline: 'draft-ready', isConsentMissing: true, isLate: false });

    await give(patient);
    await jobs.run();
    expect(await row()).toMatchObject({ pipeline: 'draft-ready', isConsentMissing: false, isLate: false });
    expect(await sign()).toBe('ok');
    await withdraw(patient);
    await jobs.run();
    expect(await patient.call(cases.getCase, { params })).toMatchObject({ status: 'completed', hasReport: true });
    // Only the unverified e-mail address still blocks the report.
    expect(await codeOf(patient.call(reports.getReport, { params }))).toBe('EMAIL_NOT_VERIFIED');
  });

  it('nobody is asked for a second read; one that is under way keeps its opinion, and the report waits for the consent', async () => {
    const patient = await newPatient();
    const caseId = await submitted(patient, imagesForm(files));
    await jobs.run();
    const params = { caseId };
    await radiologist.call(cases.claimCase, { params });
    const { report } = await radiologist.call(studies.getReading, { params });
    const { version } = await radiologist.call(reports.saveReport, {
      params,
      body: { version: report!.version, language: 'tr', content: { ...report!.content, ...WRITTEN } },
    });
    await checkReading(radiologist, caseId);
    const ask = () => codeOf(radiologist.call(secondReads.askSecondRead, { params }));
    const sign = () => codeOf(radiologist.call(reports.signReport, { params, body: { ...SIGNS, version } }));
    await withdraw(patient);
    expect(await ask()).toBe('CASE_WITHOUT_CONSENT');
    await give(patient);
    expect(await ask()).toBe('ok');

    const second = await server.staff('radiologist');
    await second.call(secondReads.takeSecondRead, { params });
    await withdraw(patient);
    const opinion = { language: 'tr' as const, findings: 'Akciğerler doğal.', impression: 'Normal.' };
    await second.call(secondReads.saveSecondRead, { params, body: opinion });
    await second.call(secondReads.compareSecondRead, { params, body: { agreement: 'concordant' } });
    expect(await sign()).toBe('CASE_WITHOUT_CONSENT');
    await give(patient);
    expect(await sign()).toBe('ok');
  });
});
