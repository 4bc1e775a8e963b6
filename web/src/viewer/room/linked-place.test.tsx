import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Frame } from '../frames.ts';
import type { PixelDescription } from '../pixels/values/describe-pixels.ts';
import { described } from '../testing/fake-source.ts';
import { type RoomPlace, useLinkedPlace } from './linked-place.ts';
import type { Vector } from './planes.ts';

const axial = (z: number, change: Partial<PixelDescription> = {}): PixelDescription => ({
  ...described(`1.2.${z}`),
  rows: 100,
  columns: 100,
  spacing: { rowMm: 1, columnMm: 1, of: 'patient' },
  orientation: [1, 0, 0, 0, 1, 0],
  position: [-50, -50, z],
  frameOfReferenceUid: '1.2.3',
  ...change,
});

/** Where the crosshair lies on an image of a series, in columns and rows. */
function Crossed({ series, at, point }: { series: PixelDescription[]; at: number; point: Vector }) {
  const frames: Frame[] = series.map(({ sopInstanceUid }) => ({
    image: { id: sopInstanceUid, sopInstanceUid, frames: 1, number: 1, window: null },
    frame: 0,
  }));
  const place: RoomPlace = {
    goTo: undefined,
    lineOf: undefined,
    cross: { point, frameOfReferenceUid: '1.2.3' },
    onPoint: undefined,
    onPlace: () => {},
  };
  const descriptions = new Map(series.map((one) => [one.sopInstanceUid, one]));
  const { cross } = useLinkedPlace(place, frames, descriptions, { at, go: () => {} });
  return cross && `${cross.x} ${cross.y}`;
}
const crossed = (series: PixelDescription[], at: number, z: number): boolean =>
  renderToStaticMarkup(<Crossed series={series} at={at} point={[0, 0, z]} />) === '50.5 50.5';

it('a crosshair is drawn on the slice that holds its point, also between two, and on no other', () => {
  const series = [0, 5, 10].map((z) => axial(z));
  expect([0, 1, 2].map((at) => crossed(series, at, 6))).toEqual([false, true, false]);
  // Rounded positions: half of the way is on both.
  expect([0, 1, 2].map((at) => crossed(series, at, 7.51))).toEqual([false, true, true]);
  // The series ends 192 mm below it.
  expect(crossed(series, 2, 202)).toBe(false);
  expect(crossed(series, 2, 12)).toBe(true);
  // In another frame of reference the same numbers are another place.
  expect(crossed([axial(0, { frameOfReferenceUid: '9' })], 0, 0)).toBe(false);
});

it('a thick slice holds what lies in it, and one alone without a thickness 5 mm', () => {
  const thick = [0, 2, 4].map((z) => axial(z, { thicknessMm: 8 }));
  expect([5, 8, 9].map((z) => crossed(thick, 2, z))).toEqual([true, true, false]);
  // A localizer has other planes, and an image of each time has its place once more.
  const alone = [
    axial(0),
    axial(0, { sopInstanceUid: '1.2.again' }),
    axial(0, { sopInstanceUid: '1.2.coronal', orientation: [1, 0, 0, 0, 0, -1], position: [-50, 3, 50] }),
  ];
  expect([2, 3].map((z) => crossed(alone, 0, z))).toEqual([true, false]);
  expect([5, 6].map((z) => crossed([axial(0, { thicknessMm: 10 })], 0, z))).toEqual([true, false]);
});

it('a maximum of the whole volume shows every point', () => {
  expect(crossed([axial(0, { isWholeDepth: true })], 0, 300)).toBe(true);
});
