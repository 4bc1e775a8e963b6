import { decodeRuns, encodeRuns, type marks, type Overlay, overlaySchema } from '@duai/contract';
import { z } from 'zod';
import type { Point } from '../stage/gestures.ts';

/** The run that drew a mask, and the version of its correction that is shown; 0 is the algorithm's mask. */
export interface MaskOrigin {
  readonly analysisId: string;
  readonly version: number;
  readonly correctedBy: string | null;
}
/** A mask on images; it can be corrected if it has an origin. */
export interface ViewOverlay extends Overlay {
  readonly origin?: MaskOrigin;
  /** The label given by its creator; masks of the catalogue have names in the reader's language. */
  readonly label?: string;
  /** The mask could not be read, so only its name is shown. */
  readonly isUnread?: boolean;
  /** On how many images of the series it is not shown, because it lies elsewhere. */
  readonly unplaced?: number;
  /** It came with the images, and was made here from results of AI: no colleague drew it. */
  readonly isOurs?: boolean;
}

/** The brush: the mask that it changes, and its position in pixels of the mask. */
export interface Brush {
  readonly code: string;
  readonly isErasing: boolean;
  /** Radius in pixels of the mask. */
  readonly radius: number;
}

type Slice = Overlay['slices'][number];
/** The changed and unsaved slices of one mask, and the version of the mask that they were drawn on. */
export interface MaskEdits {
  readonly base: number;
  readonly slices: ReadonlyMap<string, Slice>;
}
/** Of all masks of a series, by their codes. */
export type AllEdits = ReadonlyMap<string, MaskEdits>;

const keptSchema = z.record(z.string(), z.object({ base: z.number().int(), slices: overlaySchema.shape.slices }));

/** Unsaved strokes in the form of a draft; null without any. */
export const draftOfEdits = (edits: AllEdits): Record<string, unknown> | null =>
  edits.size === 0
    ? null
    : Object.fromEntries([...edits].map(([code, { base, slices }]) => [code, { base, slices: [...slices.values()] }]));

/** Strokes as `draftOfEdits` gave them; none of what is something else. */
export function editsOfDraft(draft: unknown): AllEdits {
  const kept = keptSchema.safeParse(draft);
  const entries = Object.entries(kept.success ? kept.data : {});
  return new Map(
    entries.map(([code, { base, slices }]) => [
      code,
      { base, slices: new Map(slices.map((slice) => [nameOf(slice), slice])) },
    ]),
  );
}

const nameOf = ({ sopInstanceUid, frame = 0 }: Pick<Slice, 'sopInstanceUid' | 'frame'>) => `${sopInstanceUid} ${frame}`;

/** A mask with its changed slices replaced. */
export function withEdits<Mask extends Overlay>(overlay: Mask, edits: MaskEdits | undefined): Mask {
  if (!edits) return overlay;
  const slices = new Map(overlay.slices.map((slice) => [nameOf(slice), slice]));
  for (const [name, slice] of edits.slices) slices.set(name, slice);
  return { ...overlay, slices: [...slices.values()] };
}

/**
 * The edits after a brush stroke on one slice: it changes all pixels whose centre is within the radius of the line between
 * two points.
 */
export function afterStroke(
  overlay: ViewOverlay,
  edits: MaskEdits | undefined,
  { isErasing, radius }: Pick<Brush, 'isErasing' | 'radius'>,
  { image, frame, from, to }: { image: string; frame: number; from: Point; to: Point },
): MaskEdits {
  const { columns, rows } = overlay;
  const of = { sopInstanceUid: image, ...(frame > 0 && { frame }) };
  const before = withEdits(overlay, edits).slices.find((slice) => nameOf(slice) === nameOf(of));
  const mask = decodeRuns(before?.runs ?? '', columns * rows);
  const [left, right] = [Math.min(from.x, to.x) - radius, Math.max(from.x, to.x) + radius];
  const [top, bottom] = [Math.min(from.y, to.y) - radius, Math.max(from.y, to.y) + radius];
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(rows, bottom); row += 1)
    for (let column = Math.max(0, Math.floor(left)); column < Math.min(columns, right); column += 1)
      if (distanceToLine({ x: column + 0.5, y: row + 0.5 }, from, to) <= radius)
        mask[row * columns + column] = isErasing ? 0 : 1;
  return {
    base: edits?.base ?? overlay.origin?.version ?? 0,
    slices: new Map(edits?.slices).set(nameOf(of), { ...of, runs: encodeRuns(mask) }),
  };
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const long = x * x + y * y;
  const share = long === 0 ? 0 : ((point.x - from.x) * x + (point.y - from.y) * y) / long;
  const along = Math.max(0, Math.min(1, share));
  return Math.hypot(point.x - from.x - along * x, point.y - from.y - along * y);
}

/** The masks of runs, each in its latest correction. */
export function correctedOverlays(
  runs: readonly { readonly id: string; readonly overlays: readonly Overlay[] }[],
  corrections: readonly marks.CorrectedMask[],
): ViewOverlay[] {
  return runs.flatMap(({ id, overlays }) =>
    overlays.map((overlay): ViewOverlay => {
      if (overlay.kind === 'heat') return overlay;
      const latest = corrections
        .filter(({ analysisId, code }) => analysisId === id && code === overlay.code)
        .sort((one, other) => one.version - other.version)
        .at(-1);
      return {
        ...overlay,
        ...latest?.mask,
        origin: { analysisId: id, version: latest?.version ?? 0, correctedBy: latest?.correctedBy ?? null },
      };
    }),
  );
}
