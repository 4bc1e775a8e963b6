import { randomUUID } from 'node:crypto';
import {
  API_SCOPES,
  type Audience,
  accounts,
  cases,
  catalogue,
  type Endpoint,
  evaluation,
  fhir,
  hl7,
  integrations,
  keptAside,
  members,
  pacs,
  patientCorrections,
  press,
  questions,
  reports,
  retention,
  scans,
  shares,
  uploads,
  workitems,
} from '@duai/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../scripts/http-client.ts';
import { createReportFactory } from './features/reports/report-factory.ts';
import { createInstitutionFactory } from './testing/institution-factory.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** Named, and never called. */
const SYSTEM_HOST = '127.0.0.1:9';

let server: TestServer;
let callers: Record<string, HttpClient>;
let openShare: () => Promise<HttpClient>;
let trials: ReturnType<typeof createInstitutionFactory>;
/** The API key of the admin's institution, with every scope. */
let system: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_ALLOWED_HOSTS: SYSTEM_HOST, FHIR_KEYS_ALLOWED_HOSTS: SYSTEM_HOST });
  await server.parts.db.transaction((tx) => server.features.press.seedSample(tx));
  const sharing = await server.patient();
  const { caseId } = await createReportFactory(server, await server.staff('radiologist')).signed(sharing);
  const { share, link, pin } = await sharing.call(shares.createShare, {
    params: { caseId },
    body: { maxOpenings: 20 },
  });
  params.shareId = share.id;
  openShare = async () => {
    const doctor = server.client();
    await doctor.call(shares.openShare, { body: { secret: link.split('#token=')[1]!, pin } });
    return doctor;
  };
  const operator = await server.staff('operator');
  trials = createInstitutionFactory(server, operator);
  const { admin } = await trials.activated('matris');
  const { secret } = await admin.call(integrations.createApiKey, { body: { name: 'RIS', scopes: [...API_SCOPES] } });
  system = server.client();
  system.useToken(secret);
  callers = {
    admin,
    member: await trials.member(admin, 'matris-uye'),
    reader: await trials.member(admin, 'matris-okuyan', 'reader'),
    system,
    anonymous: server.client(),
    patient: await server.patient(),
    radiologist: await server.staff('radiologist'),
    operator,
    doctor: await openShare(),
  };
});
afterAll(() => server.end());

/** Which callers each audience admits: the written-down matrix of routes and roles. */
const ADMITTED: Record<Audience, string[]> = {
  public: ['anonymous', 'patient', 'radiologist', 'operator', 'doctor', 'admin', 'reader', 'member', 'system'],
  patient: ['patient'],
  'institution-user': ['admin', 'reader', 'member'],
  'institution-admin': ['admin'],
  'institution-reader': ['admin', 'reader'],
  staff: ['radiologist', 'operator'],
  radiologist: ['radiologist'],
  operator: ['operator'],
  'shared-link': ['doctor'],
  // Uses a token of its own (features/fhir).
  'record-system': [],
};
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const params = {
  caseId: NOWHERE,
  imageId: NOWHERE,
  uploadId: NOWHERE,
  instanceId: NOWHERE,
  applicationId: NOWHERE,
  institutionId: NOWHERE,
  releaseId: NOWHERE,
  announcementId: NOWHERE,
  userId: NOWHERE,
  realm: 'patient',
  keyId: NOWHERE,
  clientId: NOWHERE,
  receiverId: NOWHERE,
  messageId: NOWHERE,
  signInName: 'nobody',
  type: 'Patient',
  id: NOWHERE,
  jobId: NOWHERE,
  peerId: NOWHERE,
  memberId: NOWHERE,
  invitationId: NOWHERE,
  questionId: NOWHERE,
  noteId: NOWHERE,
  dossierId: NOWHERE,
  webhookId: NOWHERE,
  deliveryId: NOWHERE,
  month: '1999-01',
  studyInstanceUid: '1.2.3',
  seriesInstanceUid: '1.2.3.4',
  sopInstanceUid: '1.2.3.4.5',
  frames: '1',
  version: 'aside',
  quarantineId: NOWHERE,
  overlayGroup: '6000',
  runId: NOWHERE,
  object: 'segmentation',
  place: '7FE00010',
  workitem: '2.25.9990',
  aeTitle: 'NOBODY',
  scanId: NOWHERE,
  ruleId: NOWHERE,
  algorithmId: 'no.such',
  sessionId: NOWHERE,
  passkeyId: NOWHERE,
  purpose: 'health-data',
  // The doctor holds the link with this id; everybody else names an id that does not exist.
  shareId: NOWHERE,
};
const namesIn = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
/** What stands for the same thing to everybody, or for one's own: no other institution's is named by it. */
const OF_NOBODY = ['algorithmId', 'month', 'aeTitle'];
const isSearch = ({ method, path }: Endpoint) =>
  method === 'GET' && /^\/api\/dicom-web\/.*\/(series|instances)$/.test(path);
