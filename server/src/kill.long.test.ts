import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accounts, cases, reports, studies } from '@duai/contract';
import { generate } from 'otplib';
import pg from 'pg';
import { expect, it } from 'vitest';
import { checkReading, differencesOf, WRITTEN } from '../../scripts/check-reading.ts';
import { createHttpClient, type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import { type Instance, startInstance, temporaryDirectory, waitFor } from '../../scripts/instance.ts';
import { smallPhantom } from './testing/samples.ts';

const KILLS = Number(process.env.KILLS ?? 20);
const LONGEST_LIFE_MS = 10_000;
const phantom = smallPhantom();

/**
 * Kills the server (SIGKILL) at random moments of upload, ingest, analysis and signing. Everything acknowledged must
 * exist afterwards, every case must reach its end, and nothing may happen twice.
 */
it(`killed ${KILLS} times it loses nothing that it acknowledged and repeats nothing in effect`, async () => {
  const dataDir = await temporaryDirectory();
  let instance = await startInstance({ dataDir });
  const acknowledged: string[] = [];
  const signedHashes = new Map<string, string>();
  forgetSessions();
  await verifyAddress(dataDir);
  try {
    // The first run lasts until it has acknowledged something; how long that takes sets the length of the others.
    let uploadMs = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const victim = instance;
      const begin = performance.now();
      const work = keepWorking(victim, acknowledged, signedHashes).catch(() => undefined);
      if (kill === 0) {
        await waitFor(
          () => acknowledged[0],
          120_000,
          () => 'nothing was acknowledged',
        );
        uploadMs = performance.now() - begin;
        await waitFor(
          () => signedHashes.size || undefined,
          120_000,
          () => 'nothing was signed',
        );
      } else await pause(Math.random() * Math.min(3 * uploadMs, LONGEST_LIFE_MS));
      await victim.stop('SIGKILL');
      await work;
      instance = await startInstance({ dataDir });
    }

    const patient = await signInPatient(instance);
    const radiologist = await signInRadiologist(instance);
    const list = await patient.call(cases.listCases);
    for (const caseId of acknowledged) {
      const found = list.find((row) => row.id === caseId);
      expect(found?.images.length, `images of ${caseId}`).toBe(phantom.files.length);
      expect(['processing', 'completed']).toContain(found?.status);
    }
    let unready: string[] = [];
    await waitFor(
      async () => {
        unready = (await radiologist.call(cases.getWorklist))
          .filter((row) => row.status === 'processing' && row.pipeline !== 'draft-ready')
          .map((row) => `${row.id} ${row.pipeline}`);
        return unready.length === 0 || undefined;
      },
      200_000,
      () => `of ${acknowledged.length} cases, these did not come to their end:\n${unready.join('\n')}`,
    );
    for (const caseId of acknowledged) {
      const { analyses, report } = await radiologist.call(studies.getReading, { params: { caseId } });
      expect(analyses.map((run) => run.algorithmId).sort(), 'each algorithm once').toEqual([
        'ct.lung-density',
        'pt.suv',
        'qc.series',
        'xr.film-check',
        'xr.pneumonia-paediatric',
      ]);
      expect(report).not.toBeNull();
      const hash = signedHashes.get(caseId);
      if (hash) expect(report).toMatchObject({ status: 'signed', contentSha256: hash });
    }
    const signed = (await patient.call(cases.listCases)).filter(({ status }) => status === 'completed');
    expect(signed.length).toBeGreaterThanOrEqual(signedHashes.size);
    const told = () => tellingOf(instance);
    await waitFor(
      async () => new Set(await told()).size === signed.length || undefined,
      60_000,
      () => 'a patient was not told of a report',
    );
    expect(await told()).toHaveLength(signed.length);
    for (const { id: caseId } of signed) await radiologist.bytes(reports.getReportPdfForStaff, { params: { caseId } });
  } finally {
    await instance.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 900_000);

it('killed between the signature and its PDF: signed once, the PDF is made and the patient told once', async () => {
  const dataDir = await temporaryDirectory();
  let instance = await startInstance({ dataDir });
  forgetSessions();
  await verifyAddress(dataDir);
  try {
    const patient = await signInPatient(instance);
    let radiologist = await signInRadiologist(instance);
    const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT' } });
    const params = { caseId };
    await patient.call(cases.uploadCaseImages, { params, form: imagesForm(phantom.files) });
    const isReady = async () => (await radiologist.call(cases.getWorklist)).find(({ id }) => id === caseId)?.pipeline;
    await waitFor(
      async () => (await isReady()) === 'draft-ready' || undefined,
      120_000,
      () => 'no draft',
    );
    const confirmation = { password: instance.logins.radiologist.password };
    const body = { confirmation, ...(await write(radiologist, caseId)) };

    const holder = await connectTo(dataDir);
    await holder.query('begin; lock table report_documents in share mode');
    const { contentSha256 } = await radiologist.call(reports.signReport, { params, body });
    await waitFor(
      async () =>
        (await holder.query(`select 1 from pg_locks where not granted and relation = 'report_documents'::regclass`))
          .rows[0],
      60_000,
      () => 'the PDF is not being stored',
    );
    expect((await radiologist.send(reports.getReportPdfForStaff, { params })).status).toBe(409);
    await instance.stop('SIGKILL');
    await holder.end();
    instance = await startInstance({ dataDir });

    radiologist = await signInRadiologist(instance);
    const { report } = await radiologist.call(studies.getReading, { params });
    expect(report).toMatchObject({ status: 'signed', contentSha256 });
    const again = await radiologist.send(reports.signReport, { params, body });
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([409, 'REPORT_SIGNED']);
    await waitFor(
      async () => (await tellingOf(instance))[0],
      60_000,
      () => 'the patient is not told',
    );
    for (const file of [reports.getReportPdfForStaff, reports.getReportObjects])
      expect((await radiologist.bytes(file, { params })).length).toBeGreaterThan(0);
    const database = await connectTo(dataDir);
    const { rows } = await database.query(`
      select (select count(*)::int from report_documents) as pdfs,
        (select count(*)::int from audit_events where action = 'reports.sign' and outcome = 'ok') as signatures`);
    await database.end();
    expect(rows).toEqual([{ pdfs: 1, signatures: 1 }]);
    expect(await tellingOf(instance)).toHaveLength(1);
  } finally {
    await instance.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function connectTo(dataDir: string): Promise<pg.Client> {
  const password = (await readFile(join(dataDir, 'database', 'password'), 'utf8')).trim();
  const port = (await readFile(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const client = new pg.Client({ connectionString: `postgres://duai:${password}@127.0.0.1:${port}/duai` });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The patient is told of a report by mail only then. */
async function verifyAddress(dataDir: string): Promise<void> {
  const database = await connectTo(dataDir);
  await database.query('update patients set email_verified_at = now()');
  await database.end();
}

/** The subjects of the mails that tell of a report. */
async function tellingOf({ address }: Instance): Promise<(string | null)[]> {
  const mails = (await (await fetch(`${address}/dev/mailbox.json`)).json()) as {
    subject: string | null;
    text: string;
  }[];
  return mails.filter(({ text }) => text.includes('raporu hazır')).map(({ subject }) => subject);
}

/** Claims, writes and reads a case, as a signature requires. @returns what is signed */
async function write(radiologist: HttpClient, caseId: string) {
  const params = { caseId };
  await radiologist.call(cases.claimCase, { params });
  const { report, identities } = await radiologist.call(studies.getReading, { params });
  const { version } = await radiologist.call(reports.saveReport, {
    params,
    body: { version: report!.version, language: report!.language, content: { ...report!.content, ...WRITTEN } },
  });
  await checkReading(radiologist, caseId);
  return { version, acknowledgedDifferences: differencesOf({ identities }) };
}

/** Uploads, and signs what is ready, until the server is gone. */
async function keepWorking(
  instance: Instance,
  acknowledged: string[],
  signedHashes: Map<string, string>,
): Promise<never> {
  const patient = await signInPatient(instance);
  const radiologist = await signInRadiologist(instance);
  for (let turn = 0; ; turn += 1) {
    // Two cases in each run give enough work to interrupt.
    if (turn < 2) {
      const { id } = await patient.call(cases.createCase, { body: { modality: 'CT' } });
      await patient.call(cases.uploadCaseImages, { params: { caseId: id }, form: imagesForm(phantom.files) });
      acknowledged.push(id);
    }
    await pause(20);
    for (const row of await radiologist.call(cases.getWorklist)) {
      if (row.pipeline !== 'draft-ready') continue;
      const written = await write(radiologist, row.id);
      const signed = await radiologist.call(reports.signReport, {
        params: { caseId: row.id },
        body: { confirmation: { password: instance.logins.radiologist.password }, ...written },
      });
      signedHashes.set(row.id, signed.contentSha256!);
    }
  }
}

let patientToken: string | undefined;
async function signInPatient({ address, logins }: Instance): Promise<HttpClient> {
  const client = createHttpClient(address);
  patientToken ??= (await client.call(accounts.loginPatient, { body: logins.patient })).token;
  client.useToken(patientToken);
  return client;
}

/** Of another installation. */
function forgetSessions(): void {
  patientToken = undefined;
  staffClient = undefined;
}

/** Sessions survive a restart; a one-time code would not work twice within its half minute. */
let staffClient: { cookies: [string, string][] } | undefined;
async function signInRadiologist({ address, logins }: Instance): Promise<HttpClient> {
  const client = createHttpClient(address);
  if (staffClient) client.useCookies(staffClient.cookies);
  else {
    const { email, password, totpSecret } = logins.radiologist;
    await client.call(accounts.loginStaff, { body: { email, password, code: await generate({ secret: totpSecret }) } });
    staffClient = { cookies: client.cookies() };
  }
  return client;
}
