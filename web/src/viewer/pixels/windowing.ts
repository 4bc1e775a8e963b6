import { cases, type Language, type toldWindow, windowFigure } from '@duai/contract';
import { activeLanguage } from '../../lib/language.ts';

type ImageWindow = cases.ImageWindow;

/** A drag of this many pixels changes the window by its own width: fine for a narrow window, fast for a wide one. */
const PIXELS_PER_WIDTH = 300;

/**
 * Horizontal drags change the width, vertical ones the centre; upwards the image gets brighter, as is usual. `isInverted`: low
 * values are bright as it is seen, so that it gets brighter with a higher centre. `narrowest`: 1 for whole values,
 * proportionally less for fractional values.
 */
export function windowBy(
  { center, width }: ImageWindow,
  { x, y }: { x: number; y: number },
  { isInverted = false, narrowest = 1 }: { readonly isInverted?: boolean; readonly narrowest?: number } = {},
): ImageWindow {
  const step = Math.max(width, narrowest) / PIXELS_PER_WIDTH;
  return {
    center: within(center + (isInverted ? -y : y) * step, cases.WINDOW_RANGE.center),
    width: within(width + x * step, [narrowest, cases.WINDOW_RANGE.width[1]]),
  };
}

/** The narrowest useful window, derived from the one that an image opens in. */
export const narrowestOf = ({ width }: ImageWindow): number =>
  Math.max(cases.WINDOW_RANGE.width[0], Math.min(1, width / 256));

/**
 * The linear function of grey (0–1) that makes an image in one window look nearly like another; values clipped by the first
 * window stay clipped.
 * @returns slope and intercept of SVG's feComponentTransfer
 */
export function regrey(from: ImageWindow, to: ImageWindow, isInverted: boolean): { slope: number; intercept: number } {
  const slope = from.width / to.width;
  const intercept = (from.center - to.center) / to.width + (1 - slope) / 2;
  return { slope, intercept: isInverted ? 1 - slope - intercept : intercept };
}

/** A window as the stage tells it: C −1.5 W 5 SUV, in the reader's language. */
export function windowOnStage({ center, width, unit }: ReturnType<typeof toldWindow>): string {
  const [middle, wide] = [center, width].map((value) => windowFigure(value, activeLanguage()));
  return `C ${middle} W ${wide}${unit ? ` ${unit}` : ''}`;
}

/** Groups of three digits as a language separates them; no number begins with a group of zero, so 0,125 has none. */
const GROUPED = { comma: /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/, point: /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/ };

/**
 * Parses a number with any minus sign; null if it is not a number. Between groups of three digits the comma is that of
 * thousands, in Turkish the point; else either is that of the decimals.
 */
function numberIn(typed: string, language: Language): number | null {
  const signed = typed.trim().replace('\u2212', '-');
  const [grouped, mark] = language === 'tr' ? ([GROUPED.point, '.'] as const) : ([GROUPED.comma, ','] as const);
  const plain = (grouped.test(signed) ? signed.replaceAll(mark, '') : signed).replace(',', '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/**
 * The window typed in the displayed unit, as the language of the page writes numbers: standardised uptake for PET if `suvFactor`
 * is known. Null if a value is not a number or not possible for a window. `kept`: of a number that was not typed anew, with the
 * decimals that are not told.
 */
export function typedWindow(
  { center, width }: { readonly center: string; readonly width: string },
  suvFactor: number | null,
  kept: Partial<ImageWindow> = {},
  language: Language = activeLanguage(),
): ImageWindow | null {
  const [middle, wide] = [numberIn(center, language), numberIn(width, language)];
  if (middle === null || wide === null) return null;
  const window = cases.windowSchema.safeParse({
    center: middle / (suvFactor ?? 1),
    width: wide / (suvFactor ?? 1),
    ...kept,
  });
  return window.success ? window.data : null;
}

const within = (value: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, value));
