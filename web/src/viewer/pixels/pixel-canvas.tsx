import { useEffect, useRef } from 'react';
import type { ImageWindow } from '../study-source.ts';
import { type FrameValues, paint } from './frame-values.ts';

/** A frame in a window, one canvas pixel for each image pixel; drawn without WebGL, so identical on every machine. */
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
  /** Called when the image is on screen. */
  readonly onShown?: (() => void) | undefined;
}) {
  const ref = useRef<HTMLCanvasElement>(null);
  const { rows, columns } = values.description;
  const { center, width } = window;
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    // Setting the size clears a canvas, even if it is unchanged.
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
    // The next frame that the browser draws contains it; an image that is replaced before that was never on screen.
    if (!values) return;
    const drawing = requestAnimationFrame(() => shown.current?.());
    return () => cancelAnimationFrame(drawing);
  }, [values]);
  return <canvas ref={ref} role="img" aria-label={label} data-pixels="stored" className="absolute inset-0 size-full" />;
}
