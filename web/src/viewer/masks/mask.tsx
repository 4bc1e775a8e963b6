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
  return <span ref={ref} aria-hidden className="size-3 rounded-sm" />;
}

/** The mask of one slice in the image's own pixels, or the cells of a heat map scaled to the image. */
export function Mask({
  overlay,
  image,
  frame,
  opacity,
  isOutlined,
}: {
  readonly overlay: Overlay;
  /** Identifier as in `imageNameOf`. */
  readonly image: string;
  readonly frame: number;
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
  // With the image below, never a frame later.
  useLayoutEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d', { willReadFrequently: true });
    if (!canvas || !context || !slice) return;
    canvas.width = columns;
    canvas.height = rows;
    const mask = isHeatMap ? cellsOf(slice.runs) : decodeRuns(slice.runs, columns * rows);
    const isEdge = isOutlined && !isHeatMap;
    const strengths = isEdge ? outlineOfMask(mask, columns) : mask;
    const drawn = context.createImageData(columns, rows);
    paintMask(strengths, isHeatMap ? 255 : isEdge ? opacity : 1, colourOf(code), opacity, drawn.data);
    context.putImageData(drawn, 0, 0);
  }, [slice, columns, rows, code, isHeatMap, opacity, isOutlined]);
  // A slice without a mask has no canvas: software would blend an empty one into every picture.
  return slice ? (
    <canvas
      ref={ref}
      data-overlay={code}
      aria-hidden
      className={`absolute inset-0 size-full ${isHeatMap ? '' : '[image-rendering:pixelated]'}`}
    />
  ) : null;
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
  const isIn = (at: number) => (mask[at] ?? 0) !== 0;
  return mask.map((value, at) => {
    const column = at % columns;
    const isInner =
      column > 0 &&
      column < columns - 1 &&
      [at - 1, at + 1, at - columns, at + columns].every((beside) => isIn(beside));
    return value !== 0 && !isInner ? 1 : 0;
  });
}