/** What is named below something that has an owner. */
const WITHIN = [
  'seriesInstanceUid',
  'sopInstanceUid',
  'frames',
  'overlayGroup',
  'place',
  'version',
  'runId',
  'object',
  'pictureId',
];
/** A valid body for endpoints that would otherwise refuse the call before they check whose case it is. */
const bodies: Record<string, unknown> = {
  [reports.acknowledgeCritical.path]: { markedAt: '2026-01-05T08:00:00.000Z' },
  [uploads.submitUploads.path]: { uploadIds: [NOWHERE] },
  [questions.askQuestion.path]: { text: 'Soru' },
  [shares.createShare.path]: {},
};

describe('access', () => {
  it('is denied by default: every registered route admits exactly whom its contract says', async () => {
    expect(server.endpoints.length).toBeGreaterThan(50);
    for (const endpoint of server.endpoints as Endpoint[]) {
      if (endpoint.produces === 'text/event-stream') continue;
      for (const [name, caller] of Object.entries(callers)) {
        const { status } = await caller.send(endpoint, { params: params as never });
        const isRefused = status === 401 || status === 403;
        const isOfInstitution = ['institution-admin', 'institution-reader'].includes(endpoint.audience);
        const bySystem = name === 'system' && isOfInstitution && endpoint.scope !== undefined;
        const mayCome = bySystem || ADMITTED[endpoint.audience].includes(name);
        // A public sign-in answers 401 or 400 to an empty body; that has nothing to do with access.
        if (endpoint.audience === 'public') expect(status, `${name} ${endpoint.path}`).not.toBe(403);
        else if (!mayCome) expect([401, 403], `${name} ${endpoint.method} ${endpoint.path}`).toContain(status);
        else if (!endpoint.path.includes('logout'))
          expect(isRefused, `${name} ${endpoint.method} ${endpoint.path} → ${status}`).toBe(false);
      }
      if (endpoint === shares.closeShared) callers.doctor = await openShare();
      if (endpoint.path.includes('auth/logout'))
        callers = {
          ...callers,
          admin: await trials.signIn('matris'),
          member: await trials.signIn('matris-uye'),
          reader: await trials.signIn('matris-okuyan'),
          patient: await server.patient(),
          radiologist: await server.staff('radiologist'),
          operator: await server.staff('operator'),
        };
    }
  }, 120_000);

  it('of a reader is the studies and the own verdicts: not the dashboard, members, keys, webhooks, PACS settings or billing', () => {
    const open = server.endpoints.filter(({ audience }) => audience === 'institution-reader').map(({ path }) => path);
    const may =
      /^\/api\/trial\/(studies|scans\/:scanId(\/dicom-web\/.+|\/segmentations|\/vendor-pictures(\/:pictureId)?|\/presentation-states(\/:instanceId)?|\/verdicts)?|instances\/:instanceId\/preview|events|verdicts)$/;
    expect(open.length).toBeGreaterThan(8);
    expect(open.filter((path) => !may.test(path))).toEqual([]);
  });

  it('keeps institutions apart: on every route what is another’s looks like what is not there', async () => {
    const { admin: mine, institutionId } = await trials.activated('benim');
    const { admin: theirs } = await trials.activated('onlarin');
    const { scan } = await trials.upload(mine);
    await trials.settled(mine);
    const detail = await mine.call(scans.getScan, { params: { scanId: scan.id } });
    const question = await mine.call(evaluation.createQuestion, {
      body: { name: 'S', algorithmId: 'qc.series', positiveWhen: { kind: 'finding', code: 'NO_PROBLEM' } },
    });
    const conditions = { modality: 'CT' };
    const rule = await mine.call(catalogue.addRoutingRule, {
      params: { algorithmId: 'qc.series' },
      body: { conditions },
    });
    const { key } = await mine.call(integrations.createApiKey, { body: { name: 'K', scopes: ['scans:read'] } });
    const invitation = await mine.call(members.inviteMember, {
      body: { email: 'davetli@duai.example', role: 'member' },
    });
    await trials.member(mine, 'benim-uye');
    const member = (await mine.call(members.listMembers)).members.find(({ username }) => username === 'benim-uye')!;
    const { id: peerId } = await mine.call(pacs.addPacsNode, {
      body: { name: 'CT', aeTitle: 'CT', identification: { transport: 'plain', address: '127.0.0.1' } },
    });
    const { id: receiverId } = await mine.call(hl7.addHl7Receiver, {
      body: { name: 'HIS', host: 'his.duai.example', port: 2575, transport: 'tls' },
    });
    const { id: clientId } = await mine.call(fhir.addFhirClient, {
      body: { name: 'HIS', scopes: ['system/*.rs'], keys: { jwksUrl: `http://${SYSTEM_HOST}/keys` } },
    });
    const { webhook } = await mine.call(integrations.createWebhook, {
      body: { url: `http://${SYSTEM_HOST}/hook`, event: 'analysis.finished' },
    });
    // What was sent and failed: such a one its own institution may send again.
    const [messageId, resultId, hookedId, quarantineId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    for (const statement of [
      sql`insert into hl7_messages (id, institution_id, receiver_id, scan_id, submission, state, created_at)
        values (${messageId}, ${institutionId}, ${receiverId}, ${scan.id}, 1, 'failed', now())`,
      sql`insert into pacs_deliveries (id, institution_id, peer_id, scan_id, submission, object, content, state, created_at)
        values (${resultId}, ${institutionId}, ${peerId}, ${scan.id}, 1, 'structured-report', '', 'failed', now())`,
      sql`insert into webhook_deliveries (id, webhook_id, institution_id, event, scan_id, cause, payload, status, created_at)
        values (${hookedId}, ${webhook.id}, ${institutionId}, 'analysis.finished', ${scan.id}, 'x', '{}', 'failed', now())`,
      sql`insert into pacs_quarantine (id, institution_id, way, scan_id, sop_instance_uid, sha256, data_set_sha256, size_bytes, received_at)
        values (${quarantineId}, ${institutionId}, 'api', ${scan.id}, '2.25.9992', '', 'x', 1, now())`,
    ])
      await server.parts.db.drizzle.execute(statement);
    const text = (vr: string, value: string) => ({ vr, Value: [value] });
    const workitem = {
      '00080018': text('UI', '2.25.9991'),
      '00404005': text('DT', '20261123'),
      '00404021': { vr: 'SQ' },
      '00404041': text('CS', 'READY'),
      '00741000': text('CS', 'SCHEDULED'),
      '00741200': text('CS', 'LOW'),
      '00741204': text('LO', 'Analysis'),
    };
    expect((await mine.send(workitems.createWorkitem, { body: workitem })).status).toBe(201);
    const study = detail.studies[0]!;
    const my: Record<string, string> = {
      peerId,
      receiverId,
      clientId,
      webhookId: webhook.id,
      messageId,
      quarantineId,
      studyInstanceUid: study.studyInstanceUid!,
      workitem: '2.25.9991',
      scanId: scan.id,
      instanceId: detail.studies[0]!.series[0]!.instances[0]!.id,
      questionId: question.id,
      ruleId: rule.id,
      dossierId: (await mine.call(evaluation.createDossier)).id,
      keyId: key.id,
      invitationId: invitation.id,
      memberId: member.id,
    };
    const bodiesOf: Record<string, unknown> = {
      [evaluation.uploadGroundTruth.path]: { csv: '1.2,1' },
      [evaluation.setVerdict.path]: { algorithmId: 'qc.series', code: 'NO_PROBLEM', verdict: 'agree' },
      [members.changeMemberRole.path]: { role: 'admin' },
      [patientCorrections.correctPatientOfScan.path]: {
        ...{ name: 'DOĞRU^AYŞE', patientId: 'D-1', birthDate: null, sex: null },
        ...{ reason: 'A mistake', seen: null },
      },
      [pacs.testPacsNode.path]: { store: false, query: false },
      [pacs.changePacsNode.path]: { name: 'Arşiv', aeTitle: 'ARSIV', purpose: 'archive' },
      [keptAside.decideKeptAside.path]: { decision: 'keep-stored', seen: 'f'.repeat(64) },
      [retention.holdScan.path]: { isHeld: true },
      [workitems.updateWorkitem.path]: {},
      [workitems.changeWorkitemState.path]: {},
    };
    const about = (server.endpoints as Endpoint[]).filter(
      (endpoint) =>
        ['institution-admin', 'institution-reader'].includes(endpoint.audience) &&
        !endpoint.consumes?.startsWith('multipart/related') &&
        namesIn(endpoint).some((name) => !OF_NOBODY.includes(name)),
    );
    // Who stores by STOW-RS names a study of the own institution, whoever has the same. A route with a new kind of id is tried as well.
    const kinds = new Set([...Object.keys(my), 'deliveryId', ...OF_NOBODY, ...WITHIN]);
    expect(about.flatMap(namesIn).filter((name) => !kinds.has(name))).toEqual([]);
    expect(about.length).toBeGreaterThan(30);
    for (const endpoint of about) {
      const deliveryId = endpoint === pacs.sendDeliveryAgain ? resultId : hookedId;
      const answers = await Promise.all(
        [{ ...my, deliveryId }, {}].map(async (ids) => {
          const answer = await theirs.send(endpoint, {
            params: { ...params, ...ids } as never,
            body: (endpoint.method === 'GET' ? undefined : bodiesOf[endpoint.path]) as never,
          });
          return [answer.status, await answer.text()];
        }),
      );
      expect(answers[0], `${endpoint.method} ${endpoint.path}`).toEqual(answers[1]);
      // A search over all studies finds nothing (PS3.18 section 8.3.4.4).
      const none = isSearch(endpoint) ? [200, '[]'] : [404, expect.any(String)];
      expect(answers[0], `${endpoint.method} ${endpoint.path}`).toEqual(none);
    }
  });

  it('lets nobody reach the case of another patient, and "not yours" looks like "not there" [ACC-013] [ACC-014]', async () => {
    const [mine, theirs] = [await server.patient(), await server.patient()];
    const caseId = await server.openCase(mine);
    expect((await theirs.call(cases.listCases)).map((row) => row.id)).not.toContain(caseId);
    const about = (server.endpoints as Endpoint[]).filter(
      (endpoint) => endpoint.audience === 'patient' && endpoint.path.includes(':caseId'),
    );
    expect(about.length).toBeGreaterThan(4);
    for (const endpoint of about) {
      const [other, none] = await Promise.all(
        [caseId, NOWHERE].map((id) =>
          theirs.send(endpoint, {
            params: { ...params, caseId: id } as never,
            body: (endpoint.body && bodies[endpoint.path]) as never,
          }),
        ),
      );
      expect([other!.status, await other!.text()], endpoint.path).toEqual([none!.status, await none!.text()]);
      expect([404, 415], endpoint.path).toContain(other!.status);
    }
  });

  it('refuses a cookie call that comes from another site', async () => {
    const answer = await fetch(`${server.address}/api/console/auth/logout`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'ORIGIN_REFUSED']);
  });
});

