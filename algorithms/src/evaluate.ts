import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlgorithmResult } from '@duai/contract';
import { buildVolume, bytesSource, chestPhantom, type DicomHeader, decodeFrame, inspectFile } from '@duai/imaging';
import type { Algorithm, SeriesInput } from './algorithm.ts';
import { ctLungDensity } from './ct-lung-density/index.ts';
import { qcSeries } from './qc-series/index.ts';

/** Prints the figures of the model cards and writes them beside the algorithms: `node algorithms/src/evaluate.ts`. */
const CHEST_CT = join(
  process.env.DUAI_TEST_DATA ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data'),
  'chest-ct',
);

export async function seriesOf(
  files: Uint8Array[],
  declaredModality: string | null = 'CT',
  change: (header: DicomHeader, index: number) => DicomHeader = (header) => header,
): Promise<SeriesInput> {
  const headers: DicomHeader[] = [];
  for (const [index, file] of files.entries()) {
    const inspection = await inspectFile(bytesSource(file));
    if (inspection.status === 'refused' || inspection.kind !== 'dicom') throw new Error('not a DICOM image');
    headers.push(change(inspection.header, index));
  }
  const loadFrame = async (index: number) => ({ ...(await decodeFrame(files[index]!)), header: headers[index]! });
  return {
    seriesInstanceUid: headers[0]?.seriesInstanceUid ?? null,
    declaredModality,
    instances: headers.map((header) => ({
      kind: 'dicom',
      header,
      sopInstanceUid: header.sopInstanceUid,
      columns: header.columns,
      rows: header.rows,
      frames: header.frames,
    })),
    loadFrame,
    loadVolume: async () => buildVolume(await Promise.all(files.map((_, index) => loadFrame(index)))),
  };
}

/** No algorithm here asks for a network. */
const NO_INFERENCE = {
  run: () => Promise.reject(new Error('no model is expected')),
};

export const runOn = (algorithm: Algorithm, input: SeriesInput): Promise<AlgorithmResult> =>
  algorithm.run(input, { inference: NO_INFERENCE });

export function measured(result: AlgorithmResult, code: string): number {
  const found =
    result.outcome === 'evaluated' ? result.measurements.find((measurement) => measurement.code === code) : undefined;
  if (!found) throw new Error(`${code} was not measured`);
  return found.value;
}

export async function readChestCt(kernel: 'b40f-smooth' | 'b70f-sharp'): Promise<Uint8Array[] | undefined> {
  const dir = join(CHEST_CT, kernel);
  if (!existsSync(dir)) return undefined;
  const names = (await readdir(dir)).filter((name) => name.endsWith('.dcm')).sort();
  return Promise.all(names.map(async (name) => new Uint8Array(await readFile(join(dir, name)))));
}

/** Faults that are planted into a phantom, by the finding that must name each. */
export const FAULTS: Record<string, (files: Uint8Array[]) => Promise<SeriesInput>> = {
  MISSING_SLICES: (files) => seriesOf(files.filter((_, index) => index !== 5)),
  DUPLICATE_SLICES: (files) => seriesOf([...files, files[3]!]),
  WRONG_MODALITY: (files) => seriesOf(files, 'MRI'),
  MIXED_PIXEL_SPACING: (files) =>
    seriesOf(files, 'CT', (header, index) => (index === 2 ? { ...header, pixelSpacingMm: [9, 9] } : header)),
  MIXED_ORIENTATION: (files) =>
    seriesOf(files, 'CT', (header, index) =>
      index === 2 ? { ...header, imageOrientationPatient: [1, 0, 0, 0, 0, 1] } : header,
    ),
  BURNT_IN_ANNOTATION: (files) => seriesOf(files, 'CT', (header) => ({ ...header, burnedInAnnotation: 'YES' })),
  SEVERAL_PATIENTS: (files) =>
    seriesOf(files, 'CT', (header, index) => (index === 0 ? { ...header, patientKey: 'another' } : header)),
};

async function evaluateQuality() {
  const files = chestPhantom({ slices: 12, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 20 }).files.map(
    (file) => file.bytes,
  );
  const codes = async (input: SeriesInput) => {
    const result = await runOn(qcSeries, input);
    return result.outcome === 'evaluated' ? result.findings.map((finding) => finding.code) : [];
  };
  let named = 0;
  for (const [code, plant] of Object.entries(FAULTS)) if ((await codes(await plant(files))).includes(code)) named += 1;
  const clean = (await codes(await seriesOf(files))).filter((code) => code !== 'NO_PROBLEM');
  return { faultsPlanted: Object.keys(FAULTS).length, faultsNamed: named, findingsOnFaultless: clean.length };
}

async function evaluateLungs() {
  const phantom = chestPhantom({ slices: 120, sliceThicknessMm: 2 });
  const result = await runOn(ctLungDensity, await seriesOf(phantom.files.map((file) => file.bytes)));
  const rounded = (value: number) => Number(value.toFixed(2));
  const figures: Record<string, number> = {
    phantomVolumeErrorPercent: rounded((measured(result, 'LUNG_VOLUME') / phantom.truth.lungVolumeMl - 1) * 100),
    phantomMeanDensityErrorHu: rounded(measured(result, 'MEAN_LUNG_DENSITY') - phantom.truth.meanLungDensityHu),
    phantomLaa950ErrorPoints: rounded(measured(result, 'LAA_950') - phantom.truth.laa950Percent),
    phantomPerc15ErrorHu: rounded(measured(result, 'PERC15') - phantom.truth.perc15Hu),
  };
  const [smooth, sharp] = [await readChestCt('b40f-smooth'), await readChestCt('b70f-sharp')];
  if (!smooth || !sharp) throw new Error('the chest CT of the test data is needed');
  const [a, b] = [
    await runOn(ctLungDensity, await seriesOf(smooth)),
    await runOn(ctLungDensity, await seriesOf(sharp)),
  ];
  figures.kernelVolumeDifferencePercent = rounded(
    Math.abs(measured(a, 'LUNG_VOLUME') / measured(b, 'LUNG_VOLUME') - 1) * 100,
  );
  figures.kernelMeanDensityDifferenceHu = rounded(
    Math.abs(measured(a, 'MEAN_LUNG_DENSITY') - measured(b, 'MEAN_LUNG_DENSITY')),
  );
  figures.patients = 1;
  return figures;
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, evaluate] of [
    ['qc-series', evaluateQuality],
    ['ct-lung-density', evaluateLungs],
  ] as const) {
    const figures = await evaluate();
    console.log(name, figures);
    await writeFile(join(import.meta.dirname, name, 'evaluation.json'), `${JSON.stringify(figures, null, 2)}\n`);
  }
}
