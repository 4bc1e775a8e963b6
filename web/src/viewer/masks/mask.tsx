import { decodeRuns, type Overlay } from '@duai/contract';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';

const OVERLAY_COLOURS: Record<string, readonly [number, number, number]> = {
  LUNG: [82, 200, 208],
  LAA_950: [247, 172, 90],
  PNEUMONIA_MAP: [255, 96, 64],
};
/** The colour of a mask, shown beside its name. */
export function Swatch({ code }: { readonly code: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.style.backgroundColor = `rgb(${colourOf(code).join(' ')})`;
  }, [code]);
  return <span ref={ref} aria-hidden className="block size-3 rounded-sm" />;
}

/**
 * The mask of one slice in the image's own pixels, or the cells of a heat map scaled to the image. Only the part that it marks
 * is a canvas: where only software draws a page, it blends every pixel of a layer, the empty ones too.
 */
export function Mask({
  overlay,
  image,
  frame,
  size,
  opacity,
  isOutlined,
}: {
  readonly overlay: Overlay;
  /** Identifier as in `imageNameOf`. */
  readonly image: string;
  readonly frame: number;
  /** Of the image on the stage at scale 1, CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly opacity: number;
  /** Only the outline, in full colour; a heat map has none. */
  readonly isOutlined: boolean;
}) {
  const ref = useRef<HTMLCanvasElement>(null);
  const slices = useMemo(
    () => new Map(overlay.slices.map((one) => [`${one.sopInstanceUid} ${one.frame ?? 0}`, one])),
    [overlay],
  );
  const slice = slices.get(`${image} ${frame}`);
  const { columns, rows, code } = overlay;
  const isHeatMap = isHeat(overlay);
  const isEdge = isOutlined && !isHeatMap;
  const part = useMemo((): MaskPart | null => {
    if (!slice) return null;
    if (isHeatMap) return { column: 0, row: 0, columns, rows, strengths: cellsOf(slice.runs) };
    const marked = markedPart(decodeRuns(slice.runs, columns * rows), columns, rows);
    // Nothing is marked beyond the part, so its outline is that of the mask.
    return marked && isEdge ? { ...marked, strengths: outlineOfMask(marked.strengths, marked.columns) } : marked;
  }, [slice, columns, rows, isHeatMap, isEdge]);
  const pixels = useRef<ImageData>(null);
  // With the image below, never a frame later.
  useLayoutEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d', { willReadFrequently: true });
    if (!canvas || !context || !part) return;
    // Setting the size makes a canvas anew, even if it is unchanged.
    if (canvas.width !== part.columns) canvas.width = part.columns;
    if (canvas.height !== part.rows) canvas.height = part.rows;
    const last = pixels.current;
    const isKept = last?.width === part.columns && last.height === part.rows;
    const drawn = isKept ? last : context.createImageData(part.columns, part.rows);
    pixels.current = drawn;
    drawn.data.fill(0);
    paintMask(part.strengths, isHeatMap ? 255 : isEdge ? opacity : 1, colourOf(code), opacity, drawn.data);
    context.putImageData(drawn, 0, 0);
  }, [part, code, isHeatMap, opacity, isEdge]);
  if (!part) return null;
  // By a transform, which is not rounded to whole pixels of the page: a mask lies on the pixels that it marks.
  const [across, down] = [size.width / columns, size.height / rows];
  return (
    <canvas
      ref={ref}
      data-overlay={code}
      data-from={`${part.column} ${part.row}`}
      aria-hidden
      className={`absolute top-0 left-0 origin-top-left ${isHeatMap ? '' : '[image-rendering:pixelated]'}`}
      style={{
        width: part.columns,
        height: part.rows,
        transform: `scale(${across}, ${down}) translate(${part.column}px, ${part.row}px)`,
      }}
    />
  );
}

/** A part of a mask, with its own strengths. */
interface MaskPart {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
  readonly strengths: Uint8Array;
}

/** The edges of a part are multiples of it, so that the canvas keeps its size from slice to slice, as a rule. */
const GRID = 32;

/** The smallest part on the grid with all marked pixels (1); null where none is marked. */
export function markedPart(mask: Uint8Array, columns: number, rows: number): MaskPart | null {
  const first = mask.indexOf(1);
  if (first < 0) return null;
  const last = mask.lastIndexOf(1);
  const [top, bottom] = [Math.floor(first / columns), Math.floor(last / columns)];
  let [left, right] = [columns, 0];
  for (let row = top; row <= bottom; row += 1) {
    const line = mask.subarray(row * columns, (row + 1) * columns);
    const from = line.indexOf(1);
    if (from < 0) continue;
    left = Math.min(left, from);
    right = Math.max(right, line.lastIndexOf(1));
  }
  const begin = (edge: number) => Math.floor(edge / GRID) * GRID;
  const [column, row] = [begin(left), begin(top)];
  const end = (edge: number, most: number) => Math.min(most, Math.ceil((edge + 1) / GRID) * GRID);
  const [width, height] = [end(right, columns) - column, end(bottom, rows) - row];
  const strengths = new Uint8Array(width * height);
  for (let line = 0; line < height; line += 1) {
    const from = (row + line) * columns + column;
    strengths.set(mask.subarray(from, from + width), line * width);
  }
  return { column, row, columns: width, rows: height, strengths };
}

/** RGBA of a mask whose strongest value is `most`; all other pixels stay as they are, transparent. */
export function paintMask(
  strengths: Uint8Array,
  most: number,
  [red, green, blue]: readonly [number, number, number],
  opacity: number,
  rgba: Uint8ClampedArray,
): void {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  const shades = Uint32Array.from({ length: 256 }, (_, strength) => {
    const alpha = Math.min(255, Math.round((opacity * 255 * strength) / most));
    return strength === 0 ? 0 : ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
  for (let pixel = 0; pixel < words.length; pixel += 1) {
    const strength = strengths[pixel];
    if (strength) words[pixel] = shades[strength] ?? 0;
  }
}

const cellsOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** A heat map, whose runs are cells. */
const isHeat = ({ kind }: Pick<Overlay, 'kind'>): boolean => kind === 'heat';

/** Colours of segments from outside, used in turn. */
const OUTSIDE_COLOURS = [
  [120, 200, 80],
  [226, 120, 216],
  [110, 150, 255],
  [240, 220, 80],
  [80, 220, 170],
] as const;

function colourOf(code: string): readonly [number, number, number] {
  const number = Number(/^SEG_(\d+)$/.exec(code)?.[1] ?? Number.NaN);
  return OVERLAY_COLOURS[code] ?? OUTSIDE_COLOURS[(number - 1) % OUTSIDE_COLOURS.length] ?? [247, 172, 90];
}

/** The pixels of a mask that have a neighbour outside it. */
export function outlineOfMask(mask: Uint8Array, columns: number): Uint8Array {
  const outline = new Uint8Array(mask.length);
  // Each slice is outlined as its reader comes to it: no function is called for a pixel.
  for (let at = 0; at < mask.length; at += 1) {
    if (!mask[at]) continue;
    const column = at % columns;
    const isInner =
      column > 0 && column < columns - 1 && mask[at - 1] && mask[at + 1] && mask[at - columns] && mask[at + columns];
    if (!isInner) outline[at] = 1;
  }
  return outline;
}
