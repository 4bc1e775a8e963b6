import { describe, expect, it } from 'vitest';
import { computedPlane, indexOf } from './computed-planes.ts';
import { stackOf, type VolumeShape } from './resample.ts';
import { STRAIGHT } from './turn.ts';

const shape: VolumeShape = {
  columns: 16,
  rows: 16,
  slices: 8,
  origin: [-15, -15, 0],
  toColumn: [2, 0, 0],
  toRow: [0, 2, 0],
  toSlice: [0, 0, 4],
};
const look = { slabMm: 5, turn: { nod: 10, lean: 0, twist: -20 } };
const stack = stackOf(shape, 'sagittal', look.turn);

describe('a stored plane', () => {
  it('is found where it was, also after it was written as text', () => {
    for (const index of [0, 7, stack.count - 1]) {
      const stored = JSON.parse(JSON.stringify(computedPlane(stack, index, look)));
      expect(indexOf(stack, stored, look)).toBe(index);
    }
  });

  it('is not found in another look, among other planes, or in a volume of another shape', () => {
    const plane = computedPlane(stack, 7, look);
    expect(indexOf(stack, plane, { ...look, slabMm: 0 })).toBeUndefined();
    expect(indexOf(stack, plane, { ...look, turn: STRAIGHT })).toBeUndefined();
    expect(indexOf(stackOf(shape, 'sagittal'), plane, { ...look, turn: STRAIGHT })).toBeUndefined();
    expect(indexOf(stackOf(shape, 'coronal', look.turn), plane, look)).toBeUndefined();
    const aside = stackOf({ ...shape, origin: [-14, -15, 0] }, 'sagittal', look.turn);
    expect(indexOf(aside, plane, look)).toBeUndefined();
    const longer = stackOf({ ...shape, slices: 9 }, 'sagittal', look.turn);
    expect(indexOf(longer, plane, look)).toBeUndefined();
    expect(indexOf({ ...stack, count: 7 }, plane, look)).toBeUndefined();
    const before = { ...stack, origin: computedPlane(stack, 8, look).origin };
    expect(indexOf(before, plane, look)).toBeUndefined();
    const atFirst = computedPlane(stack, 0, look);
    expect(indexOf({ ...stack, mm: stack.mm * 1.01 }, atFirst, look)).toBeUndefined();
    expect(indexOf({ ...stack, columns: stack.columns + 1 }, atFirst, look)).toBeUndefined();
    expect(indexOf({ ...stack, rows: stack.rows + 1 }, atFirst, look)).toBeUndefined();
  });
});
