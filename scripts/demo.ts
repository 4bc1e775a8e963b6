import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accounts, CONSENT_PURPOSES, CONSENT_VERSION, cases, given, reports, studies } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { generate } from 'otplib';
import { checkReading, differencesOf, WRITTEN } from './check-reading.ts';
import { createHttpClient, type HttpClient, imagesForm } from './http-client.ts';
import { type Instance, startInstance, waitFor } from './instance.ts';

/**
 * The complete workflow over HTTP against a new server: register, verify, case, upload of a phantom, analysis, reading,
 * signature, report. The measured lung volumes are printed beside the true values of the phantom.
 */
async function demo(): Promise<void> {
  const step = stopwatch();
  const instance = await startInstance();
  step('server started', instance.address);
  try {
    await story(instance, step);
  } finally {
    await instance.remove();
  }
}

async function story(instance: Instance, step: Step): Promise<void> {
  const patient = createHttpClient(instance.address);
  const email = 'demo.patient@duai.example';
  const { token } = await patient.call(accounts.registerPatient, {
    body: {
      firstName: 'Defne',
      lastName: 'Örnek',
      email,
      password: 'yosunlu-kaya-42',
      preferredNotification: 'email',
      language: 'tr',
      consents: CONSENT_PURPOSES.map((purpose) => ({ purpose, textVersion: CONSENT_VERSION, language: 'tr' as const })),
    },
    language: 'tr',
  });
  patient.useToken(token);
  step('patient registered');

  const link = await waitFor(
    () => linkFor(instance, email, 'verify-email'),
    20_000,
    () => 'no verification mail came',
  );
  await patient.call(accounts.verifyEmail, { body: { token: link } });
  step('e-mail address verified by the mailed link');

  const { id: caseId, caseNumber } = await patient.call(cases.createCase, {
    body: { modality: 'CT', bodyPart: 'Göğüs', clinicalHistory: 'Fantom', urgency: 'urgent' },
  });
  step('case opened', caseNumber);

  const phantom = chestPhantom({ slices: 120, sliceThicknessMm: 2, patientName: 'ÖRNEK^DEFNE' });
  step('chest phantom made', `${phantom.files.length} slices`);
  const uploaded = await patient.call(cases.uploadCaseImages, {
    params: { caseId },
    form: imagesForm(phantom.files),
    language: 'tr',
  });
  step('images uploaded', `${uploaded.message} (${uploaded.case.images.length} images, ${uploaded.case.status})`);

  const staff = createHttpClient(instance.address);
  const { radiologist } = instance.logins;
  const code = await generate({ secret: radiologist.totpSecret });
  const { user } = await staff.call(accounts.loginStaff, {
    body: { email: radiologist.email, password: radiologist.password, code },
  });
  step('radiologist signed in', user.name);

  await waitFor(
    () => draftOf(staff, caseId),
    120_000,
    () => 'no draft was written',
  );
  step('analysed, draft written');
  await assertNothingShown(patient, caseId);
  step('the patient sees no AI output yet');

  await staff.call(cases.claimCase, { params: { caseId } });
  const reading = await staff.call(studies.getReading, { params: { caseId }, language: 'en' });
  for (const run of reading.analyses)
    step(`  ${run.algorithmId} ${run.algorithmVersion}: ${run.status}`, `${run.durationMs ?? 0} ms`);
  compare(reading, phantom.truth);
  const draft = given(reading.report, 'the draft');
  const saved = await staff.call(reports.saveReport, {
    params: { caseId },
    body: {
      version: draft.version,
      language: 'tr',
      content: {
        ...draft.content,
        impression: `Fantom incelemesi.\n${draft.content.impression}`,
        recommendations: 'Klinik değerlendirme önerilir.',
        plainSummary: WRITTEN.plainSummary,
      },
    },
  });
  step('draft edited', `version ${saved.version}`);
  await checkReading(staff, caseId);
  step('images opened, results judged');
  const signed = await staff.call(reports.signReport, {
    params: { caseId },
    body: {
      version: saved.version,
      acknowledgedDifferences: differencesOf(reading),
      confirmation: { password: radiologist.password },
    },
  });
  step('report signed', given(signed.contentSha256, 'the hash of the signature'));

  const mail = await waitFor(
    async () =>
      (await mailbox(instance)).find((message) => message.to === email && message.subject?.includes(caseNumber)),
    30_000,
    () => 'no mail came',
  );
  step('the patient is told', given(mail.subject, 'the subject'));
  const report = await patient.call(reports.getReport, { params: { caseId } });
  const pdf = await patient.bytes(reports.getReportPdf, { params: { caseId } });
  const path = join(tmpdir(), `${caseNumber}.pdf`);
  await writeFile(path, pdf);
  const { status } = await patient.call(cases.getCase, { params: { caseId } });
  step('the patient reads the report', `${status}, signed by ${report.signedBy}`);
  console.log(`\nSigned PDF: ${path} (${Math.round(pdf.length / 1024)} KB)`);
}

