import type { Point } from './measure.ts';

/** A side of a closed line, from its upper to its lower end. */
interface Side {
  readonly top: Point;
  readonly bottom: Point;
}

/** The sides of a freehand line, which ends at its first point, without those along a row. */
export const sidesOf = (points: readonly Point[]): Side[] =>
  points.flatMap((point, index) => {
    const next = points[(index + 1) % points.length];
    if (!next || next.y === point.y) return [];
    return [point.y < next.y ? { top: point, bottom: next } : { top: next, bottom: point }];
  });

const xAt = ({ top, bottom }: Side, y: number): number =>
  top.x + ((y - top.y) / (bottom.y - top.y)) * (bottom.x - top.x);

/**
 * Where a level meets the sides, from left to right. The line encloses what lies between the first and the second of these
 * places, the third and the fourth and so on (even-odd rule): where it crosses itself both loops, where it runs round twice
 * neither time.
 */
export const crossingsAt = (sides: readonly Side[], y: number): number[] =>
  sides
    .filter(({ top, bottom }) => top.y <= y && y < bottom.y)
    .map((side) => xAt(side, y))
    .sort((one, other) => one - other);

/** Of all that lies between the first and the second of these places, the third and the fourth and so on. */
const widthOf = (crossings: readonly number[]): number =>
  crossings.reduce((sum, x, index) => sum + (index % 2 === 0 ? -x : x), 0);

/** Rounding of places along a row, in columns. */
const ROUNDING = 1e-9;
/** In rows: within so low a strip the middle stands for the whole, which is off by less than a thousandth of a pixel. */
const LOWEST_STRIP = 2 ** -10;
/** Of all strips that are halved; a line by hand needs some hundreds. Without an end a scrawl would hold up its page. */
const MOST_SIDES_HALVED = 200_000;

/**
 * What a freehand line encloses, in pixels, as `crossingsAt` tells it. Between two levels at which the line has points its width
 * grows evenly, so the width in the middle gives the area; where sides cross between them, the strip is halved around the place.
 */
export function pixelsWithin(points: readonly Point[]): number {
  const sides = sidesOf(points).sort((one, other) => one.top.y - other.top.y);
  const levels = [...new Set(points.map(({ y }) => y))].sort((one, other) => one - other);
  let halved = 0;
  const pixelsBetween = (crossed: readonly Side[], top: number, bottom: number): number => {
    const [height, middle] = [bottom - top, (top + bottom) / 2];
    const inOrder = middlesInOrder(crossed, top, bottom);
    if (inOrder) return height * widthOf(inOrder);
    if (height < LOWEST_STRIP || halved > MOST_SIDES_HALVED) return height * widthOf(crossingsAt(crossed, middle));
    halved += crossed.length;
    return pixelsBetween(crossed, top, middle) + pixelsBetween(crossed, middle, bottom);
  };
  let [pixels, next] = [0, 0];
  let crossed: Side[] = [];
  for (const [index, top] of levels.slice(0, -1).entries()) {
    crossed = crossed.filter(({ bottom }) => bottom.y > top);
    for (let side = sides[next]; side && side.top.y <= top; side = sides[next]) {
      crossed.push(side);
      next += 1;
    }
    pixels += pixelsBetween(crossed, top, levels[index + 1] ?? top);
  }
  return pixels;
}

/** Where sides are midway between two levels that all of them reach, from left to right; null where some of them cross there. */
function middlesInOrder(sides: readonly Side[], top: number, bottom: number): number[] | null {
  const ordered = sides
    .map((side) => ({ above: xAt(side, top), below: xAt(side, bottom) }))
    .sort((one, other) => one.above - other.above || one.below - other.below);
  const keepOrder = ordered.every(({ below }, index) => (ordered[index - 1]?.below ?? below) <= below + ROUNDING);
  return keepOrder ? ordered.map(({ above, below }) => (above + below) / 2) : null;
}
