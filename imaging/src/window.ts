import type { DecodedFrame } from './decode.ts';

export interface Window {
  center: number;
  width: number;
}

/** Stored values to values of the modality by rescale slope and intercept (PS3.3 C.11.1.1.2); HU for CT. */
export function modalityValues(frame: DecodedFrame): Float32Array {
  const { rescaleSlope, rescaleIntercept } = frame.header;
  const values = new Float32Array(frame.stored.length);
  for (let index = 0; index < values.length; index += 1)
    values[index] = frame.stored[index]! * rescaleSlope + rescaleIntercept;
  return values;
}

/** The window the file proposes, else the 1st to 99th percentile of the values. */
export function defaultWindow(frame: DecodedFrame, values = modalityValues(frame)): Window {
  const [center] = frame.header.windowCenter;
  const [width] = frame.header.windowWidth;
  if (center !== undefined && width !== undefined && width >= 1) return { center, width };
  const padding = frame.header.pixelPaddingValue;
  const { rescaleSlope, rescaleIntercept } = frame.header;
  const ignored = padding === null ? Number.NaN : padding * rescaleSlope + rescaleIntercept;
  const sample = values
    .filter((value, index) => index % Math.max(1, Math.floor(values.length / 50_000)) === 0 && value !== ignored)
    .sort();
  const low = sample[Math.floor(sample.length * 0.01)] ?? 0;
  const high = sample[Math.floor(sample.length * 0.99)] ?? 1;
  return { center: (low + high) / 2, width: Math.max(1, high - low) };
}

/** Grey 0–255, one byte a pixel, by the linear function of PS3.3 C.11.2.1.2.1; MONOCHROME1 is turned over. */
export function windowToGrey(frame: DecodedFrame, window?: Window): Uint8Array {
  const values = modalityValues(frame);
  const { center, width } = window ?? defaultWindow(frame, values);
  const isInverted = frame.photometricInterpretation === 'MONOCHROME1';
  const grey = new Uint8Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const level = linearWindow(values[index]!, center, width);
    grey[index] = isInverted ? 255 - level : level;
  }
  return grey;
}

/** One value through the window: ymin 0, ymax 255. */
export function linearWindow(value: number, center: number, width: number): number {
  if (width <= 1) return value <= center - 0.5 ? 0 : 255;
  const position = (value - (center - 0.5)) / (width - 1) + 0.5;
  return Math.round(255 * Math.min(1, Math.max(0, position)));
}

/** RGB, three bytes a pixel, from RGB, YBR or palette colour. */
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
