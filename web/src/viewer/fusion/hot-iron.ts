/**
 * Hot Iron, the colour of a level from 0 to 255 (PS3.6 B.1.1): from black to red, through orange to white. The last entries of
 * green and blue end the steps of the others at white.
 */
export function hotIron(level: number): readonly [red: number, green: number, blue: number] {
  const red = Math.min(255, level < 128 ? level * 2 : 255);
  const green = level === 255 ? 255 : Math.max(0, (level - 128) * 2);
  return [red, green, Math.min(255, Math.max(0, (level - 191) * 4))];
}

/** From this level on the colour is as opaque as the reader chose; below it grows faint, so that the image stays readable. */
const FULL_FROM = 64;

/** Lowest and highest value of the colours, in the displayed unit. */
export interface ColourRange {
  readonly from: number;
  readonly to: number;
}

/** RGBA of values in a range; what is no number stays transparent, as all that is not above the range. */
export function paintColours(
  values: Float32Array,
  { from, to }: ColourRange,
  opacity: number,
  rgba: Uint8ClampedArray,
): void {
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  const shades = Uint32Array.from({ length: 256 }, (_, level) => {
    const [red, green, blue] = hotIron(level);
    const alpha = Math.round(255 * opacity * Math.min(1, level / FULL_FROM));
    return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
  for (let pixel = 0; pixel < words.length; pixel += 1) {
    const level = Math.round(((values[pixel] ?? Number.NaN) - from) * (255 / (to - from)));
    words[pixel] = level > 0 ? (shades[Math.min(255, level)] ?? 0) : 0;
  }
}
