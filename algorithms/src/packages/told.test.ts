import type { AlgorithmManifest } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { brainVolumes } from '../recipes/mr-brain-volumes/manifest.ts';
import type { Grid } from '../steps/grid.ts';
import { Answers } from './answers.ts';
import { packagedAlgorithm } from './packaged-algorithm.ts';

const manifest: AlgorithmManifest = {
  ...brainVolumes,
  outputs: [
    { code: 'NODULE', kind: 'class-probability', name: { tr: 'Nodül', en: 'Nodule', ar: 'عقيدة' } },
    { code: 'MARK', kind: 'mask', name: { tr: 'İşaret', en: 'Mark', ar: 'علامة' } },
  ],
  network: {
    source: 'image',
    input: { name: 'in', dims: [1, 1, 1, 1] },
    before: [],
    outputs: [
      {
        name: 'p',
        dims: [1, 1],
        after: [],
        tells: [{ kind: 'class-probability', code: 'NODULE', index: 0, threshold: 0.5 }],
      },
    ],
  },
};

const GRID = { size: [1, 1, 1] } as unknown as Grid;

/** The finding for a series whose images have these probabilities. */
function toldOf(probabilities: readonly number[]) {
  const answers = new Answers(manifest);
  for (const [at, probability] of probabilities.entries())
    answers.add({ p: { data: Float32Array.of(probability), dims: [1, 1] } }, GRID, {
      header: null,
      columns: 1,
      rows: 1,
      slices: [{ name: `image-${at}`, frame: 0 }],
      voxelMl: null,
    });
  return answers.told().findings;
}

const said = (findings: ReturnType<typeof toldOf>) =>
  findings.map((finding) => packagedAlgorithm(manifest).sentence(finding, 'en'));

describe('a network that looks at one image after the other', () => {
  it('says one sentence of a whole series, not one of each image, and points at those that reach the threshold', () => {
    const findings = toldOf(Array.from({ length: 60 }, (_, at) => (at === 7 ? 0.75 : at === 9 ? 0.875 : 0.25)));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      code: 'NODULE',
      severity: 'important',
      sopInstanceUids: ['image-9', 'image-7'],
    });
    expect(said(findings)).toEqual(['Nodule: on 2 of 60 images; highest probability 87.5 % (threshold 50 %).']);
  });

  it('says that no image reached it, and shows the likeliest', () => {
    const findings = toldOf([0.125, 0.25, 0.125]);
    expect(findings).toMatchObject([{ code: 'NOT_NODULE', severity: 'info', sopInstanceUids: ['image-1'] }]);
    expect(said(findings)).toEqual([
      'Nodule: below the threshold on all 3 images, highest probability 25 % (threshold 50 %). This rules nothing out.',
    ]);
  });

  it('says of a single image what it always said', () => {
    expect(toldOf([0.75])).toEqual([
      {
        code: 'NODULE',
        severity: 'important',
        params: { probability: 75, threshold: 50 },
        sopInstanceUids: ['image-0'],
      },
    ]);
    expect(said(toldOf([0.75]))).toEqual(['Nodule: probability 75 % (threshold 50 %).']);
  });
});
