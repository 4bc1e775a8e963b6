/** Where the image lies on its stage: scale 1 fills it, offsets in CSS pixels from the middle. */
export interface Placement {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}
export const FITTED: Placement = { scale: 1, x: 0, y: 0 };

const MOST = 8;
/** A finger moves this far for one image further. */
export const PIXELS_PER_IMAGE = 14;

interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Stage {
  readonly width: number;
  readonly height: number;
}

/** Scales about a point of the stage (from its middle), so that what is under the fingers stays under them. */
export function zoomAt(from: Placement, factor: number, at: Point, stage: Stage): Placement {
  const scale = Math.min(MOST, Math.max(1, from.scale * factor));
  const share = scale / from.scale;
  return within({ scale, x: at.x - (at.x - from.x) * share, y: at.y - (at.y - from.y) * share }, stage);
}

export const moveBy = (from: Placement, by: Point, stage: Stage): Placement =>
  within({ ...from, x: from.x + by.x, y: from.y + by.y }, stage);

/** The image never leaves its stage. */
function within({ scale, x, y }: Placement, { width, height }: Stage): Placement {
  const clamp = (value: number, size: number) => {
    const reach = ((scale - 1) * size) / 2;
    return Math.max(-reach, Math.min(reach, value)) || 0;
  };
  return { scale, x: clamp(x, width), y: clamp(y, height) };
}

export const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
export const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
