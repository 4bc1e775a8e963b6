import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { accounts, cases, reports, studies } from '@duai/contract';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { checkReading, WRITTEN } from '../../scripts/check-reading.ts';
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
    await waitFor(
      async () =>
        (await radiologist.call(cases.getWorklist))
          .filter((row) => row.status === 'processing')
          .every((row) => row.pipeline === 'draft-ready')
          ? true
          : undefined,
      200_000,
      () => 'an analysis did not come to its end',
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
    const mails = (await (await fetch(`${instance.address}/dev/mailbox.json`)).json()) as {
      subject: string | null;
      text: string;
    }[];
    const told = mails.filter((mail) => mail.text.includes('raporu hazır')).map((mail) => mail.subject);
    expect(new Set(told).size).toBe(told.length);
  } finally {
    await instance.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 900_000);

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
      await radiologist.call(cases.claimCase, { params: { caseId: row.id } });
      const { report } = await radiologist.call(studies.getReading, { params: { caseId: row.id } });
      const saved = await radiologist.call(reports.saveReport, {
        params: { caseId: row.id },
        body: {
          version: report!.version,
          language: report!.language,
          content: { ...report!.content, ...WRITTEN },
        },
      });
      await checkReading(radiologist, row.id);
      const signed = await radiologist.call(reports.signReport, {
        params: { caseId: row.id },
        body: { confirmation: { password: instance.logins.radiologist.password }, version: saved.version },
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
