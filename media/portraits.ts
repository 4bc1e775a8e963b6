import { round } from './lettering.ts';

/** The features that distinguish drawn heads. They portray no real person. */
interface Sitter {
  readonly hair: 'short' | 'long' | 'knot' | 'cropped' | 'scarf' | 'side';
  readonly beard?: boolean;
  readonly glasses?: boolean;
  /** Width of the head relative to the usual one. */
  readonly breadth: number;
  /** Where the light comes from: -1 left, 1 right. */
  readonly light: -1 | 1;
  readonly ground: string;
  readonly ink: string;
}

const SITTERS: Record<string, Sitter> = {
  'selin-arman': { hair: 'knot', glasses: true, breadth: 0.97, light: -1, ground: '#dbe9e8', ink: '#123a3f' },
  'marcus-oyelaran': { hair: 'cropped', beard: true, breadth: 1.04, light: 1, ground: '#efe4cf', ink: '#3d2b0c' },
  'ines-caldeira': { hair: 'long', breadth: 0.96, light: 1, ground: '#e3e1f3', ink: '#262152' },
  'deniz-ataman': { hair: 'short', breadth: 1.02, light: -1, ground: '#e4e5e1', ink: '#20282b' },
  'lara-nicolaou': { hair: 'long', glasses: true, breadth: 0.97, light: -1, ground: '#dce8e6', ink: '#173b3c' },
  'kerem-soylu': { hair: 'side', beard: true, breadth: 1, light: 1, ground: '#e6e2da', ink: '#2c2721' },
  'amal-haddad': { hair: 'scarf', breadth: 0.96, light: 1, ground: '#e2e6ea', ink: '#1f2f3f' },
  'theo-marangos': { hair: 'cropped', glasses: true, breadth: 1.05, light: -1, ground: '#e8e3d6', ink: '#332d1c' },
  'maya-lindqvist': { hair: 'side', breadth: 0.98, light: 1, ground: '#e5e4e4', ink: '#27292b' },
};

interface Ball {
  readonly at: readonly [x: number, y: number, z: number];
  readonly size: readonly [a: number, b: number, c: number];
  /** Fraction of the light that it reflects. */
  readonly tone: number;
}

const [WIDTH, HEIGHT, LINES, STEP] = [240, 300, 50, 5];

