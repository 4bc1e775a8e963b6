import type { Point, Stage } from '../stage/gestures.ts';

/** Where the figures of a measurement are written, CSS pixels from the stage's centre. */
export interface TextPlace {
  readonly lines: readonly string[];
  readonly x: number;
  /** Base line of the first line. */
  readonly y: number;
  /** The text would leave the stage, so it ends at `x`. */
  readonly isCut: boolean;
}

export const LINE_HEIGHT = 15;
const TEXT_GAP = 8;
const EDGE_GAP = 4;
/** Of the small type, on average and rather more. */
const LETTER_WIDTH = 6.5;
/** Of the small type below its base line. */
const DESCENT = 4;

/** Of so many texts each keeps clear of those before it; a stage with more has no room for that. */
const MOST_CLEAR = 40;

/** Places each text at its point, and one that would cover a text before it above or below that, as near as there is room. */
export function textPlaces<T extends { readonly text: string; readonly at: Point }>(
  texts: readonly T[],
  stage: Stage,
): (T & TextPlace)[] {
  const taken: Box[] = [];
  return texts.map((one) => {
    const place = placeAt(one.text, one.at, stage);
    if (taken.length === MOST_CLEAR) return { ...one, ...place };
    const y = place.y + moveFor(boxOf(place), taken, stage);
    taken.push(boxOf({ ...place, y }));
    return { ...one, ...place, y };
  });
}

/** How far down (up, below 0) a text has to go to cover no other one; 0 where there is no room. */
function moveFor(box: Box, taken: readonly Box[], { height }: Stage): number {
  const beside = taken.filter(({ left, right }) => left < box.right && box.left < right);
  const isClear = (by: number) => beside.every(({ top, bottom }) => box.bottom + by <= top || bottom <= box.top + by);
  if (isClear(0)) return 0;
  const moves = beside.flatMap(({ top, bottom }) => [top - box.bottom, bottom - box.top]);
  const onStage = moves.filter((by) => box.top + by >= -height / 2 && box.bottom + by <= height / 2);
  return onStage.sort((one, other) => Math.abs(one) - Math.abs(other)).find(isClear) ?? 0;
}

function placeAt(text: string, at: Point, { width, height }: Stage): TextPlace {
  const lines = linesOf(text, Math.floor((width - 2 * EDGE_GAP) / LETTER_WIDTH));
  const isCut = at.x + TEXT_GAP + widthOf(lines) > width / 2;
  // Several lines stand above the point, as far as there is room.
  const lowest = at.y - 6;
  return {
    lines,
    isCut,
    x: isCut ? width / 2 - EDGE_GAP : Math.max(at.x + TEXT_GAP, EDGE_GAP - width / 2),
    y: Math.max(lowest - (lines.length - 1) * LINE_HEIGHT, Math.min(lowest, LINE_HEIGHT - height / 2)),
  };
}

const widthOf = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length)) * LETTER_WIDTH;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function boxOf({ lines, x, y, isCut }: TextPlace): Box {
  const width = widthOf(lines);
  const left = isCut ? x - width : x;
  const bottom = y + DESCENT + (lines.length - 1) * LINE_HEIGHT;
  return { left, right: left + width, top: bottom - lines.length * LINE_HEIGHT, bottom };
}

/** A text in lines of at most so many letters: broken between its figures, and within one only where it is longer than that. */
function linesOf(text: string, most: number): string[] {
  const fill = (pieces: readonly string[]) => {
    const lines: string[] = [];
    for (const piece of pieces) {
      const joined = `${lines.at(-1)} ${piece}`;
      if (lines.length > 0 && joined.length <= most) lines[lines.length - 1] = joined;
      else lines.push(piece);
    }
    return lines;
  };
  return fill(text.split(/(?<=,) /).flatMap((part) => (part.length > most ? fill(part.split(' ')) : part)));
}
