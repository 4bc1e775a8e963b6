import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrations, pacs, scans as scanContract } from '@duai/contract';
import { type ElementToWrite, writePart10 } from '@duai/imaging';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { imagesForm } from '../../../../scripts/http-client.ts';
import { temporaryDirectory } from '../../../../scripts/instance.ts';
import { dcmtk } from '../../../../scripts/test-servers/dcmtk.ts';
import { stowRequest } from '../../../../scripts/test-servers/stow.ts';
import { createServiceLine } from '../../gateway/service-line.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: HttpClient;
let operator: HttpClient;
beforeAll(async () => {
  server = await startTestServer({ DICOM_PLAIN_PORT: '0', DICOM_QUIET_SECONDS: '3600' });
  operator = await server.staff('operator');
  ({ admin } = await createInstitutionFactory(server, operator).activated('gelis'));
});
afterAll(() => server.end());

/** A radiograph of a study of its own. */
const film = (study: number, modality: string, more: ElementToWrite[] = []): Uint8Array =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.1' },
    { tag: 0x00080018, vr: 'UI', value: `2.25.881.${study}` },
    { tag: 0x00080020, vr: 'DA', value: '20260317' },
    { tag: 0x00080050, vr: 'SH', value: `ACC-${study}` },
    { tag: 0x00080060, vr: 'CS', value: modality },
    { tag: 0x00080090, vr: 'PN', value: 'Sevk^Eden^^Dr.' },
    { tag: 0x0020000d, vr: 'UI', value: `2.25.882.${study}` },
    { tag: 0x0020000e, vr: 'UI', value: `2.25.883.${study}` },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [16] },
    { tag: 0x00280011, vr: 'US', value: [16] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x7fe00010, vr: 'OB', value: new Uint8Array(256).fill(study) },
    ...more,
  ]);
const form = (bytes: Uint8Array) => imagesForm([{ name: 'a.dcm', bytes }]);
const found = async (query: { modality?: string; source?: scanContract.ArrivalWay }) =>
  (await admin.call(scanContract.listStudies, { query })).rows
    .map(({ modality, arrival }) => `${modality} ${arrival?.way}${arrival?.system ? ` ${arrival.system}` : ''}`)
    .sort();

it('a study says how it came and from whom, what was ordered, and is found by both; radiographs are one kind', async () => {
  const { secret } = await admin.call(integrations.createApiKey, {
    body: { name: 'RIS', scopes: ['scans:read', 'scans:write'] },
  });
  await admin.call(scanContract.uploadScan, { form: form(film(1, 'CR')) });
  const ofKey = server.client();
  ofKey.useToken(secret);
  await ofKey.call(scanContract.uploadScan, { form: form(film(2, 'DX')) });
  const { body, contentType } = stowRequest([film(3, 'RG')]);
  const headers = { 'content-type': contentType, authorization: `Bearer ${secret}` };
  const stowed = await fetch(`${server.address}/api/dicom-web/studies`, { method: 'POST', headers, body });
  expect(stowed.status).toBe(200);
  const line = createServiceLine({ serviceUrl: server.address, apiKey: secret });
  const sent = await line.store([
    async function* () {
      yield film(4, 'MG');
    },
  ]);
  expect([...sent.stored]).toEqual(['2.25.881.4']);
  const node = { name: 'Röntgen 1', aeTitle: 'GELIS' };
  const identification = { transport: 'plain' as const, address: '127.0.0.1' };
  const { id: peerId } = await admin.call(pacs.addPacsNode, { body: { ...node, identification } });
  await operator.call(pacs.openPacsPeer, { params: { peerId }, body: { isOpen: true } });
  const file = join(await temporaryDirectory(), 'film.dcm');
  await writeFile(file, film(5, 'RF'));
  const { code, output } = await dcmtk('storescu', [
    ...['-aet', 'GELIS', '-aec', 'DUAI', '127.0.0.1', String(server.dicom!.plainPort), file],
  ]);
  expect(`${code} ${output}`).toMatch(/^0 /);

  expect(await found({})).toEqual(['CR browser', 'DX api', 'MG gateway', 'RF c-store Röntgen 1', 'RG stow-rs']);
  expect(await found({ modality: scanContract.X_RAY })).toHaveLength(4);
  expect(await found({ modality: 'DX' })).toEqual(['DX api']);
  for (const source of scanContract.ARRIVAL_WAYS) expect(await found({ source })).toHaveLength(1);
  expect(await found({ source: 'c-store', modality: 'MG' })).toEqual([]);

  const { rows } = await admin.call(scanContract.listStudies, { query: { source: 'c-store' } });
  expect(rows[0]).toMatchObject({ studyDate: '2026-03-17' });
  const detail = await admin.call(scanContract.getScan, { params: { scanId: rows[0]!.id } });
  expect(detail.order).toEqual({ accessionNumbers: ['ACC-5'], referringPhysician: 'Dr. Eden Sevk' });
  // The physician's name is for the page of the study alone.
  expect(JSON.stringify(rows)).not.toContain('Sevk');
  expect(server.logLines.join('')).not.toMatch(/Sevk|ACC-5/);
});
