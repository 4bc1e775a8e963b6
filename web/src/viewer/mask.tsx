import { decodeRuns, type Overlay } from '@duai/contract';
import { useEffect, useRef } from 'react';

const OVERLAY_COLOURS: Record<string, readonly [number, number, number]> = {
  LUNG: [82, 200, 208],
  LAA_950: [247, 172, 90],
};
const OVERLAY_NAMES: Record<string, string> = { LUNG: 'Lung', LAA_950: 'Below −950 HU' };

export const overlayName = (code: string): string => OVERLAY_NAMES[code] ?? code;

/** The colour of a mask, beside its name. */
export function Swatch({ code }: { readonly code: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.style.backgroundColor = `rgb(${colourOf(code).join(' ')})`;
  }, [code]);
  return <span ref={ref} aria-hidden className="size-3 rounded-sm" />;
}

/** The mask of one slice in the image's own pixels, scaled with it. */
export function Mask({
  overlay,
  sopInstanceUid,
  frame,
  opacity,
}: {
  readonly overlay: Overlay;
  readonly sopInstanceUid: string | null;
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
      (candidate) => candidate.sopInstanceUid === sopInstanceUid && (candidate.frame ?? 0) === frame,
    );
    if (!slice) return;
    const mask = decodeRuns(slice.runs, columns * rows);
    const image = context.createImageData(columns, rows);
    const [red, green, blue] = colourOf(overlay.code);
    for (const [pixel, isSet] of mask.entries())
      if (isSet) image.data.set([red, green, blue, Math.round(opacity * 255)], pixel * 4);
    context.putImageData(image, 0, 0);
  }, [overlay, sopInstanceUid, frame, opacity]);
  return (
    <canvas
      ref={ref}
      data-overlay={overlay.code}
      aria-hidden
      className="absolute inset-0 size-full [image-rendering:pixelated]"
    />
  );
}

const colourOf = (code: string): readonly [number, number, number] => OVERLAY_COLOURS[code] ?? [247, 172, 90];
