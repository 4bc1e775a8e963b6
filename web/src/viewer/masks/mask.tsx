import { decodeRuns, type Overlay } from '@duai/contract';
import { useEffect, useRef } from 'react';

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
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const { columns, rows } = overlay;
    canvas.width = columns;
    canvas.height = rows;
    const slice = overlay.slices.find(
      (candidate) => candidate.sopInstanceUid === image && (candidate.frame ?? 0) === frame,
    );
    if (!slice) return;
    const mask = isHeat(overlay) ? cellsOf(slice.runs) : decodeRuns(slice.runs, columns * rows);
    const isEdge = isOutlined && !isHeat(overlay);
    const strengths = isEdge ? outlineOfMask(mask, columns) : mask;
    const most = isHeat(overlay) ? 255 : isEdge ? opacity : 1;
    const drawn = context.createImageData(columns, rows);
    const [red, green, blue] = colourOf(overlay.code);
    for (const [pixel, strength] of strengths.entries())
      drawn.data.set([red, green, blue, Math.round((opacity * 255 * strength) / most)], pixel * 4);
    context.putImageData(drawn, 0, 0);
  }, [overlay, image, frame, opacity, isOutlined]);
  return (
    <canvas
      ref={ref}
      data-overlay={overlay.code}
      aria-hidden
      className={`absolute inset-0 size-full ${isHeat(overlay) ? '' : '[image-rendering:pixelated]'}`}
    />
  );
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
