import { type Finding, given } from '@duai/contract';
import {
  type DecodedFrame,
  type DicomHeader,
  ImagingError,
  isSameOrientation,
  itemAt,
  positionAlongNormalMm,
  sortSlices,
  stepsOf,
  upperMedian,
} from '@duai/imaging';
import type { SeriesInfo, SeriesInput } from '../algorithm.ts';
import { displacementOf, type Thumbnail, thumbnailOf } from './displacement.ts';
import { isLocaliser } from './headers.ts';
import { PARAMETERS } from './parameters.ts';

/** A slice with its index in the series, in order along the normal. */
interface Slice {
  index: number;
  header: DicomHeader;
}

/** How a slice lies against the one before it, mm along columns and rows of the image; null where it cannot be said. */
interface Step {
  slice: Slice;
  mm: readonly [number, number] | null;
}

/**
 * Hints at motion between slices of a stack (CT, MR): a slice that is displaced in its plane against the one before it,
 * unlike the slices around it. Anatomy changes from slice to slice too, but gradually. Motion within one slice, along the
 * stack and of a whole series is not seen.
 * @param known thumbnails that are there already, by index of the image
 */
export async function checkMotion(
  input: SeriesInput,
  known: ReadonlyMap<number, Thumbnail | null> = new Map(),
): Promise<Finding[]> {
  const jumps: { uid: string | null; mm: number }[] = [];
  for (const run of comparedRuns(input)) {
    const steps = await stepsIn(input, run, known);
    for (const [place, { slice, mm }] of steps.entries()) {
      const around = steps
        .slice(Math.max(0, place - PARAMETERS.motionAround), place + PARAMETERS.motionAround + 1)
        .flatMap((step) => (step.slice === slice || !step.mm ? [] : [step.mm]));
      if (!mm || around.length < PARAMETERS.motionAround) continue;
      const usual = [0, 1].map((axis) => upperMedian(around.map((each) => itemAt(each, axis))));
      const jump = Math.hypot(mm[0] - itemAt(usual, 0), mm[1] - itemAt(usual, 1));
      if (jump >= PARAMETERS.motionMm) jumps.push({ uid: slice.header.sopInstanceUid, mm: jump });
    }
  }
  if (jumps.length === 0) return [];
  const mm = Math.round(Math.max(...jumps.map((jump) => jump.mm)));
  const sopInstanceUids = jumps.flatMap(({ uid }) => uid ?? []);
  return [{ code: 'MOTION_HINT', severity: 'notice', params: { count: jumps.length, mm }, sopInstanceUids }];
}

/** The runs of neighbouring slices that are compared; none where there is no stack of enough slices. */
export const comparedRuns = (input: SeriesInfo): Slice[][] => runsOf(slicesOf(input));

/** Indexes of the images that are compared. */
export const comparedSlices = (input: SeriesInfo): Set<number> =>
  new Set(comparedRuns(input).flatMap((run) => run.map(({ index }) => index)));

/** The slices of a single stack in order; none where slices share a place (phases, echoes) or differ in size or spacing. */
function slicesOf({ instances }: SeriesInfo): Slice[] {
  const placed = instances.flatMap(({ header }, index): Slice[] =>
    header &&
    header.frames === 1 &&
    header.samplesPerPixel === 1 &&
    PARAMETERS.motionModalities.includes(header.modality ?? '') &&
    header.imagePositionPatientMm &&
    header.imageOrientationPatient &&
    header.pixelSpacingOf === 'patient' &&
    !isLocaliser(header)
      ? [{ index, header }]
      : [],
  );
  const first = placed[0]?.header;
  if (!first || placed.some(({ header }) => !isSameOrientation(header, first) || !isSameGrid(header, first))) return [];
  return sortSlices(placed.map(({ header }) => header)).map((place) => itemAt(placed, place));
}

const isSameGrid = (a: DicomHeader, b: DicomHeader): boolean =>
  a.rows === b.rows &&
  a.columns === b.columns &&
  a.pixelSpacingMm?.every((mm, axis) => Math.abs(mm - (b.pixelSpacingMm?.[axis] ?? 0)) < 0.001) === true;

/**
 * Runs of neighbours that are near each other: all of a short stack, and evenly spread runs of a long one. A missing slice
 * ends a run.
 */
function runsOf(slices: Slice[]): Slice[][] {
  if (slices.length <= 2 * PARAMETERS.motionAround) return [];
  const distances = stepsOf(slices.map(({ header }) => given(positionAlongNormalMm(header), 'a position')));
  const usual = upperMedian(distances);
  if (usual > PARAMETERS.motionStepMm || distances.some((mm) => mm < 0.01)) return [];
  const all = slices.length <= PARAMETERS.motionSlices;
  const runs = all ? 1 : Math.floor(PARAMETERS.motionSlices / PARAMETERS.motionRun);
  const length = all ? slices.length : PARAMETERS.motionRun;
  return Array.from({ length: runs }, (_, run) => {
    const from = runs === 1 ? 0 : Math.round((run * (slices.length - length)) / (runs - 1));
    return { from, part: slices.slice(from, from + length) };
  }).flatMap(({ from, part }) => {
    const parts: Slice[][] = [];
    for (const [place, slice] of part.entries()) {
      const isNear = place > 0 && itemAt(distances, from + place - 1) <= usual * PARAMETERS.gapFactor;
      if (isNear) parts.at(-1)?.push(slice);
      else parts.push([slice]);
    }
    return parts;
  });
}

async function stepsIn(
  input: SeriesInput,
  run: readonly Slice[],
  known: ReadonlyMap<number, Thumbnail | null>,
): Promise<Step[]> {
  const steps: Step[] = [];
  let before: { slice: Slice; thumbnail: Thumbnail | null } | undefined;
  for (const slice of run) {
    const kept = known.get(slice.index);
    const thumbnail = kept === undefined ? await thumbnailAt(input, slice) : kept;
    if (before)
      steps.push({
        slice,
        mm:
          thumbnail && before.thumbnail && inPatient(displacementOf(before.thumbnail, thumbnail), before.slice, slice),
      });
    before = { slice, thumbnail };
  }
  return steps;
}

/** Null for an image that cannot be decoded; the check of the pixels reports it. */
async function thumbnailAt(input: SeriesInput, { index }: Slice): Promise<Thumbnail | null> {
  let frame: DecodedFrame;
  try {
    frame = await input.loadFrame(index);
  } catch (error) {
    if (error instanceof ImagingError) return null;
    throw error;
  }
  return thumbnailOf(frame);
}

/** A displacement in the image, with that of the image itself: slices of one stack may begin at different places. */
function inPatient(cells: readonly [number, number] | null, before: Slice, slice: Slice): [number, number] | null {
  const orientation = slice.header.imageOrientationPatient;
  const [from, to] = [before.header.imagePositionPatientMm, slice.header.imagePositionPatientMm];
  const spacing = slice.header.pixelSpacingMm;
  if (!cells || !orientation || !from || !to || !spacing) return null;
  const along = (axis: 0 | 3) =>
    [0, 1, 2].reduce((sum, at) => sum + (itemAt(to, at) - itemAt(from, at)) * itemAt(orientation, axis + at), 0);
  return [cells[0] * spacing[1] + along(0), cells[1] * spacing[0] + along(3)];
}
