import type { GreySteps } from '@duai/imaging/browser';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { blendMask, type DrawnMask } from '../masks/drawn-masks.ts';
import type { ImageWindow } from '../study-source.ts';
import { type FrameValues, paint } from './values/frame-values.ts';

/**
 * A frame in a window, one canvas pixel for each image pixel, with masks of its own grid drawn into it; drawn by the processor
 * without WebGL, so identical on every machine. The canvas stays in main memory (`willReadFrequently`): each image is written
 * to it whole, and where only software draws a page, a canvas on a graphics card that is not there costs a copy each way.
 * Nothing shines through it, so what lies under it is not drawn. It has no clip (`overflow: visible`): Chromium then keeps a
 * layer with this canvas alone in the pixels of the image, and scales it once.
 */
export function PixelCanvas({
  values,
  window,
  steps,
  masks,
  isTurnedOver,
  label,
  onShown,
}: {
  readonly values: FrameValues;
  readonly window: ImageWindow;
  /** Of a presentation state: they take the place of the window. */
  readonly steps?: GreySteps | undefined;
  /** The later ones over the earlier ones. A new array is drawn anew. */
  readonly masks: readonly DrawnMask[];
  readonly isTurnedOver: boolean;
  readonly label: string;
  /** Called when the image is on screen. */
  readonly onShown?: (() => void) | undefined;
}) {
  const ref = useRef<HTMLCanvasElement>(null);
  const { rows, columns } = values.description;
  const { center, width } = window;
  const pixels = useRef<ImageData>(null);
  // Before the browser draws: with an effect after it the image would come a frame later.
  useLayoutEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d', { willReadFrequently: true, alpha: false });
    if (!canvas || !context) return;
    // Setting the size clears a canvas, even if it is unchanged.
    if (canvas.width !== columns) canvas.width = columns;
    if (canvas.height !== rows) canvas.height = rows;
    const last = pixels.current;
    const image = last?.width === columns && last.height === rows ? last : context.createImageData(columns, rows);
    pixels.current = image;
    paint(values, { center, width }, isTurnedOver, image.data, steps);
    for (const mask of masks) blendMask(mask, image.data);
    context.putImageData(image, 0, 0);
  }, [values, rows, columns, center, width, isTurnedOver, steps, masks]);
  const shown = useRef(onShown);
  useEffect(() => {
    shown.current = onShown;
  });
  useEffect(() => {
    // The next frame that the browser draws contains it; an image that is replaced before that was never on screen.
    if (!values) return;
    const drawing = requestAnimationFrame(() => shown.current?.());
    return () => cancelAnimationFrame(drawing);
  }, [values]);
  return (
    <canvas
      ref={ref}
      role="img"
      aria-label={label}
      data-pixels="stored"
      data-overlay={masks.map(({ code }) => code).join(' ') || undefined}
      className="absolute inset-0 size-full overflow-visible"
    />
  );
}