describe('the calls', () => {
  it('answer JSON, errors as { message, code, details? } with the right status [API-005] [API-035]', async () => {
    const answer = await fetch(`${server.address}/api/nothing`);
    expect([answer.status, await answer.json()]).toEqual([404, { message: expect.any(String), code: 'NOT_FOUND' }]);
    const bad = await callers.patient!.send(cases.createCase, {
      body: { modality: 'Telepathy' as never },
      language: 'tr',
    });
    expect(bad.status).toBe(400);
    expect(bad.headers.get('content-type')).toContain('application/json');
    expect(await bad.json()).toEqual({
      message: expect.stringContaining('alan'),
      code: 'VALIDATION_FAILED',
      details: [{ path: 'modality', message: 'Lütfen görüntüleme yöntemini seçin' }],
    });
  });

  it('GET /api/press and GET /api/news take nothing and answer arrays [API-007] [API-026] [PRS-012] [PUB-065]', async () => {
    const releases = await server.client().call(press.listPress);
    expect(releases).toHaveLength(3);
    expect(Object.keys(releases[0]!).sort()).toEqual(['content', 'date', 'id', 'linkUrl', 'title']);
    expect(await server.client().call(press.listNews)).toEqual([]);
    await callers.operator!.call(press.createAnnouncement, {
      body: { title: 'Haber', linkText: 'Oku', linkUrl: '/press' },
    });
    expect(await server.client().call(press.listNews)).toEqual([
      { id: expect.any(String), title: 'Haber', linkText: 'Oku', linkUrl: '/press' },
    ]);
  });

  it('cases: 201 with the case, uploaded and routine by default; the list is an array with every field [API-002] [API-004] [API-023] [API-024] [API-027] [PAT-076] [PAT-111]', async () => {
    const patient = await server.patient();
    const created = await patient.send(cases.createCase, {
      body: { modality: 'CT', bodyPart: 'Diz', clinicalHistory: 'Yok', symptoms: 'Ağrı' },
    });
    expect(created.status).toBe(201);
    expect(await created.json()).toMatchObject({ status: 'uploaded', urgency: 'routine', images: [] });
    const list = await patient.call(cases.listCases);
    expect(list).toHaveLength(1);
    for (const field of [
      'id',
      'caseNumber',
      'modality',
      'bodyPart',
      'clinicalHistory',
      'symptoms',
      'urgency',
      'status',
      'uploadedAt',
      'images',
    ])
      expect(list[0]).toHaveProperty(field);
    for (const body of [{}, { modality: '' }, { modality: 'PET' }])
      expect((await patient.send(cases.createCase, { body: body as never })).status).toBe(400);
  });

  it('are described by an OpenAPI document with a browsable page', async () => {
    const document = (await (await fetch(`${server.address}/api/openapi.json`)).json()) as {
      paths: Record<string, unknown>;
    };
    for (const endpoint of server.endpoints as Endpoint[])
      expect(Object.keys(document.paths)).toContain(endpoint.path.replace(/:(\w+)/g, '{$1}'));
    expect((await fetch(`${server.address}/api/docs/`)).status).toBe(200);
  });
});

