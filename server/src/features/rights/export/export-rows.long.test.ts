import { rights } from '@duai/contract';
import { unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { stalledReader } from '../../../testing/stalled-reader.ts';
import { startTestServer } from '../../../testing/test-server.ts';

const CASES = 4;
const IMAGES = 800;

it('[TRU-018] a copy of many rows is read from the database as its reader reads, and no further when that one leaves', async () => {
  const server = await startTestServer();
  try {
    const owner = await server.patient();
    const { drizzle } = server.parts.db;
    const id = await server.openCase(owner);
    // Refused files: the copy has their rows but not their bytes. The headers compress badly.
    for (const text of [
      `create table copied as select n, gen_random_uuid() as study, gen_random_uuid() as series from generate_series(1, ${CASES}) n`,
      `insert into studies (id, case_id, study_instance_uid) select study, '${id}', '1.2.' || n from copied`,
      `insert into series (id, study_id, series_key) select series, study, 'one' from copied`,
      `insert into instances (id, study_id, series_id, original_name, kind, sha256, size_bytes, state, header)
      select gen_random_uuid(), study, series, 'image ' || i, 'dicom', encode(sha256((n || '-' || i)::bytea), 'hex'), 1, 'refused',
        jsonb_build_object('noise', (select string_agg(md5(random()::text || i || x), '') from generate_series(1, 250) x))
      from copied cross join generate_series(1, ${IMAGES}) i`,
    ])
      await drizzle.execute(text);
    const asked = vi.spyOn(drizzle, 'execute');
    const pages = () => asked.mock.calls.length;
    await owner.call(rights.prepareExport);
    const { done, leave } = await stalledReader(() => owner.send(rights.downloadExport), pages);
    await leave();
    asked.mockClear();
    await owner.call(rights.prepareExport);
    const files = unzipSync(await owner.bytes(rights.downloadExport));
    const [, rows] = Object.entries(files).find(([name]) => name.endsWith('data/instances.json'))!;
    const copied: { original_name: string }[] = JSON.parse(Buffer.from(rows).toString());
    expect(copied).toHaveLength(CASES * IMAGES);
    // The stalled reader had not come far, and caused no reads while the other one read.
    expect(done).toBeLessThan(pages() * 0.4);
    expect(pages()).toBeLessThan(2 * ((CASES * IMAGES) / 200) + 60);
  } finally {
    await server.end();
  }
});
