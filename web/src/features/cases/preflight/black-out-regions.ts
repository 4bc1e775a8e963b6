import type { Region } from '@duai/imaging/deidentify';

export const EDGES = ['top', 'bottom', 'left', 'right'] as const;
export type Edge = (typeof EDGES)[number];

/** Each press widens an edge by this fraction of the side. */
const STEP = 0.05;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The rectangle between two points, clipped to the image; null if it is too small to be intended. */
export function betweenPoints(from: Point, to: Point): Region | null {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const [left, right] = [within(Math.min(from.x, to.x)), within(Math.max(from.x, to.x))];
  const [top, bottom] = [within(Math.min(from.y, to.y)), within(Math.max(from.y, to.y))];
  const region = { left, top, width: right - left, height: bottom - top };
  return region.width < 0.005 || region.height < 0.005 ? null : region;
}

/** Adds a strip along one edge, or widens the one that is there. */
export function withEdge(regions: readonly Region[], edge: Edge): readonly Region[] {
  const strip = regions.find((region) => edgeOf(region) === edge);
  const isAcross = edge === 'top' || edge === 'bottom';
  const size = Math.min(1, (strip ? (isAcross ? strip.height : strip.width) : 0) + STEP);
  const grown = {
    left: edge === 'right' ? 1 - size : 0,
    top: edge === 'bottom' ? 1 - size : 0,
    width: isAcross ? 1 : size,
    height: isAcross ? size : 1,
  };
  return [...regions.filter((region) => region !== strip), grown];
}

function edgeOf({ left, top, width, height }: Region): Edge | null {
  const isEnd = (value: number) => Math.abs(value - 1) < 1e-9;
  if (width === 1) return top === 0 ? 'top' : isEnd(top + height) ? 'bottom' : null;
  if (height === 1) return left === 0 ? 'left' : isEnd(left + width) ? 'right' : null;
  return null;
}
