import type { DecodedFrame } from './decode.ts';
import { lookUp } from './lookup-table.ts';
import { isReal } from './stored-values.ts';

/** Centre and width in modality values: HU for CT, Bq/ml for most PET. */
export interface Window {
  center: number;
  width: number;
}

/** VOI LUT Function (0028,1056), PS3.3 C.11.2.1.2 and C.11.2.1.3. */
export type WindowFunction = 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID';

/** The modality value of a stored value: by the table in the file, or else by slope and intercept (PS3.3 C.11.1); HU for CT. */
export function modalityValueOf({
  modalityLut,
  header: { rescaleSlope, rescaleIntercept },
}: Pick<DecodedFrame, 'modalityLut' | 'header'>): (stored: number) => number {
  return modalityLut ? (stored) => lookUp(modalityLut, stored) : (stored) => stored * rescaleSlope + rescaleIntercept;
}

/** Converts stored values to modality values. */
export function modalityValues(frame: DecodedFrame): Float32Array {
  const inModality = modalityValueOf(frame);
  const values = new Float32Array(frame.stored.length);
  for (let index = 0; index < values.length; index += 1) values[index] = inModality(frame.stored[index]!);
  return values;
}

/** The default window of PET: no uptake to SUV 5. */
const SUV_WINDOW: Window = { center: 2.5, width: 5 };

/**
 * The default window: for PET in SUV if it can be computed, otherwise the window in the file, otherwise the range of its VOI
 * LUT, otherwise the 1st to 99th percentile of the values.
 */
export function defaultWindow(frame: DecodedFrame, values = modalityValues(frame)): Window {
  const { header } = frame;
  if (header.suvFactor !== null)
    return { center: SUV_WINDOW.center / header.suvFactor, width: SUV_WINDOW.width / header.suvFactor };
  const [center] = header.windowCenter;
  const [width] = header.windowWidth;
  if (center !== undefined && width !== undefined && width > 0) return { center, width };
  if (frame.voiLut) {
    const { firstMapped, entries } = frame.voiLut;
    return { center: firstMapped + entries.length / 2, width: entries.length };
  }
  const { pixelPaddingValue: padding } = header;
  const ignored = padding === null ? Number.NaN : Math.fround(modalityValueOf(frame)(padding));
  const step = Math.max(1, Math.floor(values.length / 50_000));
  const sample = values.filter((value, index) => index % step === 0 && value !== ignored).sort();
  const low = sample[Math.floor(sample.length * 0.01)] ?? 0;
  const high = sample[Math.floor(sample.length * 0.99)] ?? 1;
  const narrowest = isRealValued(frame) ? 0 : 1;
  if (high > low) return { center: (low + high) / 2, width: Math.max(narrowest, high - low) };
  // Nearly all of it is background, so the range of all values is used.
  const [least, most] = values.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)] as const, [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const);
  return most > least ? { center: (least + most) / 2, width: most - least } : { center: low, width: 1 };
}

/**
 * Whether a frame opens with its own VOI LUT. If it has a window too, either may be shown (PS3.3 C.11.2); the table was made
 * for this image, and a linear window only approximates it.
 */
export const opensByTable = ({ voiLut, header }: Pick<DecodedFrame, 'voiLut' | 'header'>): boolean =>
  voiLut !== null && header.suvFactor === null;

/** Whether values may be fractional, so that a step of 1 has no meaning. */
function isRealValued({ stored, header }: DecodedFrame): boolean {
  return isReal(stored) || !Number.isInteger(header.rescaleSlope) || !Number.isInteger(header.rescaleIntercept);
}

/**
 * The function that converts values to grey in a window: the one named in the file. LINEAR, the default, assumes whole values
 * and needs a width of at least 1 (PS3.3 C.11.2.1.2.1). So fractional values in a window that the file does not propose, and
 * all narrower windows, use LINEAR_EXACT.
 */
