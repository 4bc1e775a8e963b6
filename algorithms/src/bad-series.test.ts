import { type AlgorithmManifest, LANGUAGES } from '@duai/contract';
import { chestPhantom, type DicomHeader } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import type { Algorithm, SeriesInput } from './algorithm.ts';
import { ctAgatston } from './ct-agatston/index.ts';
import { ctBodyCompositionSlice } from './ct-body-composition-slice/index.ts';
import { ctLungDensity } from './ct-lung-density/index.ts';
import { packagedAlgorithm } from './packages/packaged-algorithm.ts';
import { qcSeries } from './qc-series/index.ts';
import { BODY_SQUARES, ctOfSquares, WHOLE_IMAGE, withRegion } from './testing/ct-phantom.ts';
import { codesOf, measured, runOn, seriesOf } from './testing/series.ts';

const files = chestPhantom({ slices: 24, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 10 }).files.map(
  ({ bytes }) => bytes,
);
const at = (place: number, change: Partial<DicomHeader>) => (header: DicomHeader, index: number) =>
  index === place ? { ...header, ...change } : header;
const whole = await runOn(ctLungDensity, await seriesOf(files));

/** The code, after a look that each language has a sentence of it. */
const saidCode = (algorithm: Algorithm, code: string): string => {
  const said = LANGUAGES.map((language) => algorithm.sentence({ code, params: {} }, language));
  expect(new Set(said).size).toBe(LANGUAGES.length);
  return code;
};

describe('a series that is no volume', () => {
  it.each<[string, Partial<DicomHeader>, string]>([
    ['of slices of another orientation', { imageOrientationPatient: [1, 0, 0, 0, 0.98, 0.199] }, 'MIXED_ORIENTATION'],
    ['of slices of another size', { rows: 95 }, 'MIXED_SIZE'],
    ['of slices with other pixels', { pixelSpacingMm: [3.8, 3.9] }, 'MIXED_SPACING'],
    ['with a slice without a place', { imagePositionPatientMm: null }, 'NO_GEOMETRY'],
    ['with a slice without spacing', { pixelSpacingMm: null }, 'MIXED_SPACING'],
  ])('%s is not measured, and says why', async (_what, change, code) => {
    const result = await runOn(ctLungDensity, await seriesOf(files, { header: at(7, change) }));
    expect(codesOf(result)).toEqual([code]);
    saidCode(ctLungDensity, code);
  });

  it('without any spacing has no millimetres: nothing is measured', async () => {
    const bare = await seriesOf(files, { header: (header) => ({ ...header, pixelSpacingMm: null }) });
    expect(codesOf(await runOn(ctLungDensity, bare))).toEqual(['NO_GEOMETRY']);
    const squares = await ctOfSquares({ squares: BODY_SQUARES });
    const unspaced = withRegion(
      {
        ...squares,
        instances: squares.instances.map((instance) => ({
          ...instance,
          header: { ...instance.header!, pixelSpacingMm: null },
        })),
        loadFrame: async (index) => {
          const frame = await squares.loadFrame(index);
          return { ...frame, header: { ...frame.header, pixelSpacingMm: null } };
        },
      },
      WHOLE_IMAGE,
      [2],
    );
    for (const algorithm of [ctAgatston, ctBodyCompositionSlice]) {
      expect(algorithm.gate(unspaced)).toMatchObject({ fits: false, code: saidCode(algorithm, 'NO_SPACING') });
    }
    expect(codesOf(await runOn(ctBodyCompositionSlice, unspaced))).toEqual(['NO_SPACING']);
    const onFilm = {
      ...withRegion(squares, WHOLE_IMAGE, [2]),
      instances: squares.instances.map(({ header, ...instance }) => {
        return { ...instance, header: { ...header!, pixelSpacingOf: 'film' as const } };
      }),
    };
    expect(ctAgatston.gate(onFilm)).toMatchObject({ fits: false, code: saidCode(ctAgatston, 'NO_SPACING') });
  });

  it('of which one slice cannot be decoded is not measured; the series check names the slice and goes on', async () => {
    const broken = await seriesOf(files, {
      bytes: (bytes, index) => (index === 7 ? bytes.subarray(0, bytes.length - 1000) : bytes),
    });
    await expect(runOn(ctLungDensity, broken)).rejects.toMatchObject({ code: 'TRUNCATED' });
    expect(await runOn(qcSeries, broken)).toMatchObject({
      findings: [{ code: 'NOT_DECODABLE', sopInstanceUids: [broken.instances[7]!.sopInstanceUid] }],
    });
  });
});

