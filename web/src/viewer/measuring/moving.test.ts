import { expect, it } from 'vitest';
import type { Layout } from '../pixels/layout.ts';
import { type Handle, handleAt, isUsable, movedPoints } from './moving.ts';

/** Two CSS pixels for one image pixel; the image's corner is 200 left of and above the stage's centre. */
const layout: Layout = {
  stage: { width: 400, height: 400 },
  columns: 200,
  rows: 200,
  pixelAspect: 1,
  rotation: 0,
  isFlipped: false,
  placement: { scale: 1, x: 0, y: 0 },
};
const onStage = (x: number, y: number) => ({ x: 2 * x - 200, y: 2 * y - 200 });
const points = (...all: readonly (readonly [number, number])[]) => all.map(([x, y]) => ({ x, y }));
const LENGTH = { measure: 'length' as const, points: points([20, 20], [100, 20]) };
const mouse = { by: 'mouse' as const, isPointsOnly: false };

it('a pointer takes the nearest point, else the line; with a tool in hand points alone', () => {
  expect(handleAt(LENGTH, onStage(22, 22), layout, mouse)).toBe(0);
  expect(handleAt(LENGTH, onStage(99, 20), layout, mouse)).toBe(1);
  expect(handleAt(LENGTH, onStage(60, 23), layout, mouse)).toBe('all');
  expect(handleAt(LENGTH, onStage(60, 25), layout, mouse)).toBeUndefined();
  // Beyond the end of the line there is none.
  expect(handleAt(LENGTH, onStage(110, 20), layout, mouse)).toBeUndefined();
  expect(handleAt(LENGTH, onStage(60, 20), layout, { ...mouse, isPointsOnly: true })).toBeUndefined();
  expect(handleAt(LENGTH, onStage(110, 20), layout, { by: 'finger', isPointsOnly: true })).toBe(1);
});

it('a region is taken by its outline, not by what it encloses, a freehand line by none of its points', () => {
  const ellipse = { measure: 'ellipse' as const, points: points([20, 20], [100, 60]) };
  expect(handleAt(ellipse, onStage(20, 40), layout, mouse)).toBe('all');
  expect(handleAt(ellipse, onStage(60, 40), layout, mouse)).toBeUndefined();
  expect(handleAt(ellipse, onStage(20, 20), layout, mouse)).toBe(0);
  const freehand = { measure: 'freehand' as const, points: points([20, 20], [60, 20], [60, 60]) };
  expect(handleAt(freehand, onStage(20, 20), layout, mouse)).toBe('all');
  // From the last point back to the first.
  expect(handleAt(freehand, onStage(40, 40), layout, mouse)).toBe('all');
});

it('a point goes where it is brought, and all points where the line is brought', () => {
  const moved = (handle: Handle) => movedPoints(LENGTH, handle, { x: 1, y: 1 }, { x: 6, y: 11 }, layout);
  expect(moved(1)).toEqual(points([20, 20], [105, 30]));
  expect(moved('all')).toEqual(points([25, 30], [105, 30]));
});

it('diameters stay at right angles in the patient, whichever point is moved', () => {
  // Rows are twice as high as columns are wide: in the body the long axis is 80 across, the short one reaches from −20 to 40.
  const both = { measure: 'bidirectional' as const, points: points([20, 50], [100, 50], [60, 40], [60, 70]) };
  const image = { columns: 120, rows: 140, pixelAspect: 2 };
  const moved = (handle: Handle, x: number, y: number) =>
    movedPoints(both, handle, both.points[handle as number]!, { x, y }, image).map((one) => [
      Number(one.x.toFixed(6)),
      Number(one.y.toFixed(6)),
    ]);
  expect(moved(3, 75, 80)).toEqual([
    [20, 50],
    [100, 50],
    [60, 40],
    [60, 80],
  ]);
  expect(moved(2, 40, 30)).toEqual([
    [20, 50],
    [100, 50],
    [60, 30],
    [60, 70],
  ]);
  // The long axis turned by a quarter and twice as long in the body (160): the short one keeps its middle and its reach.
  expect(moved(0, 100, 130)).toEqual([
    [100, 130],
    [100, 50],
    [80, 90],
    [120, 90],
  ]);
  // As far as the image reaches; the angle stays a right one.
  expect(moved(1, 20, 130)).toEqual([
    [20, 50],
    [20, 130],
    [40, 90],
    [0, 90],
  ]);
  expect(moved(3, 60, 170)[3]).toEqual([60, 140]);
});

it('nothing leaves the image: a point stops at its edge, the whole of a measurement keeps its shape', () => {
  const brought = (handle: Handle, to: readonly [number, number], drawn: Parameters<typeof movedPoints>[0] = LENGTH) =>
    movedPoints(drawn, handle, { x: 60, y: 20 }, { x: to[0], y: to[1] }, layout);
  expect(brought(1, [500, -500])).toEqual(points([20, 20], [200, 0]));
  expect(brought('all', [500, 90])).toEqual(points([120, 90], [200, 90]));
  expect(brought('all', [-500, -500])).toEqual(points([0, 0], [80, 0]));
  const freehand = { measure: 'freehand' as const, points: points([20.1, 20.2], [60.3, 20], [60, 60.7]) };
  for (const { x, y } of brought('all', [900, 900], freehand)) {
    expect(x).toBeLessThanOrEqual(200);
    expect(y).toBeLessThanOrEqual(200);
  }
  // One that was stored beside the image comes back to it.
  const outside = { measure: 'rectangle' as const, points: points([150, 150], [240, 190]) };
  expect(brought(0, [50, 10], outside)).toEqual(points([140, 140], [200, 190]));
  expect(brought('all', [60, 21], outside)).toEqual(points([110, 151], [200, 191]));
  const acrossAway = { measure: 'bidirectional' as const, points: points([20, 50], [100, 50], [150, 40], [150, 70]) };
  // Its short axis would leave the image altogether: it stays as it was.
  expect(brought(1, [160, 20], acrossAway)).toEqual(acrossAway.points);
});

it('points on one another measure nothing', () => {
  expect(isUsable({ ...LENGTH, points: points([20, 20], [21, 20]) }, layout)).toBe(false);
  expect(isUsable(LENGTH, layout)).toBe(true);
  const cobb = { measure: 'cobb' as const, points: points([20, 20], [60, 20], [60, 20], [100, 40]) };
  // Two lines may touch; one may not be a point.
  expect(isUsable(cobb, layout)).toBe(true);
  expect(isUsable({ ...cobb, points: [...cobb.points.slice(0, 3), { x: 60, y: 21 }] }, layout)).toBe(false);
});
