import {
  type GreySteps,
  greyBy,
  greyOf,
  modalityBy,
  type PixelField,
  type WindowFunction,
} from '@duai/imaging/browser';
import type { ImageWindow, ViewableImage } from '../../study-source.ts';
import type { PixelDescription } from './describe-pixels.ts';

type Stored = Uint8Array | Int8Array | Uint16Array | Int16Array;

/** The stored values of one frame: one for each pixel of a grey image, R G B for colour. */
export interface FrameValues {
  readonly description: PixelDescription;
  readonly stored: Stored;
}

/** The octets of a frame (Explicit VR Little Endian) as numbers. @throws Error if there are fewer than its pixels need */
export function valuesOf(octets: ArrayBuffer, description: PixelDescription): FrameValues {
  const { rows, columns, bitsAllocated, isSigned, isColor } = description;
  const samples = rows * columns * (isColor ? 3 : 1);
  if (octets.byteLength < (samples * bitsAllocated) / 8) throw new Error('the frame has fewer pixels than its image');
  if (bitsAllocated === 8)
    return { description, stored: isSigned ? new Int8Array(octets, 0, samples) : new Uint8Array(octets, 0, samples) };
  return { description, stored: isSigned ? new Int16Array(octets, 0, samples) : new Uint16Array(octets, 0, samples) };
}

const modalityOf = ({ modalityTable, slope, intercept }: PixelDescription) => modalityTable ?? { slope, intercept };

/**
 * The window that a frame opens in: that of its image, or its own where frames differ (PS3.3 C.7.6.16.2.10); for uptake (SUV) always that of
 * the image.
 */
export function openingOf(
  ofImage: ViewableImage['window'],
  description: PixelDescription | undefined,
): ViewableImage['window'] {
  const own = description?.isOfFrame ? description.fileWindow : null;
  return ofImage && own && ofImage.suvFactor === null ? { ...ofImage, ...own } : ofImage;
}

const openings = new WeakMap<PixelDescription, GreySteps>();

/** The steps with which an image opens that has a VOI LUT; undefined: it opens in a window. */
export function openingSteps(description: PixelDescription): GreySteps | undefined {
  const { voiTable, isInverted } = description;
  if (!voiTable) return undefined;
  const known = openings.get(description);
  if (known) return known;
  const steps = { modality: modalityOf(description), voi: voiTable, isInverted, presentation: null };
  openings.set(description, steps);
  return steps;
}

/** The window function for this image (as `windowFunctionOf` of the server). */
function functionOf(description: PixelDescription, { center, width }: ImageWindow): WindowFunction {
  const { windowFunction, fileWindow, slope, intercept } = description;
  if (windowFunction === 'SIGMOID') return 'SIGMOID';
  const isOfFile = fileWindow?.center === center && fileWindow.width === width;
  const isRealValued = !Number.isInteger(slope) || !Number.isInteger(intercept);
  return windowFunction === 'LINEAR_EXACT' || width < 1 || (isRealValued && !isOfFile) ? 'LINEAR_EXACT' : 'LINEAR';
}

/** The least and the greatest value that a pixel can hold. */
function rangeOf({ bitsAllocated, bitsStored = bitsAllocated, isSigned }: PixelDescription) {
  return isSigned
    ? { least: -(2 ** (bitsStored - 1)), most: 2 ** (bitsStored - 1) - 1 }
    : { least: 0, most: 2 ** bitsStored - 1 };
}

/**
 * Opaque RGBA for each pattern of bits that a pixel of the image can hold. 0: not made yet, because an image has a few thousand
 * of 65,536 patterns, and a reader who drags the window has another table with each move.
 */
interface Shades {
  readonly made: Uint32Array;
  readonly make: (bits: number) => number;
}

function shadesOf(
  description: PixelDescription,
  window: ImageWindow,
  isTurnedOver: boolean,
  steps: GreySteps | undefined,
): Shades {
  const { bitsAllocated, isSigned, isInverted } = description;
  const count = 2 ** bitsAllocated;
  const inWindow = greyOf(window, functionOf(description, window));
  // In single precision, as the server computes previews.
  const inModality = modalityBy(modalityOf(description));
  const level = steps ? greyBy(steps, rangeOf(description)) : (stored: number) => inWindow(inModality(stored));
  const flips = steps ? isTurnedOver : isInverted !== isTurnedOver;
  const made = new Uint32Array(count);
  const make = (bits: number): number => {
    const shown = level(isSigned && bits >= count / 2 ? bits - count : bits);
    // One 32-bit word for each grey value; all machines with a browser are little-endian.
    const word = (flips ? 255 - shown : shown) * 0x01_01_01 + 0xff_00_00_00;
    made[bits] = word;
    return word;
  };
  return { made, make };
}

