import { describe, expect, it } from 'vitest';
import { fakeSeries, fakeSource } from '../testing/fake-source.ts';
import { carriedTo, middleOf, targetsAt } from './crosshair.ts';
import { fillingsBy, placesOf } from './hanging.ts';
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

describe('a saved arrangement', () => {
  const study = (id: string, ...names: (string | null)[]) => ({
    id,
    title: id,
    source: fakeSource(names.map((description, at) => ({ ...fakeSeries(`${id}-${at}`, [1]), description }))),
  });

  it('finds its series again by name, else by place, and those of the latest earlier examination', () => {
    const [before, prior] = [study('now', 'Lung', 'Bone', null), study('then', 'Lung')];
    const fillings = [
      { studyId: 'now', seriesId: 'now-1' },
      undefined,
      { studyId: 'then', seriesId: 'then-0' },
      { studyId: 'now', seriesId: 'now-2' },
    ];
    const places = placesOf(fillings, [before, prior]);
    expect(places).toEqual([
      { isPrior: false, description: 'Bone', rank: 1 },
      null,
      { isPrior: true, description: 'Lung', rank: 0 },
      { isPrior: false, description: null, rank: 2 },
    ]);
    const next = study('next', 'Scout', null, 'Lung', 'Bone');
    expect(fillingsBy(places, [next, study('last', 'Scout', 'Lung')])).toEqual([
      { studyId: 'next', seriesId: 'next-3' },
      undefined,
      { studyId: 'last', seriesId: 'last-1' },
      { studyId: 'next', seriesId: 'next-2' },
    ]);
    expect(fillingsBy(places, [study('alone', 'Scout')])).toEqual([undefined, undefined, undefined, undefined]);
  });
});
