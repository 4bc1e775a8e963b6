import { createHash } from 'node:crypto';
import {
  accounts,
  catalogue,
  dicomweb,
  type Endpoint,
  institutions,
  integrations,
  members,
  pacs,
  presentationStates,
  type Sent,
  scans as scanContract,
  vendorPictures,
} from '@duai/contract';
import dicomParser from 'dicom-parser';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import { fhirProblems } from '../../testing/fhir.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { SAMPLE_SCANS } from './intake/sample-scans.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
let mine: Awaited<ReturnType<typeof factory.activated>>;
let theirs: Awaited<ReturnType<typeof factory.activated>>;
let scan: scanContract.Scan;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
  [mine, theirs] = [await factory.activated('portal-mine'), await factory.activated('portal-theirs')];
  await factory.upload(mine.admin);
  scan = (await factory.settled(mine.admin))[0]!;
});
afterAll(() => server.end());

describe('an admin of an institution', () => {
  const routes = () =>
    (server.endpoints as Endpoint[]).filter(
      (endpoint) =>
        ['institution-admin', 'institution-reader'].includes(endpoint.audience) &&
        endpoint.produces !== 'text/event-stream',
    );

  it('reaches all of its own institution and nothing of another [ACC-016]', async () => {
    expect(routes().length).toBeGreaterThan(15);
    const detail = await mine.admin.call(scanContract.getScan, { params: { scanId: scan.id } });
    const [study] = detail.studies;
    const [series] = study!.series;
    const [instance] = series!.instances;
    const instanceId = instance!.id;
    const rule = await mine.admin.call(catalogue.addRoutingRule, {
      params: { algorithmId: 'ct.lung-density' },
      body: { conditions: { modality: 'CT' } },
    });
    const ids = {
      scanId: scan.id,
      instanceId,
      ruleId: rule.id,
      studyInstanceUid: study!.studyInstanceUid,
      seriesInstanceUid: series!.seriesInstanceUid,
      sopInstanceUid: instance!.sopInstanceUid,
      frames: '1',
      place: '7FE00010',
      runId: detail.analyses.find(({ algorithmId }) => algorithmId === 'ct.lung-density')!.id,
      object: 'segmentation',
    };
    // No image of the phantom has an overlay or is a presentation state, and no box of a maker sent a picture: who is given one is
    // shown by retrieve.int.test.ts, presentation-states.int.test.ts and vendor-pictures.long.test.ts.
    const ofNothingHere: string[] = [
      dicomweb.scanImages.overlay.path,
      presentationStates.openOfScan.path,
      vendorPictures.getPicture.path,
    ];
    for (const endpoint of routes()) {
      const named = Object.keys(ids).find((name) => endpoint.path.includes(`:${name}`));
      if (!named || endpoint.method !== 'GET' || ofNothingHere.includes(endpoint.path)) continue;
      const own = await mine.admin.send(endpoint, { params: ids as never });
      const other = await theirs.admin.send(endpoint, { params: ids as never });
      const none = await theirs.admin.send(endpoint, {
        params: { ...ids, [named]: named.endsWith('Uid') ? '2.25.1' : '00000000-0000-4000-8000-000000000000' } as never,
      });
      expect(own.status, endpoint.path).toBe(200);
      const told = await other.text();
      expect([other.status, told], endpoint.path).toEqual([none.status, await none.text()]);
      // A search without a match is answered with an empty list.
      expect(other.status, endpoint.path).toBe(told === '[]' ? 200 : 404);
    }
    for (const [endpoint, params] of [
      [scanContract.deleteScan, { scanId: scan.id }],
      [catalogue.removeRoutingRule, { ruleId: rule.id }],
    ] as const)
      expect((await theirs.admin.send(endpoint as Endpoint, { params: params as never })).status).toBe(404);
    // Every tab, the members and the keys: each call without an id in its path answers the admin and reveals nothing of
    // others.
    const { key } = await mine.admin.call(integrations.createApiKey, {
      body: { name: 'portal-own-key', scopes: ['scans:read'] },
    });
    await mine.admin.call(members.inviteMember, { body: { email: 'portal-own-member@duai.example', role: 'member' } });
    const node = await mine.admin.call(pacs.addPacsNode, {
      body: {
        ...{ name: 'portal-own-node', aeTitle: 'PORTALNODE' },
        identification: { transport: 'plain', address: '192.0.2.7' },
      },
    });
    const listed = routes().filter(
      ({ method, path, produces }) => method === 'GET' && !path.includes(':') && !produces,
    );
    expect(listed.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        institutions.getTrialUsage.path,
        scanContract.listScans.path,
        scanContract.listStudies.path,
        catalogue.listModels.path,
        scanContract.listTrialReports.path,
        members.listMembers.path,
        integrations.listApiKeys.path,
        pacs.listPacsNodes.path,
      ]),
    );
    const own = [
      ...['portal-own-key', 'portal-own-member', 'portal-own-node', 'portal-mine'],
      ...[key.id, node.id, scan.id, mine.institutionId],
    ];
    for (const endpoint of listed) {
      expect((await mine.admin.send(endpoint)).status, endpoint.path).toBe(200);
      const other = await theirs.admin.send(endpoint);
      expect(other.status, endpoint.path).toBe(200);
      const said = await other.text();
      for (const word of own) expect(said, endpoint.path).not.toContain(word);
    }
    expect(JSON.stringify(await mine.admin.call(members.listMembers))).toContain('portal-own-member');
    expect(JSON.stringify(await mine.admin.call(integrations.listApiKeys))).toContain('portal-own-key');
    expect(JSON.stringify(await mine.admin.call(pacs.listPacsNodes))).toContain('portal-own-node');
    const ofNode = { params: { peerId: node.id } };
    expect(await codeOf(theirs.admin.call(pacs.removePacsNode, ofNode))).toBe('NOT_FOUND');
    const tried = theirs.admin.call(pacs.testPacsNode, { ...ofNode, body: { store: false, query: false } });
    expect(await codeOf(tried)).toBe('NOT_FOUND');
    await mine.admin.call(pacs.removePacsNode, ofNode);
    expect(await codeOf(theirs.admin.call(integrations.revokeApiKey, { params: { keyId: key.id } }))).toBe('NOT_FOUND');
    expect(await theirs.admin.call(scanContract.listScans)).toEqual([]);
    expect((await theirs.admin.call(scanContract.listStudies)).total).toBe(0);
    await mine.admin.call(catalogue.removeRoutingRule, { params: { ruleId: rule.id } });
  });

  it('is the only one: a member of the same institution reaches none of it', async () => {
    await server.parts.db.drizzle.execute(sql`insert into institution_users (id, institution_id, username, email, role, password_hash)
      select gen_random_uuid(), institution_id, 'portal-member', 'portal-member@duai.example', 'member', password_hash
      from institution_users where username = 'portal-mine'`);
    const member = await factory.signIn('portal-member');
    expect((await member.send(accounts.getInstitutionUser)).status).toBe(200);
    for (const endpoint of routes()) {
      const { status } = await member.send(endpoint, { params: { scanId: scan.id, month: '2026-11' } as never });
      expect(status, `${endpoint.method} ${endpoint.path}`).toBe(403);
    }
  });
});

