import { cases, questions, reports, rights, type Sent, shares, studies } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { checkReading, differencesOf } from '../../scripts/check-reading.ts';
import { type HttpClient, imagesForm } from '../../scripts/http-client.ts';
import type { Instance } from '../../scripts/instance.ts';
import { runSql } from './database.ts';
import { dicomFile, pngFile } from './files.ts';
import { mailTo } from './mailbox.ts';
import { newPatient, PASSWORD } from './patients.ts';
import { waitForDraft } from './reports.ts';
import { signsOn, staffClient } from './staff.ts';

export interface FurnishedPatient {
  email: string;
  token: string;
  /** A case in each state that a case page distinguishes. */
  caseIds: { waiting: string; processing: string; paused: string; signed: string };
  /** A share link with which a doctor opens the signed case. */
  share: { link: string; pin: string };
  contentSha256: string;
}

/** A patient for whom every page has content: cases in each state, questions, links, key images, an addendum. */
export async function furnishedPatient(server: Instance, email: string): Promise<FurnishedPatient> {
  const patient = await newPatient(server.address, { email });
  const radiologist = await staffClient(server, 'radiologist');
  const create = async (body: Sent<typeof cases.createCase, 'body'>) =>
    (await patient.call(cases.createCase, { body })).id;
  const upload = (caseId: string, files: { name: string; bytes: Uint8Array }[]) =>
    patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm(files) });
  const pictures = [
    { name: 'akciger-grafisi-on-arka-2026-11-03.dcm', bytes: dicomFile() },
    { name: 'foto.png', bytes: pngFile() },
  ];

  const signed = await create({
    modality: 'CT',
    bodyPart: 'Akciğer',
    symptoms: 'Nefes darlığı, öksürük',
    clinicalHistory: '20 yıl sigara; 2024 yılında zatürre.',
    firstReportText: 'Sağ üst lobda 6 mm nodül; üç ay sonra kontrol önerilir.',
  });
  const { files } = chestPhantom({ slices: 24, matrix: 128, pixelSpacingMm: 2.8, sliceThicknessMm: 10 });
  await upload(signed, files);
  await sign(server, radiologist, signed);
  await converse(patient, radiologist, signed);
  const { link, pin } = await patient.call(shares.createShare, {
    params: { caseId: signed },
    body: { label: 'Dr. Ayla Demir', days: 30, maxOpenings: 20 },
  });
  const closed = await patient.call(shares.createShare, { params: { caseId: signed }, body: {} });
  await patient.call(shares.revokeShare, { params: { caseId: signed, shareId: closed.share.id } });
  await patient.call(shares.openShare, { body: { secret: new URL(link).hash.slice('#token='.length), pin } });
  const { contentSha256 } = await patient.call(reports.getReport, { params: { caseId: signed } });

  const paused = await create({ modality: 'X-Ray', bodyPart: 'Omuz', side: 'left', urgency: 'semi-urgent' });
  await upload(paused, pictures);
  await waitForDraft(radiologist, paused);
  await radiologist.call(cases.claimCase, { params: { caseId: paused } });
  await radiologist.call(cases.sendCaseBack, {
    params: { caseId: paused },
    body: { question: 'Yan grafiniz eksik. Aynı tarihte çekilen yan grafiyi de ekleyebilir misiniz?' },
  });

  const processing = await create({ modality: 'CT', bodyPart: 'Akciğer', urgency: 'urgent' });
  await upload(processing, pictures);
  const waiting = await create({
    modality: 'MRI',
    bodyPart: 'Diz',
    side: 'right',
    subject: { relation: 'child', firstName: 'Ada', lastName: 'Işık', isDeclared: true },
  });
  return {
    email,
    token: patient.token()!,
    caseIds: { waiting, processing, paused, signed },
    share: { link: link.replace(/^.*?(?=\/shared)/, ''), pin },
    contentSha256,
  };
}