interface KeptMessage {
  to: string;
  subject: string | null;
  text: string;
}
const mailbox = async (instance: Instance): Promise<KeptMessage[]> =>
  (await fetch(`${instance.address}/dev/mailbox.json`)).json() as Promise<KeptMessage[]>;

async function linkFor(instance: Instance, to: string, page: string): Promise<string | undefined> {
  const messages = (await mailbox(instance)).filter((message) => message.to === to);
  return messages.map((message) => new RegExp(`${page}#token=([\\w-]+)`).exec(message.text)?.[1]).find(Boolean);
}

async function draftOf(staff: HttpClient, caseId: string): Promise<true | undefined> {
  const rows = await staff.call(cases.getWorklist);
  return rows.some((row) => row.id === caseId && row.pipeline === 'draft-ready') || undefined;
}

async function assertNothingShown(patient: HttpClient, caseId: string): Promise<void> {
  const answer = await patient.send(reports.getReport, { params: { caseId } });
  const seen = JSON.stringify(await patient.call(cases.listCases));
  if (answer.status !== 404 || /LAA|HU|ml\b/.test(seen))
    throw new Error('the patient sees AI output before the signature');
}

type Reading = Awaited<ReturnType<typeof readingOf>>;
const readingOf = (staff: HttpClient, caseId: string) => staff.call(studies.getReading, { params: { caseId } });

function compare(reading: Reading, truth: ReturnType<typeof chestPhantom>['truth']): void {
  const result = reading.analyses.find((run) => run.algorithmId === 'ct.lung-density')?.result;
  if (result?.outcome !== 'evaluated') throw new Error('the phantom was not evaluated');
  const measured = (name: string) =>
    given(
      result.measurements.find((measurement) => measurement.code === name),
      'the measurement',
    ).value;
  console.log('\n  lungs                      truth    measured');
  for (const [label, known, name, unit] of [
    ['volume', truth.lungVolumeMl, 'LUNG_VOLUME', 'ml'],
    ['mean density', truth.meanLungDensityHu, 'MEAN_LUNG_DENSITY', 'HU'],
    ['LAA-950', truth.laa950Percent, 'LAA_950', '%'],
    ['Perc15', truth.perc15Hu, 'PERC15', 'HU'],
  ] as const) {
    console.log(
      `  ${label.padEnd(20)} ${known.toFixed(1).padStart(11)} ${measured(name).toFixed(1).padStart(11)} ${unit}`,
    );
  }
  console.log();
}

type Step = (what: string, detail?: string) => void;
function stopwatch(): Step {
  let last = performance.now();
  return (what, detail = '') => {
    const now = performance.now();
    console.log(`${((now - last) / 1000).toFixed(2).padStart(7)} s  ${what}${detail ? `: ${detail}` : ''}`);
    last = now;
  };
}

await demo();
