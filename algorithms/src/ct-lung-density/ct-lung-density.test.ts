import { algorithmResultSchema, decodeRuns, LANGUAGES } from '@duai/contract';
import { chestPhantom, type Volume } from '@duai/imaging';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asEnhancedCt } from '../../../imaging/src/testing/enhanced-ct.ts';
import {
  codesOf,
  limitationsOf,
  measured,
  readChestCt,
  runOn,
  saidOf,
  seriesOf,
  withVolume,
} from '../testing/series.ts';
import { ctLungDensity } from './index.ts';

const coarse = { slices: 24, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 10 };
const thick = chestPhantom(coarse);
const thin = chestPhantom({ ...coarse, slices: 96, sliceThicknessMm: 2.5, emphysemaShare: 0.2, seed: 5 });
const bytesOf = (phantom: typeof thick) => phantom.files.map((file) => file.bytes);
const run = async (...args: Parameters<typeof seriesOf>) => runOn(ctLungDensity, await seriesOf(...args));

/** The volume with changed voxels: `change` gets column, row, slice and the present value. */
const repainted =
  (change: (x: number, y: number, z: number, hu: number) => number) =>
  (volume: Volume): Volume => ({
    ...volume,
    values: volume.values.map((hu, voxel) =>
      change(
        voxel % volume.columns,
        Math.floor(voxel / volume.columns) % volume.rows,
        Math.floor(voxel / (volume.columns * volume.rows)),
        hu,
      ),
    ),
  });

describe('ct.lung-density on the phantom', { timeout: 30_000 }, () => {
  it('finds the volume within 3 %, mean density within 2 HU, airways, and two lungs alike', async () => {
    const result = await run(bytesOf(thick));
    expect(algorithmResultSchema.parse(result)).toEqual(result);
    expect(Math.abs(measured(result, 'LUNG_VOLUME') / thick.truth.lungVolumeMl - 1)).toBeLessThan(0.03);
    expect(Math.abs(measured(result, 'LUNG_VOLUME') / thick.truth.analyticLungVolumeMl - 1)).toBeLessThan(0.03);
    expect(Math.abs(measured(result, 'MEAN_LUNG_DENSITY') - thick.truth.meanLungDensityHu)).toBeLessThan(2);
    expect(Math.abs(measured(result, 'AIRWAY_VOLUME') / thick.truth.airwayVolumeMl - 1)).toBeLessThan(0.2);
    const [right, left] = [measured(result, 'LUNG_VOLUME_RIGHT'), measured(result, 'LUNG_VOLUME_LEFT')];
    expect(right + left).toBeCloseTo(measured(result, 'LUNG_VOLUME'), 6);
    expect(Math.abs(right / left - 1)).toBeLessThan(0.02);
  });

  it('gives LAA-950 and Perc15 of thin slices and a smooth kernel as they were written', async () => {
    const result = await run(bytesOf(thin));
    expect(measured(result, 'LAA_950')).toBeCloseTo(thin.truth.laa950Percent, 1);
    expect(measured(result, 'PERC15')).toBeCloseTo(thin.truth.perc15Hu, 0);
    for (const language of LANGUAGES) {
      const { findings, impression } = saidOf(ctLungDensity, result, language);
      expect(findings.join(' ')).not.toMatch(/[{}]/);
      expect(impression).toHaveLength(1);
      expect(impression[0]).toContain('LAA-950');
    }
  });

  it('draws the lung, and what of it is below −950 HU, on the slices they are on', async () => {
    const result = await run(bytesOf(thin));
    if (result.outcome !== 'evaluated') throw new Error('not evaluated');
    const voxelMl = (3.8 * 3.8 * 2.5) / 1000;
    const countOf = (code: string) =>
      result.overlays
        .find((overlay) => overlay.code === code)!
        .slices.reduce((sum, { runs }) => sum + decodeRuns(runs, 96 * 96).reduce((a, b) => a + b, 0), 0);
    expect(countOf('LUNG') * voxelMl).toBeCloseTo(measured(result, 'LUNG_VOLUME'), 6);
    expect((countOf('LAA_950') / countOf('LUNG')) * 100).toBeCloseTo(measured(result, 'LAA_950'), 6);
  });

  it('measures the frames of one enhanced file as it measures the slices, and says which frame a mask lies on', async () => {
    const classic = await run(bytesOf(thin));
    const backwards = bytesOf(thin).reverse();
    const enhanced = await run([await asEnhancedCt(backwards)]);
    if (classic.outcome !== 'evaluated' || enhanced.outcome !== 'evaluated') throw new Error('both are evaluated');
    expect(enhanced.measurements).toEqual(classic.measurements);
    expect(enhanced.findings).toEqual(classic.findings);
    const [lung, classicLung] = [enhanced.overlays[0]!, classic.overlays[0]!];
    expect(lung.slices.map((slice) => slice.runs)).toEqual(classicLung.slices.map((slice) => slice.runs));
    // Frames are written from the head down: the first slice of the phantom is the last of the 96 frames.
    expect(lung.slices.map((slice) => slice.frame ?? 0)).toEqual(
      classicLung.slices.map(({ sopInstanceUid }) => 96 - Number(sopInstanceUid.split('.').at(-1))),
    );
  });

  it('gives the same result for the same slices in any order', async () => {
    const series = await seriesOf(bytesOf(thick));
    const straight = await runOn(ctLungDensity, series);
    const indices = [...series.instances.keys()];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(indices, { minLength: indices.length }), async (order) => {
        expect(await run(order.map((index) => bytesOf(thick)[index]!))).toEqual(straight);
      }),
      { numRuns: 8 },
    );
  });

  it('gives volume and mean density but no indices outside the profile, and says why', async () => {
    const sharp = chestPhantom({ ...coarse, convolutionKernel: 'B70f' });
    const result = await run(bytesOf(sharp));
    expect(limitationsOf(result)).toEqual(['KERNEL_OUTSIDE_PROFILE', 'THICKNESS_OUTSIDE_PROFILE']);
    expect(measured(result, 'LUNG_VOLUME')).toBeGreaterThan(0);
    for (const code of ['LAA_950', 'PERC15']) expect(() => measured(result, code)).toThrow('not measured');
    if (result.outcome === 'evaluated') expect(result.overlays.map((overlay) => overlay.code)).toEqual(['LUNG']);
    expect(saidOf(ctLungDensity, result, 'en')).toMatchObject({ impression: [] });
    expect(saidOf(ctLungDensity, result, 'en').findings.join(' ')).toContain('B70f');
  });
});

