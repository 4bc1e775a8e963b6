import { cases } from '@duai/contract';

type ImageWindow = cases.ImageWindow;

/** So many pixels of a drag change the window by its own width: fine in a narrow one, quick in a wide one. */
const PIXELS_PER_WIDTH = 300;

/**
 * Sideways: width. Up and down: centre; upwards the image gets brighter, as in every reading room. `narrowest`: of whole
 * values 1, of values in between as much less as they are.
 */
export function windowBy(
  { center, width }: ImageWindow,
  { x, y }: { x: number; y: number },
  narrowest = 1,
): ImageWindow {
  const step = Math.max(width, narrowest) / PIXELS_PER_WIDTH;
  return {
    center: within(center + y * step, cases.WINDOW_RANGE.center),
    width: within(width + x * step, [narrowest, cases.WINDOW_RANGE.width[1]]),
  };
}

/** The narrowest window worth having, by the one that an image opens in. */
export const narrowestOf = ({ width }: ImageWindow): number =>
  Math.max(cases.WINDOW_RANGE.width[0], Math.min(1, width / 256));

/**
 * The linear function of grey (0–1) that turns an image in one window into nearly the same image in another: what the
 * first one cut off stays cut off. @returns slope and intercept of SVG's feComponentTransfer
 */
export function regrey(from: ImageWindow, to: ImageWindow, isInverted: boolean): { slope: number; intercept: number } {
  const slope = from.width / to.width;
  const intercept = (from.center - to.center) / to.width + (1 - slope) / 2;
  return { slope, intercept: isInverted ? 1 - slope - intercept : intercept };
}

const within = (value: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, value));
