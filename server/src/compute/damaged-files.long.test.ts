import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectFile } from '@duai/imaging';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damagedFiles } from '../../../imaging/src/testing/damage.ts';
import { hasDicomData, samplesOfEverySyntax } from '../../../imaging/src/testing/samples.ts';
import { startTestCompute } from '../testing/compute.ts';

if (!hasDicomData) console.log('data not present: no damaged files are decoded');
const samples = hasDicomData ? samplesOfEverySyntax(1) : [];
const RUNS = 20;
/** Short, because a looping decoder has to be killed; long enough for the small samples on a busy machine. */
const DAMAGED_TIMEOUT_MS = 3000;
const KILLED = ['TIMED_OUT', 'MEMORY', 'CRASHED'];

let running: Awaited<ReturnType<typeof startTestCompute>>;
beforeAll(async () => {
  running = await startTestCompute();
});
afterAll(() => running.end());

describe.runIf(hasDicomData)('decoding damaged files in a process that can be killed', () => {
  it.each(samples)(
    'answers or is killed, and the next file decodes as ever ($transferSyntaxUid)',
    async ({ path }) => {
      const file = new Uint8Array(await readFile(path));
      const inspection = await inspectFile({
        sizeBytes: file.length,
        read: async (offset, length) => file.subarray(offset, offset + length),
      });
      if (inspection.status === 'refused' || inspection.kind !== 'dicom') throw new Error('a sample is accepted');
      const { frames, pixelData } = inspection.header;
      const prepare = (from: string, timeoutMs: number) =>
        running.compute.run(
          'prepare-instance',
          { path: from, kind: 'dicom', frames },
          { timeoutMs, account: undefined },
        );
      const good = await prepare(path, 60_000);
      expect(good.status).toBe('ready');

      const broken = join(running.dir, 'broken.dcm');
      await fc.assert(
        fc.asyncProperty(damagedFiles(file, pixelData.offset), async (bytes) => {
          await writeFile(broken, bytes);
          const outcome = await prepare(broken, DAMAGED_TIMEOUT_MS).then(
            ({ status }) => status,
            (error: { code: string }) => error.code,
          );
          expect(['ready', 'refused', ...KILLED]).toContain(outcome);
          // The same process may have decoded both: the damaged file leaves nothing behind in it.
          expect(await prepare(path, 60_000)).toEqual(good);
        }),
        { numRuns: RUNS },
      );
    },
    180_000,
  );
});

/** Changing one byte of a marker, of a component's size or of the place of the tiles made these decoders search endlessly. */
const ENDLESS = [
  ['SC_rgb_jpeg_gdcm.dcm', 1337, 0x01, 'NOT_READABLE'],
  ['GH184.dcm', 6162, 0x01, 'NOT_READABLE'],
  ['HTJ2K_08_RGB.dcm', 634, 0x80, 'PIXEL_DATA_MISMATCH'],
  // XTOsiz and YTOsiz: the tiles start to the right of the image, or below its start.
  ['HTJ2K_08_RGB.dcm', 616, 0xff, 'NOT_READABLE'],
  ['HTJ2K_08_RGB.dcm', 622, 0x01, 'NOT_READABLE'],
  ['HTJ2K_08_RGB.dcm', 623, 0x10, 'NOT_READABLE'],
] as const;

describe.runIf(hasDicomData)('a stream that would keep its decoder busy', () => {
  it.each(ENDLESS)('is refused before it is decoded (%s, byte %i)', async (name, at, value, code) => {
    const sample = samplesOfEverySyntax(3).find(({ path }) => path.endsWith(`_${name}`))!;
    const bytes = await readFile(sample.path);
    bytes[at] = value;
    const path = join(running.dir, name);
    await writeFile(path, bytes);
    const prepared = await running.compute.run(
      'prepare-instance',
      { path, kind: 'dicom', frames: 1 },
      { timeoutMs: 60_000, account: undefined },
    );
    expect(prepared).toMatchObject({ status: 'refused', code });
  });

  it('is no HTJ2K stream with a damaged byte in its SIZ marker, whatever the byte', async () => {
    const sample = samplesOfEverySyntax(3).find(({ path }) => path.endsWith('_HTJ2K_08_RGB.dcm'))!;
    const file = await readFile(sample.path);
    // SOC and SIZ (T.800 A.4.1, A.5.1): the size of the image and of its tiles, and the parameters of each component.
    const begin = file.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51])) + 4;
    const path = join(running.dir, 'siz.dcm');
    const prepare = () =>
      running.compute.run(
        'prepare-instance',
        { path, kind: 'dicom', frames: 1 },
        { timeoutMs: 60_000, account: undefined },
      );
    const outcomes = new Set<string>();
    for (let at = begin; at < begin + file.readUInt16BE(begin); at += 1) {
      for (const value of [0x01, 0xff]) {
        const bytes = Buffer.from(file);
        bytes[at] = value;
        await writeFile(path, bytes);
        outcomes.add((await prepare()).status);
      }
    }
    expect([...outcomes].sort()).toEqual(['ready', 'refused']);
  }, 180_000);
});