describe('ct.lung-density where something is different', () => {
  const onVolume = async (change: (volume: Volume) => Volume, phantom = thick) =>
    runOn(ctLungDensity, withVolume(await seriesOf(bytesOf(phantom)), change));

  it('finds no lungs in a body without lungs, nor in nothing', async () => {
    for (const hu of [40, -1000]) {
      const result = await onVolume(repainted(() => hu));
      expect(codesOf(result)).toEqual(['NO_LUNGS']);
      for (const language of LANGUAGES) expect(saidOf(ctLungDensity, result, language).findings).toHaveLength(1);
    }
  });

  it('says that lungs reaching the first or last slice are cut off', async () => {
    expect(codesOf(await run(bytesOf(thick)))).not.toContain('CUT_OFF');
    expect(codesOf(await run(bytesOf(thick).slice(8)))).toContain('CUT_OFF');
    expect(codesOf(await run(bytesOf(thick).slice(0, 14)))).toContain('CUT_OFF');
  });

  it('says that the airways were not found, and that slices have gaps between them', async () => {
    const closed = await onVolume(repainted((x, y, _, hu) => (Math.abs(x - 47.5) < 12 && y < 60 ? 40 : hu)));
    expect(codesOf(closed)).toContain('AIRWAYS_NOT_FOUND');
    expect(() => measured(closed, 'AIRWAY_VOLUME')).toThrow('not measured');
    const gaps = await run(bytesOf(thick), { header: (header) => ({ ...header, sliceThicknessMm: 5 }) });
    expect(codesOf(gaps)).toContain('GAPS_BETWEEN_SLICES');
  });

  it('says that part of a lung may be lost where it reaches the edge of the image', async () => {
    const open = await onVolume(
      repainted((x, y, z, hu) => (x < 48 && y > 40 && y < 56 && z > 9 && z < 14 ? Math.min(hu, -850) : hu)),
    );
    expect(codesOf(open)).toContain('INTERRUPTED');
    expect(codesOf(await run(bytesOf(thick)))).not.toContain('INTERRUPTED');
  });

  it('is not deceived by a hollow table inside the field of view', async () => {
    const plain = await run(bytesOf(thick));
    const onTable = await onVolume(
      repainted((x, y, _, hu) => {
        if (x < 6 || x > 90 || y < 84 || y > 93) return hu;
        return x === 6 || x === 90 || y === 84 || y === 93 ? -100 : -930;
      }),
    );
    expect(measured(onTable, 'LUNG_VOLUME')).toBe(measured(plain, 'LUNG_VOLUME'));
  });

  it('does not count gas of the bowel as lung', async () => {
    const plain = await run(bytesOf(thick));
    const isBowel = (x: number, y: number, z: number) => z < 3 && (x - 48) ** 2 + (y - 40) ** 2 < 8 ** 2;
    const withGas = await onVolume(repainted((x, y, z, hu) => (isBowel(x, y, z) ? -990 : hu)));
    expect(measured(withGas, 'LUNG_VOLUME')).toBe(measured(plain, 'LUNG_VOLUME'));
  });

  it('knows right from left, also feet first and face down', async () => {
    // Shrinks the lung near the first column: the right one of a supine patient, head first.
    const smaller = repainted((x, _, z, hu) => (x < 48 && z < 12 ? 40 : hu));
    const supine = await onVolume(smaller);
    expect(measured(supine, 'LUNG_VOLUME_RIGHT')).toBeLessThan(measured(supine, 'LUNG_VOLUME_LEFT') * 0.7);
    const prone = await seriesOf(bytesOf(thick), {
      header: (header) => ({ ...header, imageOrientationPatient: [-1, 0, 0, 0, -1, 0] }),
    });
    const turned = await runOn(ctLungDensity, withVolume(prone, smaller));
    expect(measured(turned, 'LUNG_VOLUME_LEFT')).toBeCloseTo(measured(supine, 'LUNG_VOLUME_RIGHT'), 6);
  });

  it('follows the trachea from the head also where the slices run the other way', async () => {
    const straight = await run(bytesOf(thick));
    const upsideDown = await run(bytesOf(thick), {
      header: (header) => {
        const [x, y, z] = header.imagePositionPatientMm!;
        return { ...header, imageOrientationPatient: [1, 0, 0, 0, -1, 0], imagePositionPatientMm: [x, y, z] };
      },
    });
    expect(measured(upsideDown, 'AIRWAY_VOLUME')).toBe(measured(straight, 'AIRWAY_VOLUME'));
    expect(measured(upsideDown, 'LUNG_VOLUME')).toBe(measured(straight, 'LUNG_VOLUME'));
  });

  it('does not evaluate a stack that is no volume, and says why', async () => {
    const missing = await run(bytesOf(thick).filter((_, index) => index !== 10));
    expect(codesOf(missing)).toEqual(['MIXED_SPACING']);
    const doubled = await run([...bytesOf(thick), bytesOf(thick)[3]!]);
    expect(codesOf(doubled)).toEqual(['DUPLICATE_SLICES']);
    for (const language of LANGUAGES) expect(saidOf(ctLungDensity, doubled, language).findings).toHaveLength(1);
  });

  it('does not swallow an error that is not about the volume', async () => {
    const series = await seriesOf(bytesOf(thick));
    const broken = { ...series, loadVolume: () => Promise.reject(new Error('the disk is gone')) };
    await expect(runOn(ctLungDensity, broken)).rejects.toThrow('the disk is gone');
  });
});

