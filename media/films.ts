import type { Film } from './encode.ts';
import { project, slice, type View } from './phantom.ts';

/** The content is soft, so it can be displayed larger than this. */
const SIZE = { width: 960, height: 540, framesPerSecond: 20 } as const;
const TURN = 2 * Math.PI;

/**
 * The hero: a thorax turns in the light. Transmitted light is bright, so the background is white, and the film is blended
 * with the paper by multiplication (on dark backgrounds inverted and by screening).
 */
export function heroFilm(): Film {
  const view: View = { width: SIZE.width, height: SIZE.height, centreX: 660, centreY: 289, scale: 352 };
  const attenuation = new Float32Array(SIZE.width * SIZE.height);
  const frames = 200;
  return {
    ...SIZE,
    frames,
    paint(frame, into) {
      project((frame / frames) * TURN, view, attenuation);
      for (let pixel = 0; pixel < attenuation.length; pixel += 1) {
        const row = Math.floor(pixel / SIZE.width);
        // Fades towards the lower edge, so that the text below is not disturbed.
        const fade = Math.min(1, Math.max(0, (SIZE.height - 8 - row) / 142));
        const light = 1 - (1 - Math.exp(-attenuation[pixel]! * 0.62)) * fade;
        into[pixel * 3] = 10 + 245 * light ** 1.12;
        into[pixel * 3 + 1] = 26 + 229 * light ** 1.02;
        into[pixel * 3 + 2] = 30 + 225 * light;
      }
    },
  };
}

/** The platform film: a wall of films with slices from the apex to the base, and a light that moves behind them. */
export function wallFilm(): Film {
  const [columns, rows] = [12, 6];
  const [tileWidth, tileHeight] = [SIZE.width / columns, SIZE.height / rows];
  const width = Math.floor(tileWidth);
  const view: View = { width, height: tileHeight, centreX: width / 2, centreY: tileHeight / 2 + 3, scale: 52 };
  const tile = new Float32Array(width * tileHeight);
  const frames = 160;
  return {
    ...SIZE,
    frames,
    paint(frame, into) {
      const time = (frame / frames) * TURN;
      for (let index = 0; index < columns * rows; index += 1) {
        const [column, row] = [index % columns, Math.floor(index / columns)];
        slice(-0.62 + (index / (columns * rows - 1)) * 1.5, view, tile);
        const phase = (column / columns) * 0.62 + (row / rows) * 0.38;
        const lit = 0.16 + 0.84 * Math.max(0, Math.cos(time - phase * TURN)) ** 5;
        const left = Math.floor(column * tileWidth);
        for (let y = 0; y < tileHeight; y += 1) {
          for (let x = 0; x < width; x += 1) {
            const isEdge = x < 2 || y < 2 || x > width - 3 || y > tileHeight - 3;
            const value = isEdge ? 0 : Math.max(0, Math.min(1, tile[y * width + x]! * 0.5)) * lit;
            const glow = isEdge ? 0 : 0.05 * lit;
            const at = ((row * tileHeight + y) * SIZE.width + left + x) * 3;
            into[at] = 9 + 150 * value + 20 * glow;
            into[at + 1] = 14 + 190 * value + 150 * glow;
            into[at + 2] = 17 + 196 * value + 165 * glow;
          }
        }
      }
    },
  };
}

/** The QuantAct film: independent bits in which a wave appears and disappears. */
export function signalFilm(): Film {
  const [columns, rows] = [64, 36];
  const pitch = SIZE.width / columns;
  const frames = 180;
  return {
    ...SIZE,
    frames,
    paint(frame, into) {
      const time = (frame / frames) * TURN;
      const order = 0.5 - 0.5 * Math.cos(time);
      for (let at = 0; at < into.length; at += 3) [into[at], into[at + 1], into[at + 2]] = [9, 14, 17];
      for (let row = 0; row < rows; row += 1) {
        for (let column = 0; column < columns; column += 1) {
          const chance = noise(column, row);
          const own = 0.5 + 0.5 * Math.sin(time * (1 + Math.floor(chance * 3)) + chance * 40);
          const left = Math.hypot(column - 20, row - 18);
          const right = Math.hypot(column - 44, row - 18);
          const wave = 0.5 + 0.25 * (Math.cos(left * 0.8 - time * 3) + Math.cos(right * 0.8 - time * 3));
          const value = own * (1 - order) * 0.42 + wave ** 2.2 * order;
          dot(into, (column + 0.5) * pitch, (row + 0.5) * pitch, 1.6 + 2.9 * value, value);
        }
      }
    },
  };
}

/** A soft disc: grey for low values, the signal colour for high ones. */
function dot(into: Uint8Array, x: number, y: number, radius: number, value: number): void {
  const reach = Math.ceil(radius + 1);
  for (let row = Math.floor(y) - reach; row <= Math.floor(y) + reach; row += 1) {
    for (let column = Math.floor(x) - reach; column <= Math.floor(x) + reach; column += 1) {
      if (row < 0 || column < 0 || row >= SIZE.height || column >= SIZE.width) continue;
      const cover = Math.max(0, Math.min(1, radius - Math.hypot(column + 0.5 - x, row + 0.5 - y) + 0.5));
      const light = cover * (0.22 + 0.78 * value);
      const at = (row * SIZE.width + column) * 3;
      into[at] = 9 + light * (150 - 75 * value);
      into[at + 1] = 14 + light * (160 + 45 * value);
      into[at + 2] = 17 + light * (166 + 50 * value);
    }
  }
}

/** Deterministic noise from 0 to 1: the same number for the same position. */
export function noise(x: number, y: number): number {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return value - Math.floor(value);
}
