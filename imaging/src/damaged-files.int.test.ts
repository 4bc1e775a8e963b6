import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWholePackets } from './codecs/codestream.ts';
import { IMAGING_LIMITS } from './files/limits.ts';
import { REFUSAL_CODES } from './files/refusal.ts';
import { type ByteSource, decodeFrame, inspectFile } from './index.ts';
import { damagedFiles } from './testing/damage.ts';
import { hasDicomData, samplesOfEverySyntax } from './testing/samples.ts';

if (!hasDicomData) console.log('data not present: no damaged files are inspected');
const samples = hasDicomData ? samplesOfEverySyntax(3) : [];
const RUNS = 150;
/** Far longer than a check takes, far shorter than an endless loop; the machine may be busy. */
const LONGEST_MS = 5000;

describe.runIf(hasDicomData)('inspectFile on damaged files of every transfer syntax', () => {
  it('has samples of all of them', () => {
    expect(new Set(samples.map((sample) => sample.transferSyntaxUid)).size).toBeGreaterThanOrEqual(15);
  });

  it.each(samples)(
    'accepts or refuses $transferSyntaxUid and ends ($name)',
    async ({ path }) => {
      const file = new Uint8Array(readFileSync(path));
      const whole = await inspectFile(counted(file).source);
      if (whole.status === 'refused' || whole.kind !== 'dicom') throw new Error('a sample is accepted');
      await fc.assert(
        fc.asyncProperty(damagedFiles(file, whole.header.pixelData.offset), async (bytes) => {
          const { source, reads } = counted(bytes);
          const begin = performance.now();
          const inspection = await inspectFile(source);
          expect(performance.now() - begin).toBeLessThan(LONGEST_MS);
          if (inspection.status === 'refused') {
            expect(REFUSAL_CODES).toContain(inspection.code);
            expect(inspection.reason).not.toBe('');
          } else if (inspection.kind === 'dicom') {
            const { rows, columns, frames } = inspection.header;
            expect(rows * columns).toBeLessThanOrEqual(IMAGING_LIMITS.framePixels);
            expect(frames).toBeLessThanOrEqual(IMAGING_LIMITS.frames);
          }
          // Every item header is read once; the head is read again a few times with a larger size.
          expect(reads()).toBeLessThan(10 + bytes.length / 8);
        }),
        { numRuns: RUNS },
      );
    },
    120_000,
  );
});

describe.runIf(hasDicomData)('a JPEG or JPEG-LS frame without its end', () => {
  it.each(samples.filter(({ transferSyntaxUid }) => /\.4\.(50|51|70|80|81)$/.test(transferSyntaxUid)))(
    'is refused instead of filled up with grey ($name)',
    async ({ path }) => {
      const file = new Uint8Array(readFileSync(path));
      expect((await decodeFrame(file)).stored.length).toBeGreaterThan(0);
      // The last fragment of the first frame may be followed by others, so every EOI is removed.
      for (let at = 0; at + 1 < file.length; at += 1) if (file[at] === 0xff && file[at + 1] === 0xd9) file[at + 1] = 0;
      await expect(decodeFrame(file)).rejects.toMatchObject({ code: 'TRUNCATED' });
    },
  );
});

/** Bytes without a pattern, the same at each call. */
const noise = (length: number) =>
  fc.sample(fc.uint8Array({ minLength: length, maxLength: length }), { seed: 11, numRuns: 1 })[0]!;

describe.runIf(hasDicomData)('a JPEG 2000 frame with noise among its packets', () => {
  const DAMAGED = 3000;
  const compressed = hasDicomData ? samplesOfEverySyntax(50) : [];
  const large = compressed.filter(
    ({ transferSyntaxUid, path }) => /\.4\.(90|91|20[123])$/.test(transferSyntaxUid) && statSync(path).size > 40_000,
  );

  it.each(large)('is refused instead of shown with made-up pixels ($name)', async ({ path }) => {
    const file = new Uint8Array(readFileSync(path));
    const inspected = await inspectFile(counted(file).source);
    if (inspected.status === 'refused' || inspected.kind !== 'dicom') throw new Error('a sample is accepted');
    const { pixelData, frames } = inspected.header;
    // The middle of the first of frames of about the same size.
    const middle = pixelData.offset + Math.floor((file.length - pixelData.offset) / frames / 2);
    file.set(noise(DAMAGED), middle);
    await expect(decodeFrame(file)).rejects.toMatchObject({ code: 'NOT_READABLE' });
  });

  it.each([
    ['markers before and behind the headers of packets', ['-SOP', '-EPH']],
    ['tiles in several parts', ['-t', '96,96', '-TP', 'R']],
    ['raw bits, segmentation symbols and an end after each pass', ['-M', '63']],
    ['layers', ['-r', '40,20,10,1', '-n', '4']],
    ['floating-point wavelets', ['-I', '-r', '4']],
    ['packed lengths and small precincts', ['-PLT', '-TLM', '-c', '[64,64],[32,32]', '-p', 'PCRL']],
  ])('is not confused with one that OpenJPEG wrote with %s', async (_, options) => {
    const folder = mkdtempSync(join(tmpdir(), 'codestream-'));
    try {
      const [picture, stream] = [join(folder, 'noise.pgm'), join(folder, 'noise.j2k')];
      const [width, height] = [200, 160];
      writeFileSync(picture, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), noise(width * height)]));
      const { status, stderr } = spawnSync('opj_compress', ['-i', picture, '-o', stream, ...options]);
      expect(status, String(stderr)).toBe(0);
      expect(hasWholePackets(readFileSync(stream))).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** A source that counts its reads; its bytes are a copy, so that no read can go beyond them. */
function counted(bytes: Uint8Array): { source: ByteSource; reads: () => number } {
  let count = 0;
  return {
    source: {
      sizeBytes: bytes.length,
      read: async (offset, length) => {
        count += 1;
        return bytes.slice(offset, offset + length);
      },
    },
    reads: () => count,
  };
}