/** Steps of a presentation state may be long tables: each is known by a number. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;
function numberOf(step: object | null): string {
  if (step === null) return '-';
  // A window is told by its numbers: a reader who drags it makes a new one each time.
  if ('center' in step) return JSON.stringify(step);
  const known = numbers.get(step) ?? ++lastNumber;
  numbers.set(step, known);
  return String(known);
}

/** A quarter of a megabyte each: a reader scrolls through many images in one window. */
const MOST_SHADES = 16;
const shadesByName = new Map<string, Shades>();

/** The same for images that are converted alike, made once; the least recently used are dropped first. */
function keptShades(
  description: PixelDescription,
  window: ImageWindow,
  isTurnedOver: boolean,
  steps: GreySteps | undefined,
): Shades {
  const { bitsAllocated, isSigned, isInverted, slope, intercept, modalityTable = null } = description;
  const { center, width } = window;
  const flips = isInverted !== isTurnedOver;
  const byState = steps && [steps.modality, steps.voi, steps.presentation].map(numberOf).join('/');
  const name = [
    bitsAllocated,
    isSigned,
    slope,
    intercept,
    numberOf(modalityTable),
    functionOf(description, window),
    center,
    width,
    flips,
    byState && `${byState} ${steps.isInverted} ${isTurnedOver} ${description.bitsStored}`,
  ].join();
  const shades = shadesByName.get(name) ?? shadesOf(description, window, isTurnedOver, steps);
  shadesByName.delete(name);
  shadesByName.set(name, shades);
  const [oldest] = shadesByName.keys();
  if (shadesByName.size > MOST_SHADES && oldest !== undefined) shadesByName.delete(oldest);
  return shades;
}

/** RGBA of a frame in a window, or by the steps of a presentation state; colour images have neither and are only inverted. */
export function paint(
  { description, stored }: FrameValues,
  window: ImageWindow,
  isTurnedOver: boolean,
  rgba: Uint8ClampedArray,
  steps?: GreySteps,
): void {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  if (description.isColor) {
    for (let pixel = 0; pixel < words.length; pixel += 1) {
      const at = pixel * 3;
      const word = (stored[at] ?? 0) | ((stored[at + 1] ?? 0) << 8) | ((stored[at + 2] ?? 0) << 16);
      words[pixel] = ((isTurnedOver ? word ^ 0xff_ff_ff : word) | 0xff_00_00_00) >>> 0;
    }
    return;
  }
  const { made, make } = keptShades(description, window, isTurnedOver, steps);
  const { buffer, byteOffset, length } = stored;
  const bits =
    stored.BYTES_PER_ELEMENT === 1
      ? new Uint8Array(buffer, byteOffset, length)
      : new Uint16Array(buffer, byteOffset, length);
  for (let pixel = 0; pixel < words.length; pixel += 1) {
    const value = bits[pixel] ?? 0;
    words[pixel] = made[value] || make(value);
  }
}

/** The modality value at a pixel; null outside the image, or the volume that it is of, and for colour images. */
export function valueAt({ description, stored }: FrameValues, column: number, row: number): number | null {
  const { rows, columns, isColor, isWithin } = description;
  if (isWithin?.(column, row) === false) return null;
  if (isColor || column < 0 || row < 0 || column >= columns || row >= rows) return null;
  const value = stored[row * columns + column];
  if (value === undefined) return null;
  const { modalityTable, slope, intercept } = description;
  return modalityTable ? modalityBy(modalityTable)(value) : value * slope + intercept;
}

/** The frame in the form that measurements need, in the displayed unit. */
export const fieldOf = (values: FrameValues, factor: number): PixelField => ({
  rows: values.description.rows,
  columns: values.description.columns,
  valueAt(column, row) {
    const value = valueAt(values, column, row);
    return value === null ? null : value * factor;
  },
});
