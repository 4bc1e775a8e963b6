import type { reports } from '@duai/contract';

/** The position of the image on its stage: at scale 1 it fits; offsets are in CSS pixels from the centre. */
export interface Placement {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}
export const FITTED: Placement = { scale: 1, x: 0, y: 0 };

const MOST = 8;
/** Distance in pixels that a finger moves for the next image. */
export const PIXELS_PER_IMAGE = 14;

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Stage {
  readonly width: number;
  readonly height: number;
}

/** Zooms about a point of the stage (relative to its centre), so that what is under the fingers stays under them. */
export function zoomAt(from: Placement, factor: number, at: Point, stage: Stage): Placement {
  const scale = Math.min(MOST, Math.max(1, from.scale * factor));
  const share = scale / from.scale;
  return within({ scale, x: at.x - (at.x - from.x) * share, y: at.y - (at.y - from.y) * share }, stage);
}

export const moveBy = (from: Placement, by: Point, stage: Stage): Placement =>
  within({ ...from, x: from.x + by.x, y: from.y + by.y }, stage);

/** Limits the offsets, so that the image stays on its stage. */
function within({ scale, x, y }: Placement, { width, height }: Stage): Placement {
  const clamp = (value: number, size: number) => {
    const reach = Math.max(0, ((scale - 1) * size) / 2);
    return Math.max(-reach, Math.min(reach, value)) || 0;
  };
  return { scale, x: clamp(x, width), y: clamp(y, height) };
}

export const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
export const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/** The visible part of an image (aspect: width divided by height) as fractions of its sides; null: all of it. */
export function regionSeen({ scale, x, y }: Placement, stage: Stage, aspect: number): reports.ImageRegion | null {
  const width = Math.min(stage.width, stage.height * aspect);
  const along = (stageSize: number, imageSize: number, offset: number) => {
    const at = (edge: number) => Math.min(1, Math.max(0, ((edge - offset) / scale + imageSize / 2) / imageSize));
    const [start, end] = [at(-stageSize / 2), at(stageSize / 2)];
    return { start: round(start), size: round(end) - round(start) };
  };
  const across = along(stage.width, width, x);
  const down = along(stage.height, width / aspect, y);
  if (!(across.size > 0 && down.size > 0) || (across.size > 0.995 && down.size > 0.995)) return null;
  return { x: across.start, y: down.start, width: round(across.size), height: round(down.size) };
}

const round = (share: number) => Math.round(share * 1000) / 1000;
