import english from '@duai/texts/en/workplace';
import { describe, expect, it } from 'vitest';
import { WHOLE_MM } from '../volume/resample.ts';
import { STRAIGHT } from '../volume/turn.ts';
import { planeTitle } from './computed/use-planes.ts';
import { crosshairAt } from './crosshair.ts';
import { linkedLater, placesAfter, placesBeside } from './linked-scroll.ts';
import { type ImagePlane, inPatient, nearestPlane, onPlane, planeName, referenceLine } from './planes.ts';

const axial = (z: number, change: Partial<ImagePlane> = {}): ImagePlane => ({
  origin: [-50, -50, z],
  across: [1, 0, 0],
  down: [0, 1, 0],
  columns: 101,
  rows: 101,
  columnMm: 1,
  rowMm: 1,
  frameOfReferenceUid: '1.2.3',
  ...change,
});
const coronal = (y: number): ImagePlane => axial(0, { origin: [-50, y, 50], across: [1, 0, 0], down: [0, 0, -1] });

describe('planes in the patient', () => {
  it('are named by the direction that they are seen from', () => {
    expect(planeName([1, 0, 0, 0, 1, 0])).toBe('axial');
    expect(planeName([1, 0, 0, 0, 0, -1])).toBe('coronal');
    expect(planeName([0, 1, 0, 0, 0, -1])).toBe('sagittal');
    expect(planeName([0.8, 0.6, 0, 0, 0, -1])).toBe('oblique');
  });

  it('cut each other in the line that both share, and only in one frame of reference', () => {
    // The coronal slice at y = 20 intersects an axial one in row 70, from edge to edge.
    const [from, to] = referenceLine(axial(10), coronal(20))!;
    expect([from.y, to.y].map((y) => Number(y.toFixed(6)))).toEqual([70.5, 70.5]);
    expect([from.x, to.x].map((x) => Number(x.toFixed(6))).sort((a, b) => a - b)).toEqual([0, 101]);
    expect(referenceLine(axial(10), axial(20))).toBeNull();
    expect(referenceLine(axial(10, { frameOfReferenceUid: '9' }), coronal(20))).toBeNull();
    expect(referenceLine(axial(100), coronal(20))).toBeNull();
    // The maximum of a whole volume lies at no place of its own; an image cuts it all the same.
    expect(referenceLine(axial(10), { ...coronal(20), isWholeDepth: true })).toBeNull();
    expect(referenceLine({ ...axial(10), isWholeDepth: true }, coronal(20))).not.toBeNull();
  });

  it('lead from an image to the patient and back', () => {
    const point = inPatient({ x: 11, y: 31 }, coronal(5));
    expect(point).toEqual([-39.5, 5, 19.5]);
    expect(onPlane(point, coronal(5))).toEqual({ x: 11, y: 31 });
    expect(nearestPlane([axial(0), null, axial(5), axial(10)], [0, 0, 6], 0)).toBe(2);
    expect(nearestPlane([null], [0, 0, 6], 0)).toBeUndefined();
  });

  it('of a series with a localizer or with several times lead to the kind and the time that is on show', () => {
    // The coronal one goes through the point, the nearest axial one passes it at 1 mm.
    const mixed = [coronal(20), axial(0), axial(5), axial(10)];
    expect(nearestPlane(mixed, [0, 20, 6], 1)).toBe(2);
    expect(nearestPlane(mixed, [0, 20, 6], 0)).toBe(0);
    const levels = [0, 5, 10];
    const byTime = [...levels, ...levels, ...levels].map((z) => axial(z));
    expect([0, 4, 8].map((at) => nearestPlane(byTime, [0, 0, 6], at))).toEqual([1, 4, 7]);
    const byPlace = levels.flatMap((z) => [axial(z), axial(z), axial(z)]);
    expect([0, 4, 8].map((at) => nearestPlane(byPlace, [0, 0, 6], at))).toEqual([3, 4, 5]);
  });

  it('of a whole volume keep the depth of a crosshair that is put on them', () => {
    const before = { point: [1, 33, 2] as const, frameOfReferenceUid: '1.2.3' };
    const at = { x: 11, y: 31 };
    expect(crosshairAt(at, coronal(5), before).point).toEqual([-39.5, 5, 19.5]);
    expect(crosshairAt(at, { ...coronal(5), isWholeDepth: true }, before).point).toEqual([-39.5, 33, 19.5]);
    expect(crosshairAt(at, { ...coronal(5), isWholeDepth: true }, undefined).point).toEqual([-39.5, 5, 19.5]);
  });
});

