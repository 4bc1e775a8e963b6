import type { Overlay } from '@duai/contract';
import { type MaskPart, markedRuns, outlineRuns, partOfRuns, type Runs } from './mask-runs.ts';

const OVERLAY_COLOURS: Record<string, readonly [number, number, number]> = {
  LUNG: [82, 200, 208],
  LAA_950: [247, 172, 90],
  PNEUMONIA_MAP: [255, 96, 64],
};

/** Colours of segments from outside, used in turn. */
const OUTSIDE_COLOURS = [
  [120, 200, 80],
  [226, 120, 216],
  [110, 150, 255],
  [240, 220, 80],
  [80, 220, 170],
] as const;

export function colourOf(code: string): readonly [number, number, number] {
  const number = Number(/^SEG_(\d+)$/.exec(code)?.[1] ?? Number.NaN);
  return OVERLAY_COLOURS[code] ?? OUTSIDE_COLOURS[(number - 1) % OUTSIDE_COLOURS.length] ?? [247, 172, 90];
}

/** A heat map, whose runs are cells. */
export const isHeat = ({ kind }: Pick<Overlay, 'kind'>): boolean => kind === 'heat';

/** A mask to draw into an image of its own grid. */
export interface DrawnMask {
  readonly code: string;
  readonly runs: Runs;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Whether a mask is of the pixels of an image with these columns and rows. */
export const isOnGrid = (overlay: Overlay, of: { readonly columns: number; readonly rows: number }): boolean =>
  !isHeat(overlay) && overlay.columns === of.columns && overlay.rows === of.rows;

/** What masks mark on one image, as areas or as outlines in full colour. */
export const drawnMasksOn = (
  overlays: readonly Overlay[],
  image: string,
  frame: number,
  { opacity, isOutlined }: { readonly opacity: number; readonly isOutlined: boolean },
): DrawnMask[] =>
  overlays.flatMap((overlay) => {
    const runs = runsOn(overlay, image, frame, isOutlined);
    return runs.length > 0 ? [{ code: overlay.code, runs, opacity: isOutlined ? 1 : opacity }] : [];
  });

/** Blends a mask into the opaque RGBA of an image of its grid. */
export function blendMask({ code, runs, opacity }: DrawnMask, rgba: Uint8ClampedArray): void {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  const colour = colourOf(code);
  const over = (channel: 0 | 1 | 2, word: number) =>
    Math.round(opacity * colour[channel] + (1 - opacity) * ((word >>> (8 * channel)) & 255));
  const blended = (word: number) => ((255 << 24) | (over(2, word) << 16) | (over(1, word) << 8) | over(0, word)) >>> 0;
  for (let run = 0; run < runs.length; run += 2) {
    const until = runs[run + 1] ?? 0;
    for (let at = runs[run] ?? 0; at < until; at += 1) words[at] = blended(words[at] ?? 0);
  }
}

type Slice = Overlay['slices'][number];
const slicesOfOverlay = new WeakMap<Overlay, ReadonlyMap<string, Slice>>();

/** The slices of a mask by image and frame, put in order once. */
function slicesOf(overlay: Overlay): ReadonlyMap<string, Slice> {
  const known = slicesOfOverlay.get(overlay);
  if (known) return known;
  const made = new Map(overlay.slices.map((one) => [`${one.sopInstanceUid} ${one.frame ?? 0}`, one]));
  slicesOfOverlay.set(overlay, made);
  return made;
}

/** Of an image (identifier as in `imageNameOf`) and frame; undefined where the mask marks nothing. */
const sliceOn = (overlay: Overlay, image: string, frame: number): Slice | undefined =>
  slicesOf(overlay).get(`${image} ${frame}`);

/** The pixels that a mask marks on an image, or their outline; not for heat maps. */
function runsOn(overlay: Overlay, image: string, frame: number, isEdge: boolean): Runs {
  const slice = sliceOn(overlay, image, frame);
  const marked = slice ? markedRuns(slice.runs, overlay.columns, overlay.rows) : [];
  return isEdge ? outlineRuns(marked, overlay.columns) : marked;
}

/** The part of an image that a mask or its outline covers, or the cells of a heat map; null where that is nothing. */
export function partOn(overlay: Overlay, image: string, frame: number, isEdge: boolean): MaskPart | null {
  const { columns, rows } = overlay;
  if (!isHeat(overlay)) return partOfRuns(runsOn(overlay, image, frame, isEdge), columns, rows);
  const slice = sliceOn(overlay, image, frame);
  return slice ? { column: 0, row: 0, columns, rows, strengths: cellsOf(slice.runs) } : null;
}

const cellsOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