describe('a volume that is not as even as it could be', () => {
  const volumeOf = async (change: (header: DicomHeader) => DicomHeader) =>
    measured(await runOn(ctLungDensity, await seriesOf(files, { header: change })), 'LUNG_VOLUME');
  const lungMl = measured(whole, 'LUNG_VOLUME');

  it('with pixels twice as high as wide has twice the volume', async () => {
    const high = await volumeOf((header) => ({ ...header, pixelSpacingMm: [7.6, 3.8] }));
    expect(high / lungMl).toBeCloseTo(2, 3);
  });

  it('with a tilted gantry has its slices nearer to each other than the table moved: the cosine of the tilt', async () => {
    const tilt = (15 * Math.PI) / 180;
    const tilted = await volumeOf((header) => ({
      ...header,
      imageOrientationPatient: [1, 0, 0, 0, Math.cos(tilt), Math.sin(tilt)],
      gantryDetectorTiltDegrees: 15,
    }));
    expect(tilted / lungMl).toBeCloseTo(Math.cos(tilt), 3);
  });
});

describe('a picture without spacing', () => {
  const inAll = (text: string) => ({ tr: `${text} tr`, en: text, ar: `${text} ar` });
  /** Marks every bright pixel and tells its volume. */
  const manifest: AlgorithmManifest = {
    ...{ id: 'test.mask', version: '1.0.0', maker: 'Test', engine: 'onnx', licence: 'none', citation: null },
    ...{ title: inAll('Mask'), intendedUse: inAll('A test'), exclusions: [], thresholds: [], regulatory: [] },
    inputs: { modalities: ['DX'], bodyParts: [] },
    outputs: [
      { code: 'BRIGHT', kind: 'mask', name: inAll('Bright') },
      { code: 'BRIGHT', kind: 'measurement', name: inAll('Bright'), unit: 'mL' },
      { code: 'BRIGHT_VOLUME', kind: 'measurement', name: inAll('Volume'), unit: 'mL' },
    ],
    parameters: {},
    network: {
      source: 'image',
      input: { name: 'image', dims: [1, 1, 4, 4] },
      before: [{ step: 'resize', columns: 4, rows: 4 }],
      outputs: [
        {
          name: 'seen',
          dims: [1, 1, 4, 4],
          after: [{ step: 'threshold', at: 100 }, { step: 'label-volumes' }],
          tells: [
            { kind: 'mask', code: 'BRIGHT', label: 1 },
            { kind: 'volume', code: 'BRIGHT_VOLUME', labels: [1] },
          ],
        },
      ],
    },
  };

  it('gets its mask, and no millilitres', async () => {
    const picture: SeriesInput = {
      ...(await seriesOf(files.slice(0, 1), { declaredModality: 'X-Ray' })),
      instances: [
        { kind: 'jpeg', header: null, sopInstanceUid: null, name: 'picture', columns: 8, rows: 8, frames: 1 },
      ],
      loadGrey: async () => ({ columns: 8, rows: 8, grey: new Uint8Array(64).fill(200), isColoured: false }),
    };
    const seen = { data: new Float32Array(16).fill(200), dims: [1, 1, 4, 4] };
    const result = await packagedAlgorithm(manifest).run(picture, { inference: { run: async () => ({ seen }) } });
    if (result.outcome !== 'evaluated') throw new Error('it is evaluated');
    expect(result.overlays).toHaveLength(1);
    expect(result.measurements).toEqual([]);
  });

  it('is no volume and no CT: the algorithms that measure say so', async () => {
    const series = await seriesOf(files);
    const picture = {
      ...series,
      instances: series.instances.map((each) => ({ ...each, kind: 'jpeg' as const, header: null })),
    };
    for (const algorithm of [ctLungDensity, ctAgatston, ctBodyCompositionSlice])
      expect(algorithm.gate(picture)).toMatchObject({ fits: false, code: saidCode(algorithm, 'NOT_DICOM') });
  });
});
