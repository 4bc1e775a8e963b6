import { useEffect, useRef } from 'react';
import type { ImageWindow } from '../study-source.ts';
import { type FrameValues, paint } from './frame-values.ts';

/** A frame in a window, each of its pixels one of the canvas: drawn without WebGL, so the same on every machine. */
export function PixelCanvas({
  values,
  window,
  isTurnedOver,
  label,
  onShown,
}: {
  readonly values: FrameValues;
  readonly window: ImageWindow;
  readonly isTurnedOver: boolean;
  readonly label: string;
  /** The image is on the screen. */
  readonly onShown?: (() => void) | undefined;
}) {
  const ref = useRef<HTMLCanvasElement>(null);
  const { rows, columns } = values.description;
  const { center, width } = window;
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    // Setting a size empties a canvas, also the size that it has.
    if (canvas.width !== columns) canvas.width = columns;
    if (canvas.height !== rows) canvas.height = rows;
    const image = context.createImageData(columns, rows);
    paint(values, { center, width }, isTurnedOver, image.data);
    context.putImageData(image, 0, 0);
  }, [values, rows, columns, center, width, isTurnedOver]);
  const shown = useRef(onShown);
  useEffect(() => {
    shown.current = onShown;
  });
  useEffect(() => {
    // The frame that the browser draws next has it; an image that another one replaces before that was never on the screen.
    if (!values) return;
    const drawing = requestAnimationFrame(() => shown.current?.());
    return () => cancelAnimationFrame(drawing);
  }, [values]);
  return <canvas ref={ref} role="img" aria-label={label} data-pixels="stored" className="absolute inset-0 size-full" />;
}
