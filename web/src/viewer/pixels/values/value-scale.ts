import { formatFigure } from '../../../lib/formatting.ts';
import { activeLanguage } from '../../../lib/language.ts';
import type { PixelDescription } from './describe-pixels.ts';

/** The displayed scale: HU for CT, SUV for PET if it is known. */
export interface ValueScale {
  readonly factor: number;
  readonly unit: string | null;
  /** The distance of two neighbouring values, in the displayed unit. */
  readonly step: number;
}

/** Standardised uptake if it is known, otherwise the unit of the modality. */
export function scaleOf(
  { unit, slope, modalityTable }: PixelDescription,
  suvFactor: number | null | undefined,
): ValueScale {
  if (suvFactor) return { factor: suvFactor, unit: 'SUV', step: SUV_STEP };
  // Hounsfield units are whole numbers by custom; the entries of a lookup table are by PS3.3 C.11.1.
  const isWhole = unit === 'HU' || modalityTable !== undefined;
  return { factor: 1, unit, step: isWhole ? 1 : Math.abs(slope) };
}
const SUV_STEP = 0.01;

/** Figures of a value that are worth reading: further ones are noise of the image. */
const SIGNIFICANT = 4;
/** The most that every browser formats. */
const MOST_DECIMALS = 20;

/**
 * So many that neighbouring values differ, and no more than its size is worth: an ADC of 0.72 in steps of 0.001 is not 1, and an
 * activity of 10,207.3 is 10,207. Uptake has two at any size.
 */
function decimalsFor(value: number, { unit, step }: ValueScale, more: number): number {
  if (unit === 'SUV') return 2;
  const byStep = Math.max(0, Math.ceil(-Math.log10(step))) + more;
  const bySize = Math.max(0, SIGNIFICANT - 1 - Math.floor(Math.log10(Math.abs(value))));
  return Math.min(byStep, bySize, MOST_DECIMALS);
}

/** A value in the displayed unit, without the unit. */
export const figureText = (value: number, scale: ValueScale): string =>
  formatFigure(value, decimalsFor(value, scale, 0), activeLanguage());

/** A standard deviation is smaller than what it is of, and has one decimal more. */
export const deviationText = (value: number, scale: ValueScale): string =>
  formatFigure(value, decimalsFor(value, scale, 1), activeLanguage());

/** A value in the displayed unit, with the unit. */
export const valueText = (value: number, scale: ValueScale): string => {
  const text = figureText(value, scale);
  return scale.unit ? `${text} ${scale.unit}` : text;
};
