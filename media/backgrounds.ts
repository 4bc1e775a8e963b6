import { noise } from './films.ts';
import { round } from './lettering.ts';

const ground = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><title>Background</title>${content}</svg>\n`;

/** Contour lines over two hills: thin and grey, for light and dark backgrounds. */
function contours(seed: number): string {
  let paths = '';
  for (let line = 0; line < 26; line += 1) {
    const points: string[] = [];
    for (let x = 0; x <= 1200; x += 40) {
      const lift =
        70 * Math.exp(-(((x - 320 - seed * 60) / 210) ** 2)) * Math.sin((line / 26) * Math.PI) +
        54 * Math.exp(-(((x - 860 + seed * 40) / 170) ** 2)) * Math.sin((line / 26) * Math.PI * 1.4);
      points.push(`${x} ${round(20 + line * 22 - lift)}`);
    }
    paths += `M${points.join('L')}`;
  }
  return `<path d="${paths}" fill="none" stroke="#7d8a8e" stroke-opacity=".17"/>`;
}

/** Interference rings of two sources. */
function interference(): string {
  let rings = '';
  for (const [x, y] of [
    [420, 300],
    [780, 300],
  ])
    for (let r = 24; r < 760; r += 24) rings += `<circle cx="${x}" cy="${y}" r="${r}"/>`;
  return `<g fill="none" stroke="#52a9b0" stroke-opacity=".16">${rings}</g>`;
}

/** Dots of a light box, some of them lit. */
function lightBox(): string {
  let dots = '';
  for (let row = 0; row < 20; row += 1)
    for (let column = 0; column < 40; column += 1) {
      const value = noise(column, row);
      dots += `<circle cx="${15 + column * 30}" cy="${15 + row * 30}" r="${round(1 + value * 1.4)}"/>`;
    }
  return `<g fill="#52a9b0" fill-opacity=".16">${dots}</g>`;
}

export const BACKGROUNDS: Record<string, string> = {
  quantact: ground(1200, 600, interference()),
  'science-board': ground(1200, 600, contours(0)),
  abstract: ground(1200, 600, lightBox()),
};
