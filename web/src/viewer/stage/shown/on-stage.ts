import { type Frame, findTarget } from '../../frames.ts';
import { type PixelTexts, pixelText } from '../../measuring/measurements.tsx';
import { type Layout, toImage } from '../../pixels/layout.ts';
import { type FrameValues, valueAt } from '../../pixels/values/frame-values.ts';
import type { ValueScale } from '../../pixels/values/value-scale.ts';
import type { ImageWindow, Place } from '../../study-source.ts';
import type { Point, regionSeen } from '../gestures.ts';

/** What is displayed: a key image without its caption. */
export interface Shown {
  readonly imageId: string;
  readonly frame: number;
  readonly window: ImageWindow | null;
  readonly suvFactor: number | null;
  readonly region: ReturnType<typeof regionSeen>;
}

/**
 * What stands on the stage of what was fetched last; undefined where that is of images that are no longer in the series, as
 * planes before their slab changed: until the new one is made there is nothing to see, to measure or to tell.
 */
export function stagedOf<Fetched extends Place>(
  frames: readonly Frame[],
  drawn: Fetched | undefined,
): { readonly drawn: Fetched; readonly at: number; readonly frame: Frame } | undefined {
  const at = findTarget(frames, drawn && { imageId: drawn.imageId, frame: drawn.frame, window: null });
  const frame = at === undefined ? undefined : frames[at];
  return drawn && at !== undefined && frame ? { drawn, at, frame } : undefined;
}

/** Describes the image that is drawn; the last one stays until the one that the reader went to is loaded. */
export function shownOf(
  frames: readonly Frame[],
  drawn: Place | undefined,
  chosen: ImageWindow | undefined,
  region: Shown['region'],
): Shown | null {
  const onStage = stagedOf(frames, drawn)?.frame;
  if (!onStage) return null;
  const { id, window: opening } = onStage.image;
  return {
    imageId: id,
    frame: onStage.frame,
    window: (opening && chosen) ?? null,
    suvFactor: opening?.suvFactor ?? null,
    region,
  };
}

/** Column, row and value under a pointer (relative to the stage's centre); null outside the image and for colour images. */
export function valueUnder(
  pointer: Point,
  layout: Layout,
  values: FrameValues,
  scale: ValueScale,
  texts: PixelTexts,
): string | null {
  const { x, y } = toImage(pointer, layout);
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const value = valueAt(values, column, row);
  return value === null ? null : `${column}, ${row}: ${pixelText(value * scale.factor, values, scale, texts)}`;
}
