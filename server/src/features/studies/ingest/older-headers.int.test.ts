import { cases } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowOfValues } from '../../../../../imaging/src/testing/row-of-values.ts';
import { type HttpClient, imagesForm } from '../../../../../scripts/http-client.ts';
import { TaskStopped } from '../../../adapters/compute/port.ts';
import { sha256Hex } from '../../../core/ids.ts';
import { imageWithTable, smallPhantom } from '../../../testing/samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { haveOlderHeadersRead } from '../index.ts';
import { readOlderHeaders, registerOlderHeaders } from './older-headers.ts';

let server: TestServer;
let patient: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.patient();
});
afterAll(() => server.end());

interface Row extends Record<string, unknown> {
  preview: string | null;
  has_voi: boolean | null;
  has_modality: boolean | null;
}
const rowOf = async (id: string) =>
  (
    await server.parts.db.drizzle.execute<Row>(sql`
      select preview_sha256 as preview, (header -> 'hasVoiLut')::bool as has_voi, (header -> 'hasModalityLut')::bool as has_modality
      from instances where id = ${id}`)
  ).rows[0]!;

/** An image in a case of its own, and its rendering without a chosen window. */
async function uploaded(bytes: Uint8Array) {
  const caseId = await server.openCase(patient);
  await patient.call(cases.uploadCaseImages, { params: { caseId }, form: imagesForm([{ name: 'a.dcm', bytes }]) });
  const series = () => patient.call(cases.listCaseSeries, { params: { caseId } });
  await expect.poll(async () => (await series())[0]?.images.length).toBe(1);
  const { id } = (await series())[0]!.images[0]!;
  const drawn = () => patient.send(cases.getCaseImagePreview, { params: { caseId, imageId: id } });
  const bytesOf = async () => Buffer.from(await (await drawn()).arrayBuffer());
  return { id, drawn, bytesOf, right: await bytesOf() };
}

/**
 * Restores the state before lookup tables were read: the header does not mention them, and the preview is drawn with
 * the window alone.
 */
async function makeOld(id: string): Promise<Buffer> {
  await server.parts.db.drizzle.execute(sql`
    update instances set window_center = 100, window_width = 50, header = header - 'hasVoiLut' - 'hasModalityLut'
    where id = ${id}`);
  return giveOlderPreview(id);
}

/** Any other picture stands for the wrong preview; it only matters whether it is shown. */
async function giveOlderPreview(id: string): Promise<Buffer> {
  const older = Buffer.concat([Buffer.from('older picture of '), Buffer.from(id)]);
  await server.parts.storage.put(older, (tx, sha256) =>
    tx.execute(sql`update instances set preview_sha256 = ${sha256} where id = ${id}`),
  );
  return older;
}

