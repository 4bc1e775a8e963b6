import { type AnalysisReason, type Finding, given } from '@duai/contract';
import {
  type DicomHeader,
  ImagingError,
  isSameOrientation,
  itemAt,
  normalOf,
  positionAlongNormalMm,
  sortSlices,
  stepsOf,
  upperMedian,
} from '@duai/imaging';
import type { SeriesInput } from '../algorithm.ts';
import { isLocaliser } from './headers.ts';
import { imagesApart, imagesOf } from './named-images.ts';
import { PARAMETERS } from './parameters.ts';

/** Positions closer than this count as equal, mm. */
const SAME_PLACE_MM = 0.01;

/** Compares the slices of a series: single images, and the frames of multi-frame files. */
export async function checkGeometry(
  input: SeriesInput,
): Promise<{ findings: Finding[]; limitations: AnalysisReason[] }> {
  const headers = input.instances.flatMap((instance) => instance.header ?? []);
  const slices: DicomHeader[] = [];
  let unchecked = 0;
  for (const [index, header] of withoutRepeats(input)) {
    const frames = header.frames > 1 ? await framesWithPlaces(input, index) : [header];
    if (frames) slices.push(...frames);
    else unchecked += 1;
  }
  return {
    findings: [
      ...duplicateUids(headers),
      ...mixedPixelSpacing(slices),
      ...mixedThickness(slices),
      ...mixedKernel(slices),
      ...stack(slices),
    ],
    limitations: unchecked > 0 ? [{ code: 'FRAMES_NOT_CHECKED', params: { count: unchecked } }] : [],
  };
}

/** Frames of one file may have any position (PS3.3 C.7.6.16). Undefined if they state none: a cine film, not a stack. */
async function framesWithPlaces(input: SeriesInput, index: number): Promise<DicomHeader[] | undefined> {
  try {
    const frames = await input.frameHeaders(index);
    return frames.every((header) => header.imagePositionPatientMm && header.imageOrientationPatient)
      ? frames
      : undefined;
  } catch (error) {
    if (error instanceof ImagingError) return undefined;
    throw error;
  }
}

function duplicateUids(headers: DicomHeader[]): Finding[] {
  const uids = headers.flatMap((header) => header.sopInstanceUid ?? []);
  const repeated = [...new Set(uids.filter((uid, index) => uids.indexOf(uid) !== index))];
  return repeated.length > 0
    ? [
        {
          code: 'DUPLICATE_INSTANCES',
          severity: 'notice',
          params: { count: repeated.length },
          sopInstanceUids: repeated,
        },
      ]
    : [];
}

/**
 * The DICOM images with their indices. A file that was sent twice is reported as such, and not also as a second slice at one
 * position.
 */
function withoutRepeats({ instances }: SeriesInput): [number, DicomHeader][] {
  const seen = new Set<string>();
  return instances.flatMap(({ header }, index): [number, DicomHeader][] => {
    if (!header || (header.sopInstanceUid && seen.has(header.sopInstanceUid))) return [];
    if (header.sopInstanceUid) seen.add(header.sopInstanceUid);
    return [[index, header]];
  });
}

/** Different Slice Thickness (0018,0050) of slices that belong together; localisers are reported separately. */
function mixedThickness(headers: DicomHeader[]): Finding[] {
  const thicknessOf = ({ sliceThicknessMm }: DicomHeader) => sliceThicknessMm?.toFixed(2) ?? null;
  return mixed(
    'MIXED_THICKNESS',
    headers.filter((header) => !isLocaliser(header)),
    thicknessOf,
  );
}

/** Different Convolution Kernels (0018,1210) among slices that are measured together: they have another sharpness and noise. */
function mixedKernel(headers: DicomHeader[]): Finding[] {
  const kernelOf = ({ convolutionKernel }: DicomHeader) => convolutionKernel?.trim().toUpperCase() || null;
  return mixed(
    'MIXED_KERNEL',
    headers.filter((header) => !isLocaliser(header)),
    kernelOf,
  );
}

