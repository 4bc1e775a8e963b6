import { decodeRuns, type Region } from '@duai/contract';
import { type DicomHeader, itemAt, modalityValueOf } from '@duai/imaging';
import type { GateDecision, SeriesInfo, SeriesInput } from '../algorithm.ts';

/** One image of a region with its values, and the pixels inside the region. */
export interface RegionSlice {
  name: string;
  /** Frame of its file, from 0. */
  frame: number;
  header: DicomHeader;
  columns: number;
  rows: number;
  /** In modality units: HU for CT. */
  values: Float32Array;
  /** One byte for each pixel, 0 outside the region. */
  inside: Uint8Array;
}

/** Whether a reader's region on this CT series can be measured. */
export function regionOnCt(series: SeriesInfo): GateDecision {
  const headers = series.instances.flatMap((instance) => instance.header ?? []);
  if (headers.length === 0 || headers.length < series.instances.length) return no('NOT_DICOM');
  const other = headers.find(({ modality }) => modality !== 'CT');
  if (other) return no('NOT_CT', { found: other.modality ?? '–' });
  const { region } = series;
  if (!region) return no('REGION_NEEDED');
  for (const { name, frame } of imagesOf(region)) {
    const instance = series.instances.find((each) => each.name === name);
    if (!instance || frame >= instance.frames) return no('REGION_ELSEWHERE');
    const { header } = instance;
    if (header?.imageType.includes('LOCALIZER')) return no('LOCALISER');
    if (instance.frames === 1 && !(header && pixelAreaMm2({ header }))) return no('NO_SPACING');
    if (region.shape === 'mask' && (region.columns !== instance.columns || region.rows !== instance.rows))
      return no('REGION_OTHER_SIZE');
  }
  return { fits: true };
}

const no = (code: string, params: Record<string, string | number> = {}): GateDecision => ({
  fits: false,
  code,
  params,
});

const imagesOf = (region: Region): { name: string; frame: number }[] =>
  (region.shape === 'mask' ? region.slices : region.images).map(({ sopInstanceUid, frame }) => ({
    name: sopInstanceUid,
    frame,
  }));

/** The images of the region, each once, in the order in which they are named. @throws ImagingError */
export async function regionSlices(input: SeriesInput): Promise<RegionSlice[]> {
  const { region } = input;
  if (!region) return [];
  const slices: RegionSlice[] = [];
  const seen = new Set<string>();
  for (const [place, { name, frame }] of imagesOf(region).entries()) {
    if (seen.has(`${name} ${frame}`)) continue;
    seen.add(`${name} ${frame}`);
    const decoded = await input.loadFrame(
      input.instances.findIndex((each) => each.name === name),
      frame,
    );
    const { columns, rows, header } = decoded;
    const inModality = modalityValueOf(decoded);
    const values = Float32Array.from({ length: columns * rows }, (_, pixel) => inModality(decoded.stored[pixel]!));
    const inside =
      region.shape === 'mask'
        ? decodeRuns(itemAt(region.slices, place).runs, columns * rows)
        : outlined(region, columns, rows);
    slices.push({ name, frame, header, columns, rows, values, inside });
  }
  return slices;
}

/** Pixels whose centre lies inside the shape, counted as in the viewer. */
function outlined({ shape, from, to }: Exclude<Region, { shape: 'mask' }>, columns: number, rows: number): Uint8Array {
  const inside = new Uint8Array(columns * rows);
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  for (let row = Math.max(0, Math.ceil(top - 0.5)); row < rows && row + 0.5 <= bottom; row += 1)
    for (let column = Math.max(0, Math.ceil(left - 0.5)); column < columns && column + 0.5 <= right; column += 1) {
      const across = (2 * (column + 0.5) - left - right) / (right - left);
      const down = (2 * (row + 0.5) - top - bottom) / (bottom - top);
      if (shape === 'rectangle' || across ** 2 + down ** 2 <= 1) inside[row * columns + column] = 1;
    }
  return inside;
}

/** Area of a pixel in mm²; null if the file states no pixel spacing in the patient: a film may show the body smaller or larger. */
export const pixelAreaMm2 = ({
  header: { pixelSpacingMm, pixelSpacingOf },
}: Pick<RegionSlice, 'header'>): number | null =>
  pixelSpacingOf !== 'film' && pixelSpacingMm ? pixelSpacingMm[0] * pixelSpacingMm[1] : null;
