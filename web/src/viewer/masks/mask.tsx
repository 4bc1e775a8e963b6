import type { Overlay } from '@duai/contract';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { colourOf, isHeat, partOn } from './drawn-masks.ts';

/** The colour of a mask, shown beside its name. */
export function Swatch({ code }: { readonly code: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.style.backgroundColor = `rgb(${colourOf(code).join(' ')})`;
  }, [code]);
  return <span ref={ref} aria-hidden className="block size-3 rounded-sm" />;
}

/**
 * A mask on an image that it cannot be drawn into: a heat map, whose cells are scaled to the image, a mask of another grid, or
 * one on a picture of the server. Only the part that it marks is a canvas: where only software draws a page, it blends every
 * pixel of a layer, the empty ones too.
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
  const { columns, rows, code } = overlay;
  const isHeatMap = isHeat(overlay);
  const isEdge = isOutlined && !isHeatMap;
  const part = useMemo(() => partOn(overlay, image, frame, isEdge), [overlay, image, frame, isEdge]);
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