/** Several values where one is expected, with the images that have another than most. */
function mixed(code: string, headers: DicomHeader[], read: (header: DicomHeader) => string | null): Finding[] {
  const values = new Set(headers.flatMap((header) => read(header) ?? []));
  if (values.size < 2) return [];
  return [{ code, severity: 'notice', params: { count: values.size }, ...imagesApart(headers, read) }];
}

function mixedPixelSpacing(headers: DicomHeader[]): Finding[] {
  const code = 'MIXED_PIXEL_SPACING';
  const spacings = mixed(
    code,
    headers,
    ({ pixelSpacingMm }) => pixelSpacingMm?.map((mm) => mm.toFixed(3)).join(' × ') ?? null,
  );
  const sizes = mixed(code, headers, ({ columns, rows }) => `${columns}×${rows}`);
  return [...spacings, ...sizes].sort((a, b) => Number(b.params.count) - Number(a.params.count)).slice(0, 1);
}

/** Checks slices with position and orientation as a stack along their normal. */
function stack(headers: DicomHeader[]): Finding[] {
  const placed = headers.filter(
    (header) => header.imagePositionPatientMm && header.imageOrientationPatient && !isLocaliser(header),
  );
  const first = placed[0];
  if (!first || placed.length < 2) return missingByNumber(headers);
  if (placed.some((header) => !isSameOrientation(header, first))) {
    return [{ code: 'MIXED_ORIENTATION', severity: 'notice', params: {} }];
  }
  if (placed.length < 3) return [];
  const normal = given(normalOf(first), 'the normal of a slice with an orientation');
  const inOrder = sortSlices(placed).map((index) => itemAt(placed, index));
  const gaps = stepsOf(inOrder.map((header) => given(positionAlongNormalMm(header, normal), 'a position')));
  const doubled = gaps.filter((gap) => gap < SAME_PLACE_MM).length;
  const steps = gaps.filter((gap) => gap >= SAME_PLACE_MM);
  if (steps.length === 0)
    return doubled > 0 ? [{ code: 'SAME_PLACE', severity: 'info', params: { count: doubled } }] : [];
  const usual = upperMedian(steps);
  const missing = steps
    .filter((gap) => gap > usual * PARAMETERS.gapFactor)
    .reduce((sum, gap) => sum + Math.round(gap / usual) - 1, 0);
  const isUneven = steps.some(
    (gap) => Math.abs(gap - usual) > usual * PARAMETERS.spacingTolerance && gap <= usual * PARAMETERS.gapFactor,
  );
  const isSingleCt = first.modality === 'CT' && first.frames === 1;
  return [
    // Several images at one position are normal for echoes, phases and time points, and so are several frames of one file;
    // single CT images are duplicates.
    ...(doubled > 0
      ? [
          {
            code: isSingleCt ? 'DUPLICATE_SLICES' : 'SAME_PLACE',
            severity: isSingleCt ? 'notice' : 'info',
            params: { count: doubled },
          } as const,
        ]
      : []),
    ...(missing > 0
      ? [
          {
            ...({ code: 'MISSING_SLICES', severity: 'important', params: { count: missing, gapMm: usual } } as const),
            // The slices before each gap.
            ...imagesOf(inOrder.filter((_, at) => (gaps[at] ?? 0) > usual * PARAMETERS.gapFactor)),
          },
        ]
      : []),
    ...(isUneven ? [{ code: 'UNEVEN_SPACING', severity: 'notice', params: { usualMm: usual } } as const] : []),
  ];
}

/** Without positions: gaps in the instance numbers. */
function missingByNumber(headers: DicomHeader[]): Finding[] {
  const numbers = [...new Set(headers.flatMap((header) => header.instanceNumber ?? []))].sort((a, b) => a - b);
  if (numbers.length < 3) return [];
  const missing = Math.max(...numbers) - Math.min(...numbers) + 1 - numbers.length;
  return missing > 0 && missing < numbers.length
    ? [{ code: 'MISSING_NUMBERS', severity: 'notice', params: { count: missing } }]
    : [];
}