describe('the sample institution', () => {
  it('has the sample scans and figures of the specification, and no other institution has them [TRL-062] [TRL-064]', async () => {
    const password = 'ornek-parola-99';
    await server.features.scans.seedSample({ username: 'portal-sample', password }, async () => {});
    const admin = server.client();
    await admin.call(accounts.loginInstitutionUser, { body: { username: 'portal-sample', password } });
    expect(await admin.call(institutions.getTrialUsage)).toMatchObject({
      usedScans: SAMPLE_SCANS.length,
      totalScans: 100,
      remainingDays: 28,
      isSample: true,
    });
    const scans = await factory.settled(admin);
    expect(scans.map((row) => row.modality)).toEqual(['MRI', 'X-Ray', 'CT']);
    // Real runs on generated phantoms, because results refer to stored images.
    for (const { id } of scans) {
      const detail = await admin.call(scanContract.getScan, { params: { scanId: id } });
      expect(detail.analyses.some((run) => run.algorithmId === 'qc.series' && run.status === 'evaluated')).toBe(true);
      expect(detail.findings.length).toBeGreaterThan(0);
    }
    for (const row of scans) {
      expect(row).toMatchObject({ status: 'complete', isSample: true, patientId: expect.stringMatching(/^SAMPLE-/) });
      expect(Object.keys(row)).toEqual(
        expect.arrayContaining([
          'id',
          'studyDescription',
          'patientId',
          'uploadDate',
          'status',
          'findings',
          'modality',
          'bodyPart',
        ]),
      );
    }
    expect(await mine.admin.call(institutions.getTrialUsage)).toMatchObject({ isSample: false });
    expect((await mine.admin.call(scanContract.listScans)).some((row) => row.isSample)).toBe(false);
  });
});