describe('ct.lung-density on a real chest CT', () => {
  it('agrees between a smooth and a sharp kernel within 2 % in volume, and gives no indices for either', async ({
    skip,
  }) => {
    const [smooth, sharp] = [await readChestCt('b40f-smooth'), await readChestCt('b70f-sharp')];
    if (!smooth || !sharp) return skip('data not present');
    const [a, b] = [await run(smooth), await run(sharp)];
    for (const code of ['LUNG_VOLUME', 'LUNG_VOLUME_RIGHT', 'LUNG_VOLUME_LEFT'])
      expect(Math.abs(measured(a, code) / measured(b, code) - 1), code).toBeLessThan(0.02);
    expect(limitationsOf(a)).toEqual(['THICKNESS_OUTSIDE_PROFILE']);
    expect(limitationsOf(b)).toEqual(['KERNEL_OUTSIDE_PROFILE', 'THICKNESS_OUTSIDE_PROFILE']);
    for (const result of [a, b]) {
      expect(() => measured(result, 'LAA_950')).toThrow('not measured');
      expect(measured(result, 'TRACHEAL_AIR')).toBeCloseTo(-993, -1);
      // The lowest slice contains slivers of lung.
      expect(codesOf(result)).toEqual(['VOLUME', 'DENSITY', 'CUT_OFF']);
      expect(JSON.stringify(result).length).toBeLessThan(100_000);
    }
    expect(await run(smooth)).toEqual(a);
  }, 60_000);
});
