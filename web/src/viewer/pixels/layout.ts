import { isSameSize, type PixelShape, type Spacing } from '@duai/imaging/browser';
import type { Placement, Point, Stage } from '../stage/gestures.ts';

export type Rotation = 0 | 90 | 180 | 270;

/** The position of an image on its stage: fitted, rotated, then placed. */
export interface Layout {
  readonly stage: Stage;
  readonly columns: number;
  readonly rows: number;
  /** Height of a pixel divided by its width. */
  readonly pixelAspect: number;
  /** Clockwise. */
  readonly rotation: Rotation;
  /** Mirrored left to right before the rotation. */
  readonly isFlipped: boolean;
  readonly placement: Placement;
}

/** CSS pixels for the width of one image pixel at scale 1, at which the whole image fits its stage. */
export function fittedScale({ stage, columns, rows, pixelAspect, rotation }: Layout): number {
  const [width, height] = [columns, rows * pixelAspect];
  const isUpright = rotation === 0 || rotation === 180;
  return Math.min(stage.width / (isUpright ? width : height), stage.height / (isUpright ? height : width));
}

/** CSS pixels for the width of one image pixel as displayed. */
export const shownScale = (layout: Layout): number => fittedScale(layout) * layout.placement.scale;

const TURNS: Record<Rotation, readonly [cos: number, sin: number]> = {
  0: [1, 0],
  90: [0, 1],
  180: [-1, 0],
  270: [0, -1],
};

/** Converts a point of the image (columns and rows from its upper left corner) to CSS pixels from the stage's centre. */
export function toStage({ x, y }: Point, layout: Layout): Point {
  const scale = shownScale(layout);
  const [cos, sin] = TURNS[layout.rotation];
  const across = (x - layout.columns / 2) * scale * (layout.isFlipped ? -1 : 1);
  const down = (y - layout.rows / 2) * scale * layout.pixelAspect;
  return {
    x: across * cos - down * sin + layout.placement.x,
    y: across * sin + down * cos + layout.placement.y,
  };
}

/** Converts CSS pixels from the stage's centre to columns and rows of the image. */
export function toImage({ x, y }: Point, layout: Layout): Point {
  const scale = shownScale(layout);
  const [cos, sin] = TURNS[layout.rotation];
  const [dx, dy] = [x - layout.placement.x, y - layout.placement.y];
  const across = (dx * cos + dy * sin) * (layout.isFlipped ? -1 : 1);
  const down = -dx * sin + dy * cos;
  return { x: across / scale + layout.columns / 2, y: down / (scale * layout.pixelAspect) + layout.rows / 2 };
}

/** The side of the patient at each edge of the stage: letters of PS3.3 C.7.6.1.1.1, two if it is oblique. */
export interface EdgeLetters {
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly bottom: string;
}

export function edgeLetters(
  orientation: readonly number[],
  { rotation, isFlipped }: Pick<Layout, 'rotation' | 'isFlipped'>,
): EdgeLetters {
  const row = orientation.slice(0, 3).map((part) => (isFlipped ? -part : part));
  const column = orientation.slice(3, 6);
  const [cos, sin] = TURNS[rotation];
  // The patient directions towards the right and the bottom of the stage.
  const right = row.map((part, axis) => part * cos - (column[axis] ?? 0) * sin);
  const down = row.map((part, axis) => part * sin + (column[axis] ?? 0) * cos);
  const back = (direction: number[]) => direction.map((part) => -part);
  return { left: lettersOf(back(right)), right: lettersOf(right), top: lettersOf(back(down)), bottom: lettersOf(down) };
}

/** A smaller component of a direction adds no letter. */
const LEAST_SHARE = 0.2;
const AXES = [
  ['L', 'R'],
  ['P', 'A'],
  ['H', 'F'],
] as const;

/** Patient coordinates increase to the left, to the back and to the head (PS3.3 C.7.6.2.1.1). */
function lettersOf(direction: readonly number[]): string {
  return AXES.map(([positive, negative], axis) => {
    const part = direction[axis] ?? 0;
    return { letter: part > 0 ? positive : negative, share: Math.abs(part) };
  })
    .filter(({ share }) => share > LEAST_SHARE)
    .sort((one, other) => other.share - one.share)
    .slice(0, 2)
    .map(({ letter }) => letter)
    .join('');
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const common = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});
const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);

/** The part of the image that is on its stage, in columns and rows. */
function seenOf(layout: Layout): Box {
  const { stage, columns, rows } = layout;
  const one = toImage({ x: -stage.width / 2, y: -stage.height / 2 }, layout);
  const other = toImage({ x: stage.width / 2, y: stage.height / 2 }, layout);
  return common(
    { left: 0, top: 0, right: columns, bottom: rows },
    {
      left: Math.min(one.x, other.x),
      top: Math.min(one.y, other.y),
      right: Math.max(one.x, other.x),
      bottom: Math.max(one.y, other.y),
    },
  );
}

/** What regions must cover of the part of the image that is seen. */
const MOST = 0.5;
/** By which share height and width of a pixel as drawn may differ: the bar lies across, and is held against any direction. */
const SQUARE = 0.01;

/**
 * The pixel size that holds for what is on the stage. Of ultrasound (PS3.3 C.8.5.5) it is that of the regions there: they cover
 * most of what is seen of the image, and none has another size, or none.
 */
export function spacingOnShow(layout: Layout, { spacing, regions = [] }: PixelShape): Spacing | null {
  if (spacing) return spacing;
  const seen = seenOf(layout);
  const onShow = regions
    .map((region) => ({ ...region, area: areaOf(common(region, seen)) }))
    .filter(({ area }) => area > 0);
  const found = onShow[0]?.spacing;
  if (!found || !onShow.every((region) => isSameSize(found, region.spacing))) return null;
  const isMost = onShow.reduce((sum, { area }) => sum + area, 0) >= MOST * areaOf(seen);
  const isSquare = Math.abs(found.rowMm / (found.columnMm * layout.pixelAspect) - 1) <= SQUARE;
  return isMost && isSquare ? found : null;
}

const BARS_MM = [1, 2, 5, 10, 20, 50, 100, 200];

/** A round length for a scale bar, at most a third of the stage wide; null without pixel spacing. */
export function scaleBar(layout: Layout, spacing: Spacing | null): { mm: number; pixels: number } | null {
  if (!spacing) return null;
  const pixelsPerMm = shownScale(layout) / spacing.columnMm;
  const mm = BARS_MM.findLast((length) => length * pixelsPerMm <= layout.stage.width / 3) ?? BARS_MM[0];
  return mm === undefined ? null : { mm, pixels: mm * pixelsPerMm };
}
