import type { Overlay } from '@duai/contract';
import { type MaskPart, markedPart, outlineOfMask } from './mask-part.ts';

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
  readonly part: MaskPart;
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
    const part = partOn(overlay, image, frame, isOutlined);
    return part ? [{ code: overlay.code, part, opacity: isOutlined ? 1 : opacity }] : [];
  });

/** Blends a mask into the opaque RGBA of an image with these columns. */
export function blendMask({ code, part, opacity }: DrawnMask, columns: number, rgba: Uint8ClampedArray): void {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  const colour = colourOf(code);
  const over = (channel: 0 | 1 | 2, word: number) =>
    Math.round(opacity * colour[channel] + (1 - opacity) * ((word >>> (8 * channel)) & 255));
  for (let line = 0; line < part.rows; line += 1) {
    const from = line * part.columns;
    const to = (part.row + line) * columns + part.column;
    for (let at = 0; at < part.columns; at += 1) {
      if (!part.strengths[from + at]) continue;
      const word = words[to + at] ?? 0;
      words[to + at] = ((255 << 24) | (over(2, word) << 16) | (over(1, word) << 8) | over(0, word)) >>> 0;
    }
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

/** What a mask marks on an image (identifier as in `imageNameOf`); null where that is nothing. */
export function partOn(overlay: Overlay, image: string, frame: number, isEdge: boolean): MaskPart | null {
  const slice = slicesOf(overlay).get(`${image} ${frame}`);
  if (!slice) return null;
  const { columns, rows } = overlay;
  if (isHeat(overlay)) return { column: 0, row: 0, columns, rows, strengths: cellsOf(slice.runs) };
  const marked = markedPart(slice.runs, columns, rows);
  // Nothing is marked beyond the part, so its outline is that of the mask.
  return marked && isEdge ? { ...marked, strengths: outlineOfMask(marked.strengths, marked.columns) } : marked;
}

const cellsOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
