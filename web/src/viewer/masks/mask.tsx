import { decodeRuns, type Overlay } from '@duai/contract';
import { useEffect, useRef } from 'react';

const OVERLAY_COLOURS: Record<string, readonly [number, number, number]> = {
  LUNG: [82, 200, 208],
  LAA_950: [247, 172, 90],
  PNEUMONIA_MAP: [255, 96, 64],
};
/** The colour of a mask, beside its name. */
export function Swatch({ code }: { readonly code: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.style.backgroundColor = `rgb(${colourOf(code).join(' ')})`;
  }, [code]);
  return <span ref={ref} aria-hidden className="size-3 rounded-sm" />;
}

/** The mask of one slice in the image's own pixels, or the cells of a heat map, scaled with it. */
export function Mask({
  overlay,
  image,
  frame,
  opacity,
}: {
  readonly overlay: Overlay;
  /** By `imageNameOf`. */
  readonly image: string;
  readonly frame: number;
  readonly opacity: number;
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
    const strengths = isHeat(overlay) ? cellsOf(slice.runs) : decodeRuns(slice.runs, columns * rows);
    const most = isHeat(overlay) ? 255 : 1;
    const drawn = context.createImageData(columns, rows);
    const [red, green, blue] = colourOf(overlay.code);
    for (const [pixel, strength] of strengths.entries())
      drawn.data.set([red, green, blue, Math.round((opacity * 255 * strength) / most)], pixel * 4);
    context.putImageData(drawn, 0, 0);
  }, [overlay, image, frame, opacity]);
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

/** Its runs are cells. */
const isHeat = ({ kind }: Pick<Overlay, 'kind'>): boolean => kind === 'heat';

const colourOf = (code: string): readonly [number, number, number] => OVERLAY_COLOURS[code] ?? [247, 172, 90];