export function windowFunctionOf(frame: DecodedFrame, { center, width }: Window): WindowFunction {
  const { voiLutFunction, windowCenter, windowWidth } = frame.header;
  if (voiLutFunction === 'SIGMOID') return 'SIGMOID';
  const isOfFile = windowCenter[0] === center && windowWidth[0] === width;
  const isExact = voiLutFunction === 'LINEAR_EXACT' || width < 1 || (isRealValued(frame) && !isOfFile);
  return isExact ? 'LINEAR_EXACT' : 'LINEAR';
}

/** Grey 0–255, one byte for each pixel, in a window or as the image opens; MONOCHROME1 is inverted. */
export function windowToGrey(frame: DecodedFrame, window?: Window): Uint8Array {
  const values = modalityValues(frame);
  const level = levelsOf(frame, window, values);
  const isInverted = frame.photometricInterpretation === 'MONOCHROME1';
  const grey = new Uint8Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const shown = level(values[index]!);
    grey[index] = isInverted ? 255 - shown : shown;
  }
  return grey;
}

function levelsOf(frame: DecodedFrame, window: Window | undefined, values: Float32Array): (value: number) => number {
  if (window === undefined && frame.voiLut && opensByTable(frame)) {
    const { voiLut } = frame;
    const most = 2 ** voiLut.bits - 1;
    return (value) => Math.round((255 * lookUp(voiLut, value)) / most);
  }
  const used = window ?? defaultWindow(frame, values);
  return greyOf(used, windowFunctionOf(frame, used));
}

/** The grey of one value in a window: ymin 0, ymax 255 (PS3.3 C.11.2.1.2.1, C.11.2.1.3.1, C.11.2.1.3.2). */
export function greyOf({ center, width }: Window, by: WindowFunction): (value: number) => number {
  const between = (position: number) => Math.round(255 * Math.min(1, Math.max(0, position)));
  switch (by) {
    case 'SIGMOID':
      return (value) => Math.round(255 / (1 + Math.exp((-4 * (value - center)) / width)));
    case 'LINEAR_EXACT':
      return (value) => between((value - center) / width + 0.5);
    case 'LINEAR':
      return width <= 1
        ? (value) => (value <= center - 0.5 ? 0 : 255)
        : (value) => between((value - (center - 0.5)) / (width - 1) + 0.5);
  }
}

/** RGB, three bytes for each pixel, from RGB, YBR or palette colour. */
export function frameToRgb(frame: DecodedFrame): Uint8Array {
  const { stored, palette, photometricInterpretation, header } = frame;
  const pixels = frame.rows * frame.columns;
  const rgb = new Uint8Array(pixels * 3);
  const shift = Math.max(0, header.bitsStored - 8);
  if (palette) {
    const last = palette.red.length - 1;
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      const entry = Math.min(last, Math.max(0, stored[pixel]! - palette.firstMapped));
      rgb[pixel * 3] = palette.red[entry]!;
      rgb[pixel * 3 + 1] = palette.green[entry]!;
      rgb[pixel * 3 + 2] = palette.blue[entry]!;
    }
    return rgb;
  }
  const isYbr = photometricInterpretation.startsWith('YBR_FULL');
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const at = pixel * frame.samplesPerPixel;
    const [a, b, c] = [stored[at]! >> shift, stored[at + 1]! >> shift, stored[at + 2]! >> shift];
    if (isYbr) {
      // PS3.3 C.7.6.3.1.2
      rgb[pixel * 3] = clamp(a + 1.402 * (c - 128));
      rgb[pixel * 3 + 1] = clamp(a - 0.344136 * (b - 128) - 0.714136 * (c - 128));
      rgb[pixel * 3 + 2] = clamp(a + 1.772 * (b - 128));
    } else {
      rgb[pixel * 3] = a;
      rgb[pixel * 3 + 1] = b;
      rgb[pixel * 3 + 2] = c;
    }
  }
  return rgb;
}

const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