describe('an image whose header is from before lookup tables were read', () => {
  it.each(['voi', 'modality'] as const)('is drawn by the %s table that its file has', async (kind) => {
    const { id, bytesOf, right } = await uploaded(imageWithTable(kind));
    const older = await makeOld(id);
    expect((await bytesOf()).equals(right)).toBe(true);
    expect(await rowOf(id)).toEqual({
      preview: sha256Hex(right),
      has_voi: kind === 'voi',
      has_modality: kind === 'modality',
    });
    // Nothing refers to the wrong preview any more.
    await expect(server.parts.storage.open(sha256Hex(older))).rejects.toThrow();
  });

  it('keeps its preview where its file has no table', async () => {
    const { id, bytesOf } = await uploaded(smallPhantom(5).files[3]!.bytes);
    const older = await makeOld(id);
    await server.parts.db.drizzle.execute(sql`
      update instances set window_center = -600, window_width = 1500 where id = ${id}`);
    expect((await bytesOf()).equals(older)).toBe(true);
    expect(await rowOf(id)).toEqual({ preview: sha256Hex(older), has_voi: false, has_modality: false });
  });

  it('is not drawn at all where its table cannot be read', async () => {
    const { id, drawn } = await uploaded(imageWithTable('voi'));
    await makeOld(id);
    await server.parts.storage.put(imageWithTable('modality', { isBroken: true }), (tx, sha256) =>
      tx.execute(sql`update instances set sha256 = ${sha256} where id = ${id}`),
    );
    expect((await drawn()).status).toBe(404);
    expect(await rowOf(id)).toEqual({ preview: null, has_voi: false, has_modality: true });
    expect((await drawn()).status).toBe(404);
  });

  it('is read again in the background after a start, also behind one whose file is damaged', async () => {
    const images = [await uploaded(imageWithTable('voi')), await uploaded(imageWithTable('modality'))];
    const [damaged, whole] = images.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [
      (typeof images)[0],
      (typeof images)[0],
    ];
    await makeOld(damaged.id);
    await makeOld(whole.id);
    await server.parts.db.drizzle.execute(sql`
      update instances set sha256 = ${'e'.repeat(64)} where id = ${damaged.id}`);
    await haveOlderHeadersRead(server.parts);
    await expect.poll(async () => (await rowOf(whole.id)).preview).toBe(sha256Hex(whole.right));
    expect((await rowOf(damaged.id)).has_voi).toBeNull();
  });

  it.each([
    ['without spacing', null, null, [1, 1]],
    ['with that of the film taken for that of the patient', [0.2, 0.1], 'patient', null],
  ] as const)('has the pixel size on the film where it was stored %s', async (_what, pixelSpacingMm, of, ratio) => {
    const film: [number, string][] = [
      [0x00182010, '0.2\\0.1'],
      ...(of ? [[0x00280030, '0.2\\0.1'] as [number, string]] : []),
    ];
    const { id, bytesOf, right } = await uploaded(rowOfValues(film.map(([tag, value]) => ({ tag, vr: 'DS', value }))));
    const sizeOf = async () =>
      (
        await server.parts.db.drizzle.execute<{ header: DicomHeader }>(
          sql`select header from instances where id = ${id}`,
        )
      ).rows.map(({ header }) => [header.pixelSpacingMm, header.pixelSpacingOf, header.pixelAspectRatio])[0];
    const told = [[0.2, 0.1], 'film', undefined];
    expect(await sizeOf()).toEqual(told);
    const older = JSON.stringify({ pixelSpacingMm, pixelSpacingOf: of, ...(ratio && { pixelAspectRatio: ratio }) });
    await server.parts.db.drizzle.execute(
      sql`update instances set header = (header - 'scannedSpacingMm') || ${older}::jsonb where id = ${id}`,
    );
    expect(await sizeOf()).not.toEqual(told);
    const preview = await giveOlderPreview(id);
    await haveOlderHeadersRead(server.parts);
    await expect.poll(sizeOf).toEqual(told);
    // Drawn anew where its pixels were taken for square ones.
    expect((await bytesOf()).equals(ratio ? right : preview)).toBe(true);
  });

  it('is read behind one whose reading is ended; a server that closes goes on with the same one', async () => {
    const { id } = await uploaded(smallPhantom(5).files[3]!.bytes);
    await makeOld(id);
    const { quick, queue } = server.parts;
    const run = async (code: 'TIMED_OUT' | 'CRASHED' | 'ABORTED') => {
      let handled: Promise<void> | undefined;
      const enqueued: unknown[] = [];
      registerOlderHeaders({
        ...server.parts,
        quick: { ...quick, run: () => Promise.reject(new TaskStopped(code, 'for the test')) },
        queue: {
          ...queue,
          handle: (_job, handler) => {
            handled = handler({} as never, { signal: new AbortController().signal } as never);
          },
          enqueue: async (_tx, job, payload) => {
            enqueued.push([job.name, payload]);
            return 'job';
          },
        },
      });
      await handled;
      return enqueued;
    };
    expect(await run('TIMED_OUT')).toEqual([[readOlderHeaders.name, { after: expect.any(String) }]]);
    expect(await run('CRASHED')).toHaveLength(1);
    await expect(run('ABORTED')).rejects.toBeInstanceOf(TaskStopped);
    expect((await rowOf(id)).has_voi).toBeNull();
  });
});
