import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { algorithmResultSchema, LANGUAGES } from '@duai/contract';
import { chestPhantom } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, plan } from './catalogue.ts';
import { isSmooth } from './ct-lung-density/gate.ts';
import { ctLungDensity } from './ct-lung-density/index.ts';
import { FAULTS, measured, readChestCt, runOn, seriesOf } from './evaluate.ts';
import { qcSeries } from './qc-series/index.ts';

const small = chestPhantom({ slices: 24, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 10 });
const files = small.files.map((file) => file.bytes);
const folderOf = (id: string) => join(import.meta.dirname, id.replace('.', '-'));

describe('the catalogue', () => {
  it.each(CATALOGUE.map((algorithm) => algorithm.manifest.id))(
    '%s has a model card with its version and the figures of its evaluation: no card, no run',
    (id) => {
      const { version } = CATALOGUE.find((algorithm) => algorithm.manifest.id === id)!.manifest;
      const card = readFileSync(join(folderOf(id), 'model-card.md'), 'utf8');
      expect(card).toContain(`${id} ${version}`);
      for (const heading of ['Intended use', 'Evaluation', 'Failure modes']) expect(card).toContain(`**${heading}`);
      const figures = JSON.parse(readFileSync(join(folderOf(id), 'evaluation.json'), 'utf8')) as Record<string, number>;
      const rows = [...card.matchAll(/^\| (?!figure|-)[^|]+\| +([−\d.]+) +\|$/gm)].map((match) =>
        Number(match[1]!.replace('−', '-')),
      );
      expect(rows.map((value) => Math.abs(value).toFixed(1))).toEqual(
        Object.values(figures).map((value) => Math.abs(value).toFixed(1)),
      );
    },
  );

  it('plans every algorithm, with the reason where it does not fit', async () => {
    const decisions = plan(await seriesOf(files.slice(0, 2)));
    expect(decisions.map(({ algorithm, decision }) => [algorithm.manifest.id, decision.fits])).toEqual([
      ['qc.series', true],
      ['ct.lung-density', false],
    ]);
    for (const { algorithm, decision } of decisions) {
      if (!decision.fits)
        for (const language of LANGUAGES) expect(algorithm.describeReason(decision, language)).not.toContain('{');
    }
  });
});

