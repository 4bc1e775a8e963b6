import type { DataSet, Element } from 'dicom-parser';
import { type OpenDataSet, openDataSet } from '../files/data-set.ts';
import { ImagingError } from '../files/refusal.ts';
import { isPresentationState } from '../files/sop-classes.ts';
import { readLookupTable } from '../pixels/lookup-table.ts';
import { isOurs } from '../reporting/own-objects.ts';
import type {
  DisplayedArea,
  NotApplied,
  PresentationContent,
  PresentedModality,
  PresentedTable,
  PresentedVoi,
} from './presentation-content.ts';
import { readAnnotations } from './read-annotations.ts';
import { readShutter } from './read-shutter.ts';
import { StateReader } from './state-reader.ts';

const ROTATIONS = [0, 90, 180, 270] as const;
const SIZES = { 'SCALE TO FIT': 'fit', 'TRUE SIZE': 'true-size', MAGNIFY: 'magnify' } as const;

/** The same of a whole file. @throws ImagingError */
export const presentationStateIn = (bytes: Uint8Array): PresentationContent =>
  readPresentationState(openDataSet(bytes));

/**
 * What a grayscale softcopy presentation state says (PS3.3 A.33.1). A state replaces what its images say of their greys, so one
 * whose greys contradict themselves is refused; what a viewer does not apply is named.
 * @throws ImagingError TYPE_NOT_SUPPORTED, NOT_READABLE, PIXEL_DATA_MISMATCH for an invalid table
 */
export function readPresentationState({ dataSet: root }: Pick<OpenDataSet, 'dataSet'>): PresentationContent {
  if (!isPresentationState(root.string('x00080016') ?? ''))
    throw new ImagingError('TYPE_NOT_SUPPORTED', 'it is not a grayscale presentation state');
  const reader = new StateReader(root);
  const series = reader.items(root, 'x00081115').flatMap((item) => {
    const seriesInstanceUid = item.string('x0020000e')?.trim();
    return seriesInstanceUid ? [{ seriesInstanceUid, images: reader.references(item) }] : [];
  });
  if (!series.some(({ images }) => images.length > 0))
    throw new ImagingError('NOT_READABLE', 'the presentation state does not say which images it is for');
  const { annotations, layers, isPartial, hasCompound, hasStyles } = readAnnotations(root, reader);
  const { shutter, isWhole } = readShutter(root, reader);
  const named = root.uint16('x00700042') ?? 0;
  const rotation = ROTATIONS.find((known) => known === named);
  const isSaid: Record<NotApplied, boolean> = {
    SUBTRACTION: hasItems(root.elements.x00286100) || root.string('x00281090')?.trim() === 'SUB',
    OVERLAYS: Object.keys(root.elements).some((tag) => /^x60[0-9a-f]{2}(1001|3000)$/.test(tag)),
    BITMAP_SHUTTER: !isWhole,
    COMPOUND_GRAPHICS: hasCompound,
    GRAPHIC_STYLES: hasStyles,
    ANNOTATIONS: isPartial,
    ROTATION: rotation === undefined,
  };
  return {
    label: reader.text(root, 'x00700080') ?? '',
    description: reader.text(root, 'x00700081'),
    creator: reader.text(root, 'x00700084'),
    isOurs: isOurs(reader.text(root, 'x00080070')),
    createdAt: momentOf(root.string('x00700082') ?? '', root.string('x00700083') ?? ''),
    series,
    modality: readModality(root, reader),
    voi: reader.items(root, 'x00283110').map((item) => readVoi(item, reader)),
    isInverted: reader.word(root, 'x20500020', ['INVERSE']) === 'INVERSE',
    presentation: readTable(root.elements.x20500010, reader),
    rotation: rotation ?? 0,
    isFlipped: reader.word(root, 'x00700041', ['Y']) === 'Y',
    areas: reader.items(root, 'x0070005a').flatMap((item) => readArea(item, reader) ?? []),
    shutter,
    layers,
    annotations,
    notApplied: (Object.keys(isSaid) as NotApplied[]).filter((what) => isSaid[what]),
  };
}

const hasItems = (element: Element | undefined): boolean => (element?.items?.length ?? 0) > 0;

/** PS3.5 section 6.2: DA YYYYMMDD, TM HHMMSS. */
function momentOf(date: string, time: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(date) ?? [];
  if (!year) return null;
  const [, hours, minutes] = /^(\d{2})(\d{2})/.exec(time) ?? [];
  return `${year}-${month}-${day}${hours ? `T${hours}:${minutes}` : ''}`;
}

function readTable(sequence: Element | undefined, reader: StateReader, isSigned = false): PresentedTable | null {
  const found = readLookupTable(sequence, isSigned);
  if (!found) return null;
  reader.take('tableEntries', found.entries.length);
  return { firstMapped: found.firstMapped, entries: [...found.entries], bits: found.bits };
}

/** Null: stored values are modality values. */
function readModality(root: DataSet, reader: StateReader): PresentedModality | null {
  const table = readTable(root.elements.x00283000, reader);
  if (table) return table;
  const [slope] = reader.numbers(root, 'x00281053', 1) ?? [];
  const [intercept] = reader.numbers(root, 'x00281052', 1) ?? [];
  return slope === undefined || intercept === undefined ? null : { slope, intercept };
}

/** Of several windows the first one: the others are alternatives (PS3.3 C.11.8). @throws ImagingError where there is none */
function readVoi(item: DataSet, reader: StateReader): PresentationContent['voi'][number] {
  const scope = reader.scope(item);
  const table = readTable(item.elements.x00283010, reader, true);
  const [center] = reader.numbers(item, 'x00281050', 1) ?? [];
  const [width] = reader.numbers(item, 'x00281051', 1) ?? [];
  const by = reader.word(item, 'x00281056', ['LINEAR', 'LINEAR_EXACT', 'SIGMOID']) ?? 'LINEAR';
  const window: PresentedVoi | null =
    center !== undefined && width !== undefined && width > 0 ? { center, width, by } : null;
  const found = table ?? window;
  if (!scope || !found) throw new ImagingError('NOT_READABLE', 'a window of the presentation state cannot be read');
  return { ...scope, by: found };
}

function readArea(item: DataSet, reader: StateReader): DisplayedArea | null {
  const scope = reader.scope(item);
  const [one, other] = ['x00700052', 'x00700053'].map((tag) => reader.pair(item, tag));
  const size = reader.word(item, 'x00700100', ['SCALE TO FIT', 'TRUE SIZE', 'MAGNIFY']);
  if (!scope || !one || !other || !size) return null;
  const magnification = item.float('x00700103') ?? null;
  const [rowMm, columnMm] = reader.numbers(item, 'x00700101', 2) ?? [];
  const [high, wide] = reader.numbers(item, 'x00700102', 2) ?? [];
  const aspect = rowMm && columnMm ? rowMm / columnMm : high && wide ? high / wide : null;
  // Top left and bottom right are those after rotation and mirroring (PS3.3 C.10.4).
  return {
    ...scope,
    left: Math.min(one[0], other[0]) - 1,
    top: Math.min(one[1], other[1]) - 1,
    right: Math.max(one[0], other[0]),
    bottom: Math.max(one[1], other[1]),
    size: SIZES[size],
    magnification: magnification !== null && magnification > 0 && magnification <= 1000 ? magnification : null,
    pixelAspect: aspect !== null && aspect > 0 ? aspect : null,
  };
}
