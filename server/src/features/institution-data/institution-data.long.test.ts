import { institutionData as contract } from '@duai/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { HttpClient } from '../../../../scripts/http-client.ts';
import { createInstitutionFactory } from '../../testing/institution-factory.ts';
import { stalledReader } from '../../testing/stalled-reader.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SCANS = 600;
const IMAGES_PER_SCAN = 4;
let server: TestServer;
let admin: HttpClient;
let institutionId: string;

/** One study that was really sent, and many copies of its first image: the archive packs the same file repeatedly. */
beforeAll(async () => {
  server = await startTestServer();
  const factory = createInstitutionFactory(server, await server.staff('operator'));
  ({ admin, institutionId } = await factory.activated('cikis'));
  await factory.upload(admin, factory.freshPhantom().files.slice(0, 4));
  await factory.settled(admin);
  for (const text of [
    `create table numbers as select n, gen_random_uuid() as scan, gen_random_uuid() as study, gen_random_uuid() as series from generate_series(1, ${SCANS}) n`,
    `insert into scans (id, institution_id, source, billing, status, submitted_at, created_at)
      select scan, '${institutionId}', 'pacs', 'metered', 'complete', now(), now() - n % 7 * interval '1 hour' from numbers`,
    `insert into studies (id, scan_id) select study, scan from numbers`,
    `insert into series (id, study_id, series_key) select series, study, 'one' from numbers`,
    `insert into instances (id, study_id, series_id, original_name, kind, sha256, size_bytes, position)
      select gen_random_uuid(), study, series, 'a', 'dicom', sha256, size_bytes, position
      from numbers cross join (select distinct on (sha256) sha256, size_bytes, position from instances limit ${IMAGES_PER_SCAN}) image`,
  ])
    await server.parts.db.drizzle.execute(text);
}, 120_000);
afterAll(() => server.end());

it('[TRU-018] an export is streamed with flat memory and ends with its reader', async () => {
  const opened = vi.spyOn(server.parts.storage, 'open');
  const described = vi.spyOn(server.features.analyses, 'ofScan');
  const all = (SCANS + 1) * IMAGES_PER_SCAN;
  try {
    // A reader that stops reading: once the connection's buffers are full, no further file is opened.
    const { done: before, leave } = await stalledReader(
      () => admin.send(contract.downloadTrialData),
      () => opened.mock.calls.length,
    );
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(all / 2);
    // Nor is anything prepared ahead.
    expect(described.mock.calls.length).toBeLessThan(SCANS / 2);
    // After that reader leaves, the next reader opens each file once, and nothing is opened for the one who left.
    await leave();
    const files = unzipSync(await admin.bytes(contract.downloadTrialData));
    const images = Object.entries(files).filter(([name]) => name.endsWith('.dcm'));
    expect(images).toHaveLength(all);
    expect(new Set(images.map(([, bytes]) => bytes.length)).size).toBeLessThanOrEqual(IMAGES_PER_SCAN);
    expect(Object.keys(files).filter((name) => name.endsWith('scan.json'))).toHaveLength(SCANS + 1);
    expect(opened.mock.calls.length).toBeLessThanOrEqual(before + all + 1);
  } finally {
    opened.mockRestore();
    described.mockRestore();
  }
  expect(server.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});