describe('ct.lung-density', () => {
  it('finds the volume of the phantom within 3 % and its mean density within 2 HU', async () => {
    const result = await runOn(ctLungDensity, await seriesOf(files));
    expect(algorithmResultSchema.parse(result)).toEqual(result);
    expect(Math.abs(measured(result, 'LUNG_VOLUME') / small.truth.lungVolumeMl - 1)).toBeLessThan(0.03);
    expect(Math.abs(measured(result, 'MEAN_LUNG_DENSITY') - small.truth.meanLungDensityHu)).toBeLessThan(2);
    expect(Math.abs(measured(result, 'AIRWAY_VOLUME') / small.truth.airwayVolumeMl - 1)).toBeLessThan(0.2);
    expect(measured(result, 'LUNG_VOLUME_RIGHT') + measured(result, 'LUNG_VOLUME_LEFT')).toBeCloseTo(
      measured(result, 'LUNG_VOLUME'),
      6,
    );
  });

  it('gives LAA-950 and Perc15 of a thin, smooth phantom as they were written', async () => {
    const thin = chestPhantom({
      slices: 96,
      matrix: 96,
      pixelSpacingMm: 3.8,
      sliceThicknessMm: 2.5,
      emphysemaShare: 0.2,
      seed: 5,
    });
    const result = await runOn(ctLungDensity, await seriesOf(thin.files.map((file) => file.bytes)));
    expect(measured(result, 'LAA_950')).toBeCloseTo(thin.truth.laa950Percent, 1);
    expect(measured(result, 'PERC15')).toBeCloseTo(thin.truth.perc15Hu, 0);
  });

  it('does not depend on the order of the slices', async () => {
    const straight = await runOn(ctLungDensity, await seriesOf(files));
    const turned = await runOn(ctLungDensity, await seriesOf([...files].reverse()));
    expect(turned).toEqual(straight);
  });

  it('does not evaluate the indices for a sharp kernel, an unknown kernel or thick slices, and says why', async () => {
    const limitations = async (options: Parameters<typeof chestPhantom>[0]) => {
      const { files: made } = chestPhantom({
        slices: 24,
        matrix: 96,
        pixelSpacingMm: 3.8,
        sliceThicknessMm: 10,
        ...options,
      });
      const result = await runOn(ctLungDensity, await seriesOf(made.map((file) => file.bytes)));
      return result.outcome === 'evaluated' ? result.limitations.map((reason) => reason.code) : result.outcome;
    };
    expect(await limitations({ convolutionKernel: 'B70f' })).toEqual([
      'KERNEL_OUTSIDE_PROFILE',
      'THICKNESS_OUTSIDE_PROFILE',
    ]);
    expect(await limitations({ convolutionKernel: null })).toEqual(['KERNEL_UNKNOWN', 'THICKNESS_OUTSIDE_PROFILE']);
  });

  it('knows smooth kernels by their family', () => {
    for (const kernel of ['B30f', 'B40f', 'b31s', 'Br40d', 'STANDARD', 'FC01', 'I30f'])
      expect(isSmooth(kernel), kernel).toBe(true);
    for (const kernel of ['B70f', 'B80f', 'LUNG', 'BONE', 'FC52', 'Br64d', ''])
      expect(isSmooth(kernel), kernel).toBe(false);
  });

  it('finds no lungs where there are none', async () => {
    const series = await seriesOf(files);
    const solid = {
      ...series,
      loadVolume: async () => ({ ...(await series.loadVolume()), values: new Int16Array(96 * 96 * 24).fill(40) }),
    };
    expect(await runOn(ctLungDensity, solid)).toMatchObject({
      outcome: 'not-evaluable',
      reasons: [{ code: 'NO_LUNGS' }],
    });
  });

  it('measures a real chest CT alike with a smooth and a sharp kernel: volumes within 2 %', async ({ skip }) => {
    const [smooth, sharp] = [await readChestCt('b40f-smooth'), await readChestCt('b70f-sharp')];
    if (!smooth || !sharp) return skip('data not present');
    const [a, b] = [
      await runOn(ctLungDensity, await seriesOf(smooth)),
      await runOn(ctLungDensity, await seriesOf(sharp)),
    ];
    expect(Math.abs(measured(a, 'LUNG_VOLUME') / measured(b, 'LUNG_VOLUME') - 1)).toBeLessThan(0.02);
    for (const result of [a, b]) expect(() => measured(result, 'LAA_950')).toThrow('not measured');
  });
});

describe('qc.series', () => {
  const thick = chestPhantom({ slices: 12, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 20 }).files.map(
    (file) => file.bytes,
  );
  const codes = async (input: Awaited<ReturnType<typeof seriesOf>>) => {
    const result = await runOn(qcSeries, input);
    return result.outcome === 'evaluated' ? result.findings.map((finding) => finding.code) : [];
  };

  it('finds nothing wrong with a faultless series', async () => {
    expect(await codes(await seriesOf(thick))).toEqual(['NO_PROBLEM']);
  });

  it.each(Object.keys(FAULTS))('names the fault %s', async (code) => {
    expect(await codes(await FAULTS[code]!(thick))).toContain(code);
  });

  it('says of a JPEG that burnt-in text cannot be ruled out and that pixels were not checked', async () => {
    const series = await seriesOf(thick.slice(0, 1), 'X-Ray');
    const picture = {
      ...series,
      instances: [{ kind: 'jpeg' as const, header: null, sopInstanceUid: null, columns: 64, rows: 64, frames: 1 }],
    };
    const result = await runOn(qcSeries, picture);
    expect(result).toMatchObject({
      findings: [{ code: 'ANNOTATION_NOT_RULED_OUT' }],
      limitations: [{ code: 'PIXELS_NOT_CHECKED' }],
    });
  });

  it('has a sentence in every language for whatever it says', async () => {
    for (const plant of Object.values(FAULTS)) {
      const result = await runOn(qcSeries, await plant(thick));
      for (const language of LANGUAGES) {
        for (const line of qcSeries.describe(result, language).findings) expect(line).not.toMatch(/[{}]/);
      }
    }
  });
});

it('every folder of an algorithm is in the catalogue', () => {
  for (const { manifest } of CATALOGUE) expect(existsSync(folderOf(manifest.id))).toBe(true);
});
