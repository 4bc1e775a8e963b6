import { describe, expect, it } from 'vitest';
import { carriedTo, middleOf, targetsAt } from './crosshair.ts';
import type { ImagePlane } from './planes.ts';

const axial = (z: number, change: Partial<ImagePlane> = {}): ImagePlane => ({
  origin: [-50, -50, z],
  across: [1, 0, 0],
  down: [0, 1, 0],
  columns: 100,
  rows: 100,
  columnMm: 1,
  rowMm: 1,
  frameOfReferenceUid: '1.2.3',
  ...change,
});
const coronal = (y: number): ImagePlane => axial(0, { origin: [-50, y, 50], across: [1, 0, 0], down: [0, 0, -1] });

describe('the crosshair', () => {
  it('begins in the middle of the image, and goes straight on with it', () => {
    const first = middleOf(axial(10));
    expect(first).toEqual({ point: [-0.5, -0.5, 10], frameOfReferenceUid: '1.2.3' });
    expect(carriedTo(first, axial(25)).point).toEqual([-0.5, -0.5, 25]);
    const oblique = axial(40, { across: [0.8, 0, 0.6], down: [0, 1, 0] });
    const carried = carriedTo(first, oblique).point;
    // On the oblique plane, and off the first point along its normal alone.
    const normal = [-0.6, 0, 0.8];
    const fromOrigin = carried.map((part, axis) => part - oblique.origin[axis]!);
    expect(fromOrigin.reduce((sum, part, axis) => sum + part * normal[axis]!, 0)).toBeCloseTo(0);
    expect(carriedTo(first, axial(25, { frameOfReferenceUid: '9.9' }))).toBe(first);
  });

  it('sends all others of its frame of reference there, parallel or not', () => {
    const at = middleOf(axial(10));
    const places = new Map([
      ['a', axial(10)],
      ['b', coronal(7)],
      ['c', axial(3)],
      ['other', axial(3, { frameOfReferenceUid: '9.9' })],
      ['none', axial(3, { frameOfReferenceUid: null })],
    ]);
    expect(targetsAt(at, places, 'a')).toEqual(
      new Map([
        ['b', at.point],
        ['c', at.point],
      ]),
    );
    expect(targetsAt({ ...at, frameOfReferenceUid: null }, places, 'a').size).toBe(0);
  });
});
