import { scans } from '@duai/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { waitFor } from '../../../../scripts/instance.ts';
import { stowRequest } from '../../../../scripts/test-servers/stow.ts';
import { codeOf } from '../../testing/code-of.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { nodulesOn } from '../../testing/segmentation.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let factory: ReturnType<typeof createInstitutionFactory>;
beforeAll(async () => {
  server = await startTestServer();
  factory = createInstitutionFactory(server, await server.staff('operator'));
}, 120_000);
afterAll(() => server.end());

async function stowed(admin: HttpClient, files: readonly Uint8Array[]): Promise<void> {
  const { body, contentType } = stowRequest(files);
  const cookie = admin
    .cookies()
    .map((pair) => pair.join('='))
    .join('; ');
  const headers = { 'content-type': contentType, cookie };
  const answer = await fetch(`${server.address}/api/dicom-web/studies`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

it('a segmentation that an archive sends is masks on the images of its scan, read once, for its institution alone', async () => {
  const { admin } = await factory.activated('kesit');
  const { files } = factory.freshPhantom();
  const { bytes, masks } = await nodulesOn(files);
  await stowed(admin, [...files.map((file) => file.bytes), bytes]);
  const [scan] = await factory.settled(admin);
  const params = { scanId: scan!.id };
  const run = vi.spyOn(server.parts.compute, 'run');
  const asked = () => admin.call(scans.listScanSegmentations, { params });
  const [found] = await Promise.all([asked(), asked()]);
  expect(found).toEqual(masks.map((mask, at) => ({ ...mask, code: `SEG_${at + 1}` })));
  expect(await asked()).toEqual(found);
  expect(run.mock.calls.filter(([task]) => task === 'read-segmentation')).toHaveLength(1);

  // One that we sent and that the archive gives back is told as ours, however often it comes.
  const before = await admin.call(scans.getScan, { params });
  const own = await nodulesOn(files, { uid: '2.25.8805', isOurs: true });
  for (let times = 0; times < 2; times += 1) await stowed(admin, [own.bytes]);
  await waitFor(
    async () => (await asked()).length === 4 || undefined,
    60_000,
    () => 'our own segmentation is not there',
  );
  // Its study is not analysed anew: those results would be sent to the archive too, and come back, without end.
  const open = () =>
    server.parts.db.drizzle.execute(
      `select 1 from pgboss.job where data ->> 'scanId' = '${params.scanId}' and state in ('created', 'retry', 'active')`,
    );
  await waitFor(
    async () => (await open()).rows.length === 0 || undefined,
    60_000,
    () => 'work on the study goes on',
  );
  const after = await admin.call(scans.getScan, { params });
  expect(after.scan).toEqual(before.scan);
  expect(after.analyses).toEqual(before.analyses);
  expect((await asked()).map(({ label, isOurs }) => [label, isOurs])).toEqual([
    ['Nodule', false],
    ['Calcium', false],
    ['Nodule', true],
    ['Calcium', true],
  ]);

  const other = await factory.activated('baska-kesit');
  expect(await codeOf(other.admin.call(scans.listScanSegmentations, { params }))).toBe('NOT_FOUND');
});