describe('studies', () => {
  it('are found by text, modality, status and day, sorted and in pages', async () => {
    const found = async (query: NonNullable<Sent<typeof scanContract.listStudies, 'query'>>) =>
      (await mine.admin.call(scanContract.listStudies, { query })).total;
    const today = new Date().toISOString().slice(0, 10);
    expect(await found({ modality: 'CT' })).toBe(1);
    expect(await found({ modality: 'MR' })).toBe(0);
    expect(await found({ status: 'failed' })).toBe(0);
    expect(await found({ from: today, to: today })).toBe(1);
    expect(await found({ to: '2020-01-01' })).toBe(0);
    expect(await found({ text: 'lung volume' })).toBe(1);
    expect(await found({ text: '100%' })).toBe(0);
    const { modalities } = await mine.admin.call(scanContract.listStudies, { query: { sort: 'status', page: 2 } });
    expect(modalities).toEqual(['CT']);
  });

  it('wait for their analysis until an algorithm has begun on them, and say which of the two it is', async () => {
    const { admin } = await factory.activated('portal-stages');
    const { compute } = server.parts;
    const run = compute.run.bind(compute);
    const gates = { 'prepare-instance': Promise.withResolvers<void>(), analyse: Promise.withResolvers<void>() };
    const spy = vi.spyOn(compute, 'run').mockImplementation(async (task, input, options) => {
      await gates[task as keyof typeof gates]?.promise;
      return run(task, input, options) as Promise<never>;
    });
    try {
      const sent = await factory.upload(admin);
      expect(sent.scan).toMatchObject({ status: 'processing', stage: 'waiting' });
      const params = { scanId: sent.scan.id };
      const stages = async () => [
        (await admin.call(scanContract.listScans))[0]!.stage,
        (await admin.call(scanContract.listStudies, { query: {} })).rows[0]!.stage,
        (await admin.call(scanContract.getScan, { params })).scan.stage,
      ];
      expect(await stages()).toEqual(['waiting', 'waiting', 'waiting']);
      gates['prepare-instance'].resolve();
      await expect.poll(stages, { timeout: 60_000 }).toEqual(['analysing', 'analysing', 'analysing']);
      gates.analyse.resolve();
      await factory.settled(admin);
      expect(await stages()).toEqual([null, null, null]);
    } finally {
      gates['prepare-instance'].resolve();
      gates.analyse.resolve();
      spy.mockRestore();
    }
  });

  it('go along as PDF, CSV, FHIR bundle and DICOM SR', async () => {
    const params = { scanId: scan.id };
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    expect(text((await mine.admin.bytes(scanContract.getScanPdf, { params })).subarray(0, 5))).toBe('%PDF-');
    const csv = text(await mine.admin.bytes(scanContract.getScanCsv, { params }));
    expect(csv.split('\r\n')[0]).toBe(
      'scan,study,modality,patient,model,version,status,kind,name,value,unit,series,series_instance_uid',
    );
    const { seriesInstanceUid } = (await mine.admin.call(scanContract.getScan, { params })).studies[0]!.series[0]!;
    const volume = csv.split('\r\n').find((line) => line.includes(',LUNG_VOLUME,'))!;
    expect(volume).toMatch(/ct\.lung-density,[\d.]+,evaluated,measurement,LUNG_VOLUME,[\d.]+,ml,Series 1 of 1/);
    expect(volume.endsWith(`,${seriesInstanceUid}`)).toBe(true);
    const bundle = JSON.parse(text(await mine.admin.bytes(scanContract.getScanFhir, { params }))) as {
      entry: {
        resource: { resourceType: string; id: string; result?: { reference: string }[]; extension?: unknown };
      }[];
    };
    const resources = bundle.entry.map(({ resource }) => resource);
    expect(new Set(resources.map(({ resourceType }) => resourceType))).toEqual(
      new Set(['DiagnosticReport', 'Patient', 'ImagingStudy', 'Device', 'Observation', 'Provenance']),
    );
    expect(resources[0]!.result!.length).toBeGreaterThan(0);
    for (const observation of resources.filter(({ resourceType }) => resourceType === 'Observation'))
      expect(observation.extension).toEqual([
        { url: 'urn:duai:series-instance-uid', valueUri: `urn:oid:${seriesInstanceUid}` },
      ]);
    expect(fhirProblems(bundle)).toEqual([]);
    const sr = dicomParser.parseDicom(await mine.admin.bytes(scanContract.getScanSr, { params }));
    expect(sr.string('x00080060')).toBe('SR');
    expect(sr.string('x0020000d')).toBe(
      (await mine.admin.call(scanContract.getScan, { params })).studies[0]!.studyInstanceUid,
    );
  });

  it('are deleted with images and results; what they cost stays counted', async () => {
    const { files } = factory.freshPhantom();
    const { scan: doomed } = await factory.upload(mine.admin, files);
    await factory.settled(mine.admin);
    const before = await mine.admin.call(institutions.getTrialUsage);
    const params = { scanId: doomed.id };
    const hashes = (await mine.admin.call(scanContract.getScan, { params })).studies.flatMap((study) =>
      study.series.flatMap((series) => series.instances.map((instance) => instance.sha256)),
    );
    expect(hashes).toHaveLength(files.length);
    // An archive sent other content under a UID of this study, which was kept aside.
    const { drizzle } = server.parts.db;
    await drizzle.execute(sql`
      insert into pacs_quarantine (id, institution_id, peer_id, way, scan_id, sop_instance_uid, sha256, data_set_sha256, size_bytes, received_at)
      select gen_random_uuid(), institution_id, gen_random_uuid(), 'c-store', id, '1.2.3', repeat('a', 64), repeat('b', 64), 1, now()
      from scans where id = ${doomed.id}`);
    // A neighbour has one of these files as well.
    await factory.upload(theirs.admin, files.slice(0, 1));
    await factory.settled(theirs.admin);
    const shared = createHash('sha256').update(files[0]!.bytes).digest('hex');
    expect(hashes).toContain(shared);
    const answer = await mine.admin.call(scanContract.deleteScan, { params });
    expect((await drizzle.execute(sql`select 1 from pacs_quarantine where scan_id = ${doomed.id}`)).rows).toEqual([]);
    expect(answer.removedFiles).toBeGreaterThanOrEqual(files.length);
    for (const sha256 of hashes) expect(await server.parts.storage.has(sha256)).toBe(sha256 === shared);
    expect(await codeOf(mine.admin.call(scanContract.getScan, { params }))).toBe('NOT_FOUND');
    expect((await mine.admin.call(institutions.getTrialUsage)).usedScans).toBe(before.usedScans);
    const again = await factory.upload(mine.admin, files);
    expect(again.usage.usedScans).toBe(before.usedScans);
    await factory.settled(mine.admin);
  });
});

