import type { cases } from '@duai/contract';

type ImageWindow = cases.ImageWindow;

/** So many pixels of a drag change the window by its own width: fine in a narrow one, quick in a wide one. */
const PIXELS_PER_WIDTH = 300;
/** What the server takes. */
const RANGE = { center: [-32768, 65535], width: [1, 65535] } as const;

/** Sideways: width. Up and down: centre; upwards the image gets brighter, as in every reading room. */
export function windowBy({ center, width }: ImageWindow, { x, y }: { x: number; y: number }): ImageWindow {
  const step = Math.max(width, 1) / PIXELS_PER_WIDTH;
  return {
    center: within(center + y * step, RANGE.center),
    width: within(width + x * step, RANGE.width),
  };
}

/** Values of narrow windows (standardised uptake, for one) need their decimals. */
export const shownWindow = ({ center, width }: ImageWindow): ImageWindow => {
  const round = (value: number) => (width < 30 ? Math.round(value * 10) / 10 : Math.round(value)) || 0;
  return { center: round(center), width: Math.max(1, round(width)) };
};

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
