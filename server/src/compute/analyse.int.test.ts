import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE, findAlgorithm, type SeriesInfo, tell } from '@duai/algorithms';
import { type AlgorithmResult, algorithmResultSchema } from '@duai/contract';
import { bytesSource, chestPhantom, inspectFile } from '@duai/imaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asEnhancedCt } from '../../../imaging/src/testing/enhanced-ct.ts';
import { startTestCompute, TEST_MEMORY_MB } from '../testing/compute.ts';

const phantom = chestPhantom({ slices: 24, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 10 });
const slices = phantom.files.map((file) => file.bytes);

let running: Awaited<ReturnType<typeof startTestCompute>>;
beforeAll(async () => {
  running = await startTestCompute();
});
afterAll(() => running.end());

/** Runs an algorithm in the child on these files. */
async function analysed(
  algorithmId: string,
  name: string,
  files: Uint8Array[],
  memoryMb = TEST_MEMORY_MB,
): Promise<AlgorithmResult> {
  const paths: string[] = [];
  const instances: SeriesInfo['instances'] = [];
  for (const [index, bytes] of files.entries()) {
    const inspection = await inspectFile(bytesSource(bytes));
    if (inspection.status === 'refused' || inspection.kind !== 'dicom') throw new Error('a phantom is accepted');
    const { header } = inspection;
    const { sopInstanceUid, columns, rows, frames } = header;
    instances.push({ kind: 'dicom', header, sopInstanceUid, name: sopInstanceUid!, columns, rows, frames });
    paths.push(join(running.dir, `${name}-${index}.dcm`));
    await writeFile(paths[index]!, bytes);
  }
  const declared = { declaredModality: 'CT', declaredBodyPart: null, declaredAgeYears: null };
  const series: SeriesInfo = { seriesInstanceUid: '2.25.1', ...declared, instances };
  const { result } = await running.compute.run(
    'analyse',
    { algorithmId, series, paths, memoryMb },
    { timeoutMs: 60_000, account: undefined },
  );
  return algorithmResultSchema.parse(result);
}

describe('an analysis in a child process', () => {
  it('gives the same for an enhanced multi-frame CT as for its slices', async () => {
    const enhanced = [await asEnhancedCt(slices.toReversed())];
    const [ofSlices, ofFrames] = [
      await analysed('ct.lung-density', 'slice', slices),
      await analysed('ct.lung-density', 'frames', enhanced),
    ];
    if (ofSlices.outcome !== 'evaluated' || ofFrames.outcome !== 'evaluated') throw new Error('both are evaluated');
    expect(ofFrames.measurements).toEqual(ofSlices.measurements);
    const volume = ofFrames.measurements.find(({ code }) => code === 'LUNG_VOLUME')!.value;
    expect(Math.abs(volume / phantom.truth.lungVolumeMl - 1)).toBeLessThan(0.03);
    const numbers = ofFrames.overlays[0]!.slices.map((slice) => slice.frame ?? 0);
    expect(new Set(numbers).size).toBe(ofSlices.overlays[0]!.slices.length);

    const quality = await analysed('qc.series', 'frames', enhanced);
    expect(quality).toMatchObject({ outcome: 'evaluated', findings: [{ code: 'NO_PROBLEM' }], limitations: [] });
  });

  it('of a series that would need more memory than there is, is refused with figures before a file is read', async () => {
    const tooLarge = await analysed('ct.lung-density', 'slice', slices, 251);
    // 24 slices of 96² are 221 thousand voxels; 1 MB holds 174 thousand at 6 bytes.
    expect(tooLarge).toEqual({
      outcome: 'not-evaluable',
      reasons: [{ code: 'TOO_LARGE', params: { millionVoxels: 1, maxMillion: 0 } }],
    });
    expect(tell(findAlgorithm(CATALOGUE, 'ct.lung-density')!, tooLarge).map(({ wording }) => wording.en)).toEqual([
      'The series is too large to be evaluated here: 1 million voxels (at most 0 million).',
    ]);
  });

  it('of an algorithm that is not there is an error with its code', async () => {
    await expect(analysed('ct.nothing', 'slice', slices.slice(0, 1))).rejects.toMatchObject({
      code: 'ALGORITHM_UNKNOWN',
    });
  });
});