describe('linked scrolling', () => {
  const now = new Map([
    ['a', axial(10)],
    ['same', axial(0)],
    ['prior', axial(-200, { frameOfReferenceUid: '4.5' })],
    ['other way', coronal(0)],
  ]);
  const to = axial(25);

  it('goes to the same place in one examination, and as far in an earlier one', () => {
    const targets = placesAfter({ now, linkedAt: now }, 'a', to);
    expect(targets.get('same')).toEqual([0, 0, 25]);
    expect(targets.get('prior')).toEqual([0, 0, -185]);
    expect(targets.has('other way')).toBe(false);
    expect(targets.has('a')).toBe(false);
  });

  const prior = (z: number) => axial(z, { frameOfReferenceUid: '4.5' });

  it('takes a series along that came after the viewports were linked', () => {
    const linkedAt = new Map([
      ['a', axial(10)],
      ['prior', prior(-200)],
    ]);
    // Both have gone 15 mm; the third one, whose series had ended, 5 mm.
    const gone = new Map([
      ['short', axial(5)],
      ['a', axial(25)],
    ]);
    const other = axial(-90, { frameOfReferenceUid: '6.7' });
    const later = linkedLater({ now: gone, linkedAt: new Map([...linkedAt, ['short', axial(0)]]) }, 'other', other);
    const after = placesAfter({ now: new Map([...gone, ['other', other]]), linkedAt: later }, 'a', axial(30));
    expect(after.get('other')).toEqual([0, 0, -85]);
    // Of the earlier examination it is known where it lies, wherever its new series opened.
    const opened = prior(-120);
    const known = linkedLater({ now: gone, linkedAt }, 'new', opened);
    const then = placesAfter({ now: new Map([...gone, ['new', opened]]), linkedAt: known }, 'a', axial(30));
    expect(then.get('new')).toEqual([0, 0, -180]);
    // A plane that is parallel to none is where it is.
    expect(linkedLater({ now: gone, linkedAt }, 'coronal', coronal(7)).get('coronal')).toEqual(coronal(7));
  });

  it('goes on outside the frame of reference of a crosshair', () => {
    const crosshair = { point: [30, -20, 40], frameOfReferenceUid: '1.2.3' } as const;
    const beside = placesBeside({ now, linkedAt: now }, crosshair, 'a');
    expect([...beside]).toEqual([['prior', [0, 0, -170]]]);
    // Put on a coronal image: an axial one of that examination tells how far it goes.
    expect(placesBeside({ now, linkedAt: now }, crosshair, 'other way').get('prior')).toEqual([0, 0, -170]);
    expect(placesBeside({ now, linkedAt: new Map() }, crosshair, 'a').size).toBe(0);
  });

  it('goes to the level of the centre of the slice where another series is tilted by 9°', () => {
    const turn = (9 * Math.PI) / 180;
    const down = [0, Math.cos(turn), Math.sin(turn)] as const;
    // Tilted about the middle of the image: its first row is 8 mm below its centre.
    const tilted = (z: number) => axial(0, { down, origin: [-50, -50 * down[1], z - 50 * down[2]] });
    const levels = [0, 5, 10, 15, 20, 25, 30];
    const led = (planes: ImagePlane[], lead: ImagePlane) => {
      const now = new Map([
        ['a', lead],
        ['b', planes[0]!],
      ]);
      return levels[nearestPlane(planes, placesAfter({ now, linkedAt: now }, 'a', lead).get('b')!, 0)!];
    };
    expect(led(levels.map(tilted), axial(20))).toBe(20);
    expect(
      led(
        levels.map((z) => axial(z)),
        tilted(20),
      ),
    ).toBe(20);
  });
});

it('a computed plane is named by its slab and thickness, which plane it is, whether it is turned, and of how many pixels', () => {
  const title = (slabMm: number, twist = 0, thinnedBy = 1) =>
    planeTitle(english.viewer.room, 'coronal', { slabMm, turn: { ...STRAIGHT, twist } }, thinnedBy);
  expect(title(0)).toBe('MPR, coronal');
  expect(title(20)).toBe('MIP 20 mm, coronal');
  expect(title(20, 15)).toBe('MIP 20 mm coronal, turned');
  expect(title(WHOLE_MM)).toBe('MIP of the whole volume, coronal');
  expect(title(WHOLE_MM, 0, 2)).toBe('MIP of the whole volume, coronal, from 1 of 2 rows and columns');
});
