import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
