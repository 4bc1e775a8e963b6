import { given } from '@duai/contract';
import { chestPhantom, type DicomHeader, itemAt } from '@duai/imaging';
import type { SeriesInput } from '../algorithm.ts';
import type { Evaluation } from '../model-cards.ts';
import { codesOf, readChestCt, runOn, seriesOf } from '../testing/series.ts';
import { qcSeries } from './index.ts';

const LABELS = {
  faultsPlanted: 'phantom: kinds of faults planted, one a series',
  faultsNamed: 'phantom: faults named',
  faultsNamedAlone: 'phantom: faults named, and nothing else with them',
  findingsOnFaultless: 'phantom: findings on the faultless series',
  realSeries: 'real series looked at (one patient)',
  realFindings: 'real series: findings (arms and shoulders beyond the field of view; they are)',
};

const at =
  (place: number, change: Partial<DicomHeader>) =>
  (header: DicomHeader, index: number): DicomHeader =>
    index === place ? { ...header, ...change } : header;

/** Faults introduced into a series of twelve slices, by the finding that must report each. */
export const FAULTS: Record<string, (files: Uint8Array[]) => Promise<SeriesInput>> = {
  MISSING_SLICES: (files) => seriesOf(files.filter((_, index) => index !== 5)),
  MISSING_NUMBERS: (files) =>
    seriesOf(
      files.filter((_, index) => index !== 5),
      { header: (header) => ({ ...header, imagePositionPatientMm: null }) },
    ),
  DUPLICATE_INSTANCES: (files) => seriesOf([...files, itemAt(files, 3)]),
  DUPLICATE_SLICES: (files) =>
    seriesOf([...files, itemAt(files, 3)], { header: at(files.length, { sopInstanceUid: '2.25.4' }) }),
  SAME_PLACE: (files) =>
    seriesOf([...files, itemAt(files, 3)], {
      declaredModality: 'MRI',
      header: (header, index) => ({
        ...header,
        modality: 'MR',
        sopInstanceUid: index === files.length ? '2.25.4' : header.sopInstanceUid,
      }),
    }),
  UNEVEN_SPACING: (files) =>
    seriesOf(files, {
      header: (header, index) => {
        const [x, y, z] = given(header.imagePositionPatientMm, 'a position');
        return { ...header, imagePositionPatientMm: [x, y, index === 6 ? z + 3 : z] };
      },
    }),
  MIXED_PIXEL_SPACING: (files) => seriesOf(files, { header: at(2, { pixelSpacingMm: [9, 9] }) }),
  MIXED_THICKNESS: (files) => seriesOf(files, { header: at(2, { sliceThicknessMm: 1 }) }),
  MIXED_ORIENTATION: (files) => seriesOf(files, { header: at(2, { imageOrientationPatient: [1, 0, 0, 0, 0, 1] }) }),
  WRONG_MODALITY: (files) => seriesOf(files, { declaredModality: 'MRI' }),
  BURNT_IN_ANNOTATION: (files) => seriesOf(files, { header: at(4, { burnedInAnnotation: 'YES' }) }),
  ANNOTATION_NOT_RULED_OUT: (files) =>
    seriesOf(files, {
      header: (header) => ({ ...header, burnedInAnnotation: null, imageType: ['DERIVED', 'SECONDARY'] }),
    }),
  SEVERAL_PATIENTS: (files) => seriesOf(files, { header: at(0, { patientKey: 'another' }) }),
  PARTLY_NAMED: (files) => seriesOf(files, { header: at(0, { patientKey: null }) }),
  LOCALISER_MIXED_IN: (files) =>
    seriesOf([...files, itemAt(files, 0)], {
      header: at(files.length, {
        sopInstanceUid: '2.25.5',
        imageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'],
        imageOrientationPatient: [1, 0, 0, 0, 0, -1],
        sliceThicknessMm: 400,
      }),
    }),
  LOSSY_COMPRESSION: (files) => seriesOf(files, { header: at(1, { lossyImageCompression: true }) }),
  SATURATED: (files) =>
    seriesOf(files, {
      frame: (frame, index) => (index === 4 ? { ...frame, stored: frame.stored.map((hu) => Math.min(hu, 30)) } : frame),
    }),
  BLANK_IMAGES: (files) =>
    seriesOf(files, {
      frame: (frame, index) => (index === 4 ? { ...frame, stored: new Int16Array(frame.stored.length) } : frame),
    }),
  NOT_DECODABLE: (files) =>
    seriesOf(files, { bytes: (bytes, index) => (index === 4 ? bytes.subarray(0, bytes.length - 1000) : bytes) }),
  BODY_CUT_OFF: (files) =>
    seriesOf(files, {
      frame: (frame, index) => (index === 4 ? { ...frame, stored: shiftedRight(frame.stored, frame.columns) } : frame),
    }),
};

/** The picture shifted by a third of its width, so that the body leaves the field of view. */
function shiftedRight<T extends { length: number; map(to: (value: number, index: number) => number): T }>(
  stored: T & { [index: number]: number },
  columns: number,
): T {
  const by = Math.round(columns / 3);
  return stored.map((_, pixel) => (pixel % columns < by ? -1000 : stored[pixel - by]!));
}

export const faultlessPhantom = (): Uint8Array[] =>
  chestPhantom({ slices: 12, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 20 }).files.map((file) => file.bytes);

export async function evaluateQuality(): Promise<Evaluation> {
  const files = faultlessPhantom();
  const codes = async (input: SeriesInput) =>
    codesOf(await runOn(qcSeries, input)).filter((code) => code !== 'NO_PROBLEM');
  let named = 0;
  let alone = 0;
  for (const [code, plant] of Object.entries(FAULTS)) {
    const found = await codes(await plant(files));
    if (found.includes(code)) named += 1;
    if (found.length === 1 && found[0] === code) alone += 1;
  }
  const real = [await readChestCt('b40f-smooth'), await readChestCt('b70f-sharp')].flatMap((series) =>
    series ? [series] : [],
  );
  if (real.length === 0) throw new Error('the chest CT of the test data is needed');
  let realFindings = 0;
  for (const series of real) realFindings += (await codes(await seriesOf(series))).length;
  return {
    figures: {
      faultsPlanted: Object.keys(FAULTS).length,
      faultsNamed: named,
      faultsNamedAlone: alone,
      findingsOnFaultless: (await codes(await seriesOf(files))).length,
      realSeries: real.length,
      realFindings,
    },
    labels: LABELS,
  };
}
