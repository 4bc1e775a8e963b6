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

/** A typed number: with a decimal point or comma, and any sign for minus; null for what is none. */
function numberIn(typed: string): number | null {
  const plain = typed.trim().replace(',', '.').replace('\u2212', '-');
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : null;
}

/**
 * The window that a reader typed as it is told: of PET in standardised uptake where `suvFactor` is known. Null where one of
 * both is no number, or none that a window can have.
 */
export function typedWindow(
  { center, width }: { readonly center: string; readonly width: string },
  suvFactor: number | null,
): ImageWindow | null {
  const [middle, wide] = [numberIn(center), numberIn(width)];
  if (middle === null || wide === null) return null;
  const window = cases.windowSchema.safeParse({ center: middle / (suvFactor ?? 1), width: wide / (suvFactor ?? 1) });
  return window.success ? window.data : null;
}

const within = (value: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, value));
