import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Layout } from '../pixels/layout.ts';
import { type KeptMeasurements, useMeasurements } from './use-measurements.ts';

/** One CSS pixel for one image pixel. */
const layout: Layout = {
  stage: { width: 100, height: 100 },
  columns: 100,
  rows: 100,
  pixelAspect: 1,
  rotation: 0,
  isFlipped: false,
  placement: { scale: 1, x: 0, y: 0 },
};
const MINE = {
  id: 'mine',
  imageId: 'a',
  frame: 0,
  measure: 'probe' as const,
  points: [{ x: 50, y: 50 }],
  text: '40 HU',
  measuredBy: 'Dr. Deniz',
  isOwn: true,
};
const CHANGE = { add: () => {}, remove: () => {}, annotate: () => {}, move: () => {} };

type Wish = Pick<KeptMeasurements, 'all' | 'change'> & { readonly frame: number };
/** The measurement that a press in the middle of the image would take. */
function Taken({ all, change, frame }: Wish) {
  const measurements = useMeasurements({ all, onPlanes: [], change, save: () => {} }, null);
  const pointed = { at: { x: 0, y: 0 }, by: 'mouse' as const, isPointsOnly: false, layout, imageId: 'a', frame };
  return measurements.handleUnder(pointed)?.measurement.id ?? 'nothing';
}
const taken = (all: KeptMeasurements['all'], change: KeptMeasurements['change'], frame = 0): string =>
  renderToStaticMarkup(<Taken all={all} change={change} frame={frame} />);

it('a press takes what the reader may still change on the frame on show, the latest first', () => {
  expect(taken([MINE], CHANGE)).toBe('mine');
  expect(taken([MINE, { ...MINE, id: 'later' }], CHANGE)).toBe('later');
  expect(taken([MINE], CHANGE, 1)).toBe('nothing');
  // A colleague's, and one of a signed report.
  expect(taken([{ ...MINE, isOwn: false }], CHANGE)).toBe('nothing');
  expect(taken([MINE], undefined)).toBe('nothing');
});
