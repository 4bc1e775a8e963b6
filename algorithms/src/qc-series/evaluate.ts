import { given } from '@duai/contract';
import { chestPhantom, type DecodedFrame, type DicomHeader, itemAt, sortSlices } from '@duai/imaging';
import type { SeriesInput } from '../algorithm.ts';
import type { Evaluation } from '../model-cards.ts';
import { codesOf, readChestCt, runOn, seriesOf, seriesOfCollection } from '../testing/series.ts';
import { checkGeometry } from './geometry.ts';
import { checkHeaders } from './headers.ts';
import { qcSeries } from './index.ts';
import { checkMotion, comparedRuns } from './motion.ts';

const LABELS = {
  faultsPlanted: 'phantom: kinds of faults planted, one a series',
  faultsNamed: 'phantom: faults named',
  faultsNamedAlone: 'phantom: faults named, and nothing else with them',
  findingsOnFaultless: 'phantom: findings on the faultless series',
  realSeries: 'real series looked at (one patient)',
  realFindings: 'real series: findings (arms and shoulders beyond the field of view; they are)',
  motionPlanted: 'real series: displacements of 10 mm planted, one a run',
  motionNamed: 'real series: displacements named, at their slice',
  motionElsewhere: 'real series: displacements named at another slice too',
  collectionSeries: 'series of the collection of DICOM files and the chest CT',
  collectionKernels: 'of these, naming a kernel in every slice of two or more',
  collectionMixedKernel: 'of these, mixed kernels told',
  collectionSides: 'series naming a side in Laterality',
  collectionWrongLaterality: 'of these, contradictory side told',
  collectionStacks: 'series with enough neighbouring slices to look for motion',
  collectionMotion: 'of these, motion suspected',
};

/** Displacement that is planted into real slices, mm. */
const PLANTED_MM = 10;

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
  MIXED_KERNEL: (files) =>
    seriesOf(files, { header: (header, index) => ({ ...header, convolutionKernel: index < 6 ? 'B40f' : 'B70f' }) }),
  MIXED_ORIENTATION: (files) => seriesOf(files, { header: at(2, { imageOrientationPatient: [1, 0, 0, 0, 0, 1] }) }),
  WRONG_MODALITY: (files) => seriesOf(files, { declaredModality: 'MRI' }),
  WRONG_LATERALITY: (files) =>
    seriesOf(files, { header: (header) => ({ ...header, laterality: 'L', seriesDescription: 'Right shoulder' }) }),
  MOTION_HINT: () => seriesOf(steadyPhantom(), { frame: movedFrom(12, 2) }),
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

/** The content of all slices from one on, displaced by so many pixels along the rows. */
export const movedFrom =
  (place: number, pixels: number) =>
  (frame: DecodedFrame, index: number): DecodedFrame =>
    index < place ? frame : displaced(frame, pixels, 0);

/** The picture displaced along columns and rows; air comes in at the edges. */
export function displaced(frame: DecodedFrame, columns: number, rows: number): DecodedFrame {
  const { stored } = frame;
  const moved = stored.slice();
  for (let pixel = 0; pixel < stored.length; pixel += 1) {
    const column = (pixel % frame.columns) - columns;
    const row = Math.floor(pixel / frame.columns) - rows;
    const isInside = column >= 0 && column < frame.columns && row >= 0 && row < frame.rows;
    moved[pixel] = isInside ? itemAt(stored, row * frame.columns + column) : itemAt(stored, 0);
  }
  return { ...frame, stored: moved };
}

/** Slices near enough to each other to look for motion, 3.8 mm a pixel. */
export const steadyPhantom = (): Uint8Array[] =>
  chestPhantom({ slices: 24, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 10 }).files.map((file) => file.bytes);

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
  const moved = { looked: 0, named: 0, elsewhere: 0 };
  for (const series of real) {
    const headers = (await seriesOf(series)).instances.flatMap(({ header }) => header ?? []);
    const order = sortSlices(headers);
    for (let place = 3; place < series.length - 3; place += 4) {
      const after = new Set(order.slice(place));
      const pixels = Math.round(PLANTED_MM / given(headers[0]?.pixelSpacingMm, 'a spacing')[1]);
      const input = await seriesOf(series, {
        frame: (frame, index) => (after.has(index) ? displaced(frame, pixels, 0) : frame),
      });
      const [hint] = await checkMotion(input);
      const uids = hint?.sopInstanceUids ?? [];
      moved.looked += 1;
      if (uids.includes(given(headers[itemAt(order, place)]?.sopInstanceUid, 'a UID'))) moved.named += 1;
      if (uids.length > 1) moved.elsewhere += 1;
    }
  }
  const collection = await collectionFindings();
  return {
    figures: {
      faultsPlanted: Object.keys(FAULTS).length,
      faultsNamed: named,
      faultsNamedAlone: alone,
      findingsOnFaultless: (await codes(await seriesOf(files))).length,
      realSeries: real.length,
      realFindings,
      motionPlanted: moved.looked,
      motionNamed: moved.named,
      motionElsewhere: moved.elsewhere,
      ...collection,
    },
    labels: LABELS,
  };
}

/** The newer checks on every DICOM image of the test data, by series. */
async function collectionFindings() {
  const figures = {
    ...{ collectionSeries: 0, collectionKernels: 0, collectionMixedKernel: 0, collectionSides: 0 },
    ...{ collectionWrongLaterality: 0, collectionStacks: 0, collectionMotion: 0 },
  };
  for (const files of await seriesOfCollection()) {
    const input = await seriesOf(files);
    const headers = input.instances.flatMap(({ header }) => header ?? []);
    const told = new Set(
      [...checkHeaders(input), ...(await checkGeometry(input)).findings, ...(await checkMotion(input))].map(
        ({ code }) => code,
      ),
    );
    figures.collectionSeries += 1;
    if (headers.length > 1 && headers.every((header) => header.convolutionKernel)) figures.collectionKernels += 1;
    if (headers.some((header) => header.laterality)) figures.collectionSides += 1;
    if (comparedRuns(input).length > 0) figures.collectionStacks += 1;
    if (told.has('MIXED_KERNEL')) figures.collectionMixedKernel += 1;
    if (told.has('WRONG_LATERALITY')) figures.collectionWrongLaterality += 1;
    if (told.has('MOTION_HINT')) figures.collectionMotion += 1;
  }
  return figures;
}
