import { scans } from '@duai/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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

it('a segmentation that an archive sends is masks on the images of its scan, read once, for its institution alone', async () => {
  const { admin } = await factory.activated('kesit');
  const { files } = factory.freshPhantom();
  const { bytes, masks } = await nodulesOn(files);
  const { body, contentType } = stowRequest([...files.map((file) => file.bytes), bytes]);
  const answer = await fetch(`${server.address}/api/dicom-web/studies`, {
    method: 'POST',
    headers: {
      'content-type': contentType,
      cookie: admin
        .cookies()
        .map((pair) => pair.join('='))
        .join('; '),
    },
    body,
  });
  expect(answer.status).toBe(200);
  const [scan] = await factory.settled(admin);
  const params = { scanId: scan!.id };
  const run = vi.spyOn(server.parts.compute, 'run');
  const asked = () => admin.call(scans.listScanSegmentations, { params });
  const [found] = await Promise.all([asked(), asked()]);
  expect(found).toEqual(masks.map((mask, at) => ({ ...mask, code: `SEG_${at + 1}` })));
  expect(await asked()).toEqual(found);
  expect(run.mock.calls.filter(([task]) => task === 'read-segmentation')).toHaveLength(1);

  const other = await factory.activated('baska-kesit');
  expect(await codeOf(other.admin.call(scans.listScanSegmentations, { params }))).toBe('NOT_FOUND');
});