/** Signs a report with every section, three key images and an addendum. */
async function sign(server: Instance, radiologist: HttpClient, caseId: string): Promise<void> {
  await waitForDraft(radiologist, caseId);
  const params = { caseId };
  await radiologist.call(cases.claimCase, { params });
  const reading = await radiologist.call(studies.getReading, { params });
  const { report, studies: examinations } = reading;
  const slices = examinations[0]!.series[0]!.instances;
  const at = (index: number): reports.KeyImage => ({
    imageId: slices[index]!.id,
    frame: 0,
    window: null,
    suvFactor: null,
    region: null,
    caption: '',
  });
  const content: reports.ReportContent = {
    ...report!.content,
    clinicalInformation: 'Nefes darlığı, öksürük. 20 yıl sigara.',
    comparison: 'Önceki inceleme sunulmadı; ilk raporun metni görüldü.',
    impression: 'Belirgin patoloji saptanmadı.\nİlk raporda yazan nodül bu kesitlerde seçilmedi.',
    recommendations: 'Yakınmalar sürerse göğüs hastalıkları hekimine danışılması.',
    plainSummary:
      'Akciğerlerinizde hastalık bulgusu görmedik. İlk raporda yazan küçük nodülü bu görüntülerde seçemedik. Nefes darlığınız sürerse göğüs hastalıkları hekimine gidin.',
    agreement: 'minor-difference',
    keyImages: [
      { ...at(12), caption: 'Her iki akciğer, orta kesit' },
      { ...at(12), window: { center: 50, width: 400 }, caption: 'Aynı kesit, yumuşak doku penceresinde' },
      { ...at(8), window: { center: -500, width: 1200 }, region: { x: 0.1, y: 0.25, width: 0.4, height: 0.5 } },
    ],
  };
  const { version } = await radiologist.call(reports.saveReport, {
    params,
    body: { version: report!.version, language: 'tr', content },
  });
  await checkReading(radiologist, caseId);
  await radiologist.call(reports.signReport, {
    params,
    body: { ...signsOn(server), version, acknowledgedDifferences: differencesOf(reading) },
  });
  await radiologist.call(reports.addAddendum, {
    params,
    body: { ...signsOn(server), text: 'Klinik bilgi geldikten sonra yeniden bakıldı; sonuç değişmedi.' },
  });
}

async function converse(patient: HttpClient, radiologist: HttpClient, caseId: string): Promise<void> {
  const params = { caseId };
  await patient.call(questions.askQuestion, { params, body: { text: 'Kontrol için ne zaman gelmeliyim?' } });
  await radiologist.call(questions.markQuestionsRead, { params });
  await radiologist.call(questions.answerQuestion, {
    params,
    body: { text: 'Yakınmanız artmazsa üç ay sonra yeterlidir. Hekiminizle birlikte karar verin.' },
  });
  await patient.call(questions.askQuestion, { params, body: { text: 'Teşekkür ederim.' } });
}

/** Erases a patient and returns the path of the link to the proof. */
export async function erasureProof(server: Instance, email: string): Promise<string> {
  const patient = await newPatient(server.address, { email });
  const { id: caseId } = await patient.call(cases.createCase, { body: { modality: 'CT' } });
  await patient.call(cases.uploadCaseImages, {
    params: { caseId },
    form: imagesForm([{ name: 'kesit.dcm', bytes: dicomFile() }]),
  });
  await patient.call(rights.requestErasure, { body: { password: PASSWORD } });
  await runSql(server.dataDir, "update erasures set due_at = now() where state = 'waiting'");
  // Runs the hourly check of due tasks now.
  await runSql(
    server.dataDir,
    "insert into pgboss.job (name, data, retry_limit, expire_seconds, heartbeat_seconds) values ('rights.erase-due', '{}', 1, 300, 60)",
  );
  const mail = await mailTo(server.address, '—', 'erasure-proof');
  return /\/second-opinion\/erasure-proof\S+/.exec(mail.text)![0];
}