/** An engraving: parallel lines that get thicker where the head turns away from the light. */
export function portrait(name: string): string {
  const sitter = SITTERS[name]!;
  const balls = bust(sitter);
  const pitch = HEIGHT / LINES;
  let path = '';
  for (let line = 0; line < LINES; line += 1) {
    const y = (line + 0.5) * pitch;
    const halves: number[] = [];
    for (let x = 0; x <= WIDTH; x += STEP)
      halves.push((pitch * Math.min(0.94, 0.07 + 0.92 * (1 - brightness(balls, sitter, x, y)))) / 2);
    const kept = corners(halves);
    const edge = (side: number) => kept.map((at) => `${at * STEP} ${round(y + side * halves[at]!)}`);
    path += `M${edge(-1).join('L')}L${edge(1).reverse().join('L')}Z`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>Drawn portrait</title><path fill="${sitter.ground}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><path fill="${sitter.ink}" d="${path}"/></svg>\n`;
}

/** Indices of the values that linear interpolation between their neighbours would miss. */
function corners(values: number[]): number[] {
  const kept = [0];
  for (let at = 1; at < values.length - 1; at += 1) {
    const from = kept.at(-1)!;
    const straight = values[from]! + ((values[at + 1]! - values[from]!) * (at - from)) / (at + 1 - from);
    if (Math.abs(values[at]! - straight) > 0.09) kept.push(at);
  }
  return [...kept, values.length - 1];
}

export const SITTER_NAMES = Object.keys(SITTERS);

function bust({ hair, beard, breadth }: Sitter): Ball[] {
  const w = breadth;
  const balls: Ball[] = [
    { at: [120, 128, 0], size: [50 * w, 66, 56], tone: 0.98 },
    { at: [120, 160, 8], size: [37 * w, 42, 44], tone: 0.98 },
    { at: [120, 132, 54], size: [6.5, 17, 14], tone: 1.05 },
    { at: [120, 146, 57], size: [10, 7.5, 11], tone: 1.05 },
    { at: [120, 206, -8], size: [27 * w, 52, 26], tone: 0.86 },
    { at: [120, 318, -18], size: [108, 84, 52], tone: 0.42 },
    { at: [120, 262, 0], size: [34, 34, 34], tone: 0.5 },
  ];
  const add = (at: Ball['at'], size: Ball['size'], tone = 0.2) => balls.push({ at, size, tone });
  if (beard) add([120, 176, 14], [36 * w, 30, 42], 0.34);
  if (hair === 'cropped') add([120, 108, -9], [52 * w, 60, 56], 0.3);
  if (hair === 'short') add([120, 100, -8], [54 * w, 58, 58], 0.16);
  if (hair === 'side') {
    add([112, 98, -6], [57 * w, 56, 60]);
    add([84, 96, 18], [26, 34, 36]);
  }
  if (hair === 'knot') {
    add([120, 98, -10], [54 * w, 56, 58]);
    add([120, 40, -22], [24, 22, 24]);
  }
  if (hair === 'long') {
    add([120, 102, -12], [60 * w, 64, 60]);
    add([74, 178, -18], [27, 84, 34]);
    add([166, 178, -18], [27, 84, 34]);
  }
  if (hair === 'scarf') {
    add([120, 122, -14], [66 * w, 86, 62], 0.62);
    add([120, 226, 4], [64, 44, 44], 0.58);
  }
  return balls;
}

/** Light from the nearest surface at a point; the background is lit from the opposite side. */
function brightness(balls: Ball[], { light, glasses }: Sitter, x: number, y: number): number {
  let nearest = Number.NEGATIVE_INFINITY;
  const ground = 0.9 - 0.14 * (y / HEIGHT) + (light * (x - 120)) / -1400;
  let value = ground;
  for (const { at, size, tone } of balls) {
    const [u, v] = [(x - at[0]) / size[0], (y - at[1]) / size[1]];
    const inside = 1 - u * u - v * v;
    if (inside <= 0) continue;
    const z = at[2] + Math.sqrt(inside) * size[2];
    if (z <= nearest) continue;
    nearest = z;
    const normal = [u / size[0], v / size[1], Math.sqrt(inside) / size[2]] as const;
    const length = Math.hypot(...normal);
    const facing = (normal[0] * light * 0.62 - normal[1] * 0.4 + normal[2] * 0.68) / length;
    value = tone * (0.2 + 0.86 * Math.max(0, facing));
  }
  const feature = features(x, y);
  if (nearest > 20) value -= feature;
  if (glasses && nearest > 0 && isRim(x, y)) value -= 0.6;
  return Math.max(0, Math.min(1, value));
}

/** Eyes, brows and mouth, drawn as shadows. */
function features(x: number, y: number): number {
  let shadow = 0;
  for (const side of [-1, 1]) {
    const eye = ((x - 120 - side * 21) / 11) ** 2 + ((y - 126) / 5.5) ** 2;
    if (eye < 1) shadow += 0.5 * (1 - eye);
    const brow = ((x - 120 - side * 22) / 15) ** 2 + ((y - 112) / 4) ** 2;
    if (brow < 1) shadow += 0.42 * (1 - brow);
  }
  const mouth = ((x - 120) / 17) ** 2 + ((y - 169) / 4.5) ** 2;
  return shadow + (mouth < 1 ? 0.4 * (1 - mouth) : 0);
}

const isRim = (x: number, y: number): boolean => {
  const ring = (side: number) => Math.hypot((x - 120 - side * 22) / 17, (y - 127) / 13);
  const isBridge = Math.abs(x - 120) < 8 && Math.abs(y - 124) < 3;
  return isBridge || [-1, 1].some((side) => Math.abs(ring(side) - 1) < 0.2);
};
