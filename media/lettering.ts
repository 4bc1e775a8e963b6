/**
 * The letters of our logos: one stroke, capitals 14 units high, x-height 9. Drawn here because a picture cannot load a font.
 * Each has a width and a path.
 */
const GLYPHS: Record<string, readonly [width: number, path: string]> = {
  A: [12, 'M0 14L6 0L12 14M2.1 9.5H9.9'],
  C: [11.5, 'M11.5 1.7A7 7 0 1 0 11.5 12.3'],
  D: [12, 'M0 0H5A7 7 0 0 1 5 14H0Z'],
  F: [8.5, 'M8.5 0H0V14M0 6.8H7.4'],
  H: [10, 'M0 0V14M10 0V14M0 7H10'],
  I: [0, 'M0 0V14'],
  O: [14, 'M7 0A7 7 0 1 1 7 14A7 7 0 1 1 7 0Z'],
  P: [9, 'M0 14V0H5A4 4 0 0 1 5 8H0'],
  S: [
    9,
    'M8.5 2.4C7.6 .8 6.2 0 4.6 0C2.2 0 .6 1.5 .6 3.6C.6 8.2 9 5.9 9 10.4C9 12.6 7.2 14 4.7 14C2.6 14 .9 13 0 11.2',
  ],
  T: [10, 'M0 0H10M5 0V14'],
  U: [10.5, 'M0 0V8.75A5.25 5.25 0 0 0 10.5 8.75V0'],
  Z: [9.5, 'M0 0H9.5L0 14H9.5'],
  a: [9, 'M9 9.5A4.5 4.5 0 1 1 0 9.5A4.5 4.5 0 1 1 9 9.5ZM9 5V14'],
  c: [7.9, 'M7.9 6.5A4.5 4.5 0 1 0 7.9 12.5'],
  d: [9, 'M9 9.5A4.5 4.5 0 1 1 0 9.5A4.5 4.5 0 1 1 9 9.5ZM9 0V14'],
  e: [9, 'M0 9.5H9A4.5 4.5 0 1 0 7.4 12.9'],
  è: [9, 'M0 9.5H9A4.5 4.5 0 1 0 7.4 12.9M3 .6L5.4 2.8'],
  h: [8, 'M0 0V14M0 9A4 4 0 0 1 8 9V14'],
  i: [0, 'M0 5V14M0 1.2V1.3'],
  k: [7.4, 'M0 0V14M7 5L0 10.5M2.4 8.6L7.4 14'],
  l: [0, 'M0 0V14'],
  m: [14, 'M0 5V14M0 8.5A3.5 3.5 0 0 1 7 8.5V14M7 8.5A3.5 3.5 0 0 1 14 8.5V14'],
  n: [8, 'M0 5V14M0 9A4 4 0 0 1 8 9V14'],
  o: [9, 'M4.5 5A4.5 4.5 0 1 1 4.5 14A4.5 4.5 0 1 1 4.5 5Z'],
  r: [5, 'M0 5V14M0 9.2C.4 6.4 2.2 5 5 5'],
  s: [
    6.8,
    'M6.4 6.6C5.8 5.5 4.8 5 3.6 5C1.9 5 .8 5.9 .8 7.3C.8 10.4 6.8 8.6 6.8 11.7C6.8 13.2 5.4 14 3.6 14C2 14 .7 13.3 0 12.1',
  ],
  t: [5.6, 'M2.5 1.5V11.5A2.5 2.5 0 0 0 5 14H5.6M0 5H5.4'],
  u: [8, 'M0 5V10A4 4 0 0 0 8 10M8 5V14'],
  w: [12.8, 'M0 5L3.2 14L6.4 6L9.6 14L12.8 5'],
  ' ': [3, ''],
};
const GAP = 3.4;

/** A word as SVG with its upper left corner at x, y; and its width. */
export function lettering(word: string, x: number, y: number, stroke: string): { svg: string; width: number } {
  let at = 0;
  const letters: string[] = [];
  for (const letter of word) {
    const glyph = GLYPHS[letter];
    if (!glyph) throw new Error(`the lettering has no ${letter}`);
    if (glyph[1]) letters.push(`<path d="${glyph[1]}" transform="translate(${round(x + at)} ${y})"/>`);
    at += glyph[0] + GAP;
  }
  const svg = `<g fill="none" stroke="${stroke}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${letters.join('')}</g>`;
  return { svg, width: at - GAP };
}

export const round = (value: number): number => Math.round(value * 10) / 10;
