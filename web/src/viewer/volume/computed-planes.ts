import type { marks } from '@duai/contract';
import { dot, plus, type Vector } from '../room/planes.ts';
import type { PlanesLook } from './open-volume.ts';
import type { PlaneStack } from './resample.ts';
import { turnName } from './turn.ts';

/** The centre of the first pixel of a plane of a stack. */
export const originOf = (stack: PlaneStack, index: number): Vector => plus(stack.origin, stack.step, stack.mm * index);

const writable = ([x, y, z]: Vector): [number, number, number] => [x, y, z];

/** A plane of a stack, as measurements on it are stored. */
export const computedPlane = (stack: PlaneStack, index: number, { slabMm, turn }: PlanesLook): marks.ComputedPlane => ({
  kind: stack.kind,
  turn,
  slabMm,
  origin: writable(originOf(stack, index)),
  across: writable(stack.across),
  down: writable(stack.down),
  mm: stack.mm,
  columns: stack.columns,
  rows: stack.rows,
});

const SAME_PLACE_MM = 0.001;

/** Where a stack has a plane that was stored; undefined for another look, or where the volume has another shape by now. */
export function indexOf(
  stack: PlaneStack,
  plane: marks.ComputedPlane,
  { slabMm, turn }: PlanesLook,
): number | undefined {
  const isSameLook = plane.kind === stack.kind && plane.slabMm === slabMm && turnName(plane.turn) === turnName(turn);
  if (!isSameLook || plane.columns !== stack.columns || plane.rows !== stack.rows) return undefined;
  const index = Math.round(dot(plus(plane.origin, stack.origin, -1), stack.step) / stack.mm);
  const aside = plus(plane.origin, originOf(stack, index), -1);
  const isThere = index >= 0 && index < stack.count && dot(aside, aside) <= SAME_PLACE_MM ** 2;
  return isThere && Math.abs(plane.mm - stack.mm) * stack.columns <= SAME_PLACE_MM ? index : undefined;
}