describe('privacy', () => {
  it('keeps names, addresses and free text out of log lines, job payloads and metrics [SHR-013]', async () => {
    const patient = await server.patient({ email: 'kanarya-kusu@duai.example' });
    await patient.call(cases.createCase, { body: { modality: 'CT', clinicalHistory: 'gizli-kanarya-öyküsü' } });
    await patient.send(cases.createCase, { body: { modality: 'gizli-kanarya' as never } });
    const { rows } = await server.parts.db.drizzle.execute('select data::text as data from pgboss.job');
    const metrics = await (await fetch(`${server.address}/metrics`)).text();
    // Secrets: right and wrong passwords, the token of a session and those of mailed links.
    const password = 'gizli-parola-kanarya-7';
    await server.client().send(accounts.loginPatient, { body: { email: patient.email, password } });
    await server.client().call(accounts.forgotPatientPassword, { body: { email: patient.email } });
    const link = await server.mailedToken(patient.email, 'second-opinion/reset-password');
    await server.client().call(accounts.resetPatientPassword, { body: { token: link, password } });
    const { token } = await server.client().call(accounts.loginPatient, { body: { email: patient.email, password } });
    const everything = [server.logLines.join(''), JSON.stringify(rows), metrics].join('\n');
    expect(everything).not.toMatch(/kanarya/i);
    for (const secret of [token, link, patient.token()!]) expect(everything).not.toContain(secret);
    // An address carries a token only behind its #, which browsers do not send and servers do not log.
    const mails = (await server.parts.mailbox.list()).filter(({ to }) => to === patient.email);
    const addresses = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) expect(address.split('#')[0]).not.toMatch(/kanarya|token|[\w-]{30,}/i);
    expect(metrics).toContain('http_request_duration_seconds');
  });
});