describe('models', () => {
  const algorithmId = 'ct.lung-density';
  const lungRun = async (scanId: string) =>
    (await mine.admin.call(scanContract.getScan, { params: { scanId } })).analyses.find(
      (run) => run.algorithmId === algorithmId,
    )!;

  it('come with their model cards', async () => {
    const models = await mine.admin.call(catalogue.listModels);
    expect(models.map((model) => model.id)).toContain(algorithmId);
    for (const model of models) {
      expect(model.isEnabled).toBe(true);
      expect(model.card.length).toBeGreaterThan(500);
    }
  });

  it('that are switched off do not run, and the study then costs nothing', async () => {
    await mine.admin.call(catalogue.switchModel, { params: { algorithmId }, body: { isEnabled: false } });
    const before = await mine.admin.call(institutions.getTrialUsage);
    const { scan: taken } = await factory.upload(mine.admin);
    await factory.settled(mine.admin);
    expect(await lungRun(taken.id)).toMatchObject({
      status: 'not-applicable',
      reason: 'This model is switched off in your institution.',
    });
    expect((await mine.admin.call(institutions.getTrialUsage)).usedScans).toBe(before.usedScans);
    await mine.admin.call(catalogue.switchModel, { params: { algorithmId }, body: { isEnabled: true } });
  });

  it('with rules take only what meets one of them; the dry run says so beforehand', async () => {
    const rule = await mine.admin.call(catalogue.addRoutingRule, {
      params: { algorithmId },
      body: { conditions: { modality: 'MR' } },
    });
    const dry = (await mine.admin.call(catalogue.dryRunRouting)).find((row) => row.scanId === scan.id)!;
    // The label of the patient, which the Studies tab shows too.
    expect(dry.patientId).toBe(scan.patientId);
    expect(dry.decisions.find((decision) => decision.algorithmId === algorithmId)).toEqual({
      algorithmId,
      wouldRun: false,
      reason: 'None of your routing rules matches this series.',
    });
    const { scan: taken } = await factory.upload(mine.admin);
    await factory.settled(mine.admin);
    expect((await lungRun(taken.id)).status).toBe('not-applicable');
    await mine.admin.call(catalogue.addRoutingRule, {
      params: { algorithmId },
      body: { conditions: { modality: 'CT' } },
    });
    const wanted = (await mine.admin.call(catalogue.dryRunRouting)).find((row) => row.scanId === scan.id)!;
    expect(wanted.decisions.find((decision) => decision.algorithmId === algorithmId)!.wouldRun).toBe(true);
    await mine.admin.call(catalogue.removeRoutingRule, { params: { ruleId: rule.id } });
    expect(await codeOf(mine.admin.call(catalogue.removeRoutingRule, { params: { ruleId: rule.id } }))).toBe(
      'NOT_FOUND',
    );
  });

  it('refuse a rule without a condition and a model that is not there', async () => {
    const body = { conditions: {} };
    expect(await codeOf(mine.admin.call(catalogue.addRoutingRule, { params: { algorithmId }, body }))).toBe(
      'VALIDATION_FAILED',
    );
    expect(
      await codeOf(
        mine.admin.call(catalogue.switchModel, { params: { algorithmId: 'no.such' }, body: { isEnabled: true } }),
      ),
    ).toBe('NOT_FOUND');
  });
});
