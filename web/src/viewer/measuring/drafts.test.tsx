import type { Measure } from '@duai/imaging/browser';
import english from '@duai/texts/en/workplace';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Layout } from '../pixels/layout.ts';
import { type Draft, type DrawStep, draftAfter } from './drafts.ts';
import { MeasurementMarks, tellingOf } from './measurements.tsx';

/** One image pixel is one CSS pixel; the image's corner is 50 left of and above the stage's centre. */
const layout: Layout = {
  stage: { width: 100, height: 100 },
  columns: 100,
  rows: 100,
  pixelAspect: 1,
  rotation: 0,
  isFlipped: false,
  placement: { scale: 1, x: 0, y: 0 },
};
type Move = readonly [phase: DrawStep['phase'], x: number, y: number, imageId?: string];
const drag = (from: [number, number], to: [number, number]): Move[] => [
  ['down', ...from],
  ['move', ...to],
  ['up', ...to],
];

/** The result of these moves: the points of completed measurements, and of the one still open at the end. */
function drawn(measure: Measure, moves: readonly Move[]) {
  let draft: Draft | undefined;
  const done: string[] = [];
  const said = (one: Draft) => one.points.map(({ x, y }) => `${x},${y}`).join(' ');
  for (const [phase, x, y, imageId = 'a'] of moves) {
    const at = { x: x - 50, y: y - 50 };
    const next = draftAfter(draft, { measure, phase, at, layout, imageId, frame: 0 });
    draft = next.draft;
    if (next.done) done.push(said(next.done));
  }
  return { done, open: draft && said(draft) };
}

describe('drawing a measurement', () => {
  it('takes a drag for a length, a drag and a third point for an angle, a tap for a probe', () => {
    expect(drawn('length', drag([10, 10], [40, 10]))).toEqual({ done: ['10,10 40,10'], open: undefined });
    const leg = drag([10, 10], [40, 10]);
    expect(drawn('angle', leg)).toEqual({ done: [], open: '10,10 40,10' });
    expect(drawn('angle', [...leg, ...drag([40, 30], [40, 40])]).done).toEqual(['10,10 40,10 40,40']);
    expect(drawn('probe', drag([10, 10], [10, 10])).done).toEqual(['10,10']);
  });

  it('takes two drags for two lines: Cobb as they are drawn, diameters at right angles', () => {
    const first = drag([10, 10], [40, 10]);
    expect(drawn('cobb', first)).toEqual({ done: [], open: '10,10 40,10' });
    expect(drawn('cobb', [...first, ...drag([10, 40], [40, 30])]).done).toEqual(['10,10 40,10 10,40 40,30']);
    expect(drawn('bidirectional', [...first, ...drag([20, 0], [25, 30])]).done).toEqual(['10,10 40,10 20,0 20,30']);
  });

  it('takes what the hand draws for an outline, once it encloses something', () => {
    const corners: Move[] = [
      ['down', 10, 10],
      ['move', 40, 10],
      ['move', 41, 10],
      ['move', 40, 40],
      ['up', 10, 40],
    ];
    expect(drawn('freehand', corners).done).toEqual(['10,10 40,10 40,40 10,40']);
    expect(drawn('freehand', drag([10, 10], [40, 10]))).toEqual({ done: [], open: undefined });
  });

  it('ends at the edge of the image', () => {
    for (const measure of ['length', 'ellipse', 'rectangle', 'arrow', 'cobb'] as const)
      expect(drawn(measure, [...drag([80, 80], [130, 120]), ...drag([-9, 5], [30, -40])]).done.join(' ')).toBe(
        '80,80 100,100 0,5 30,0',
      );
    expect(drawn('probe', drag([130, 50], [130, 50])).done).toEqual(['100,50']);
    const outline: Move[] = [
      ['down', 90, 10],
      ['move', 140, 10],
      ['move', 140, 60],
      ['up', 90, 60],
    ];
    expect(drawn('freehand', outline).done).toEqual(['90,10 100,10 100,60 90,60']);
    // The second diameter stays at a right angle: 45° up from (60, 30), as far as the edge.
    expect(drawn('bidirectional', [...drag([20, 20], [60, 60]), ...drag([60, 30], [95, -20])]).done).toEqual([
      '20,20 60,60 60,30 90,0',
    ]);
    // Nothing is drawn beside the image.
    expect(drawn('length', drag([120, 50], [150, 50]))).toEqual({ done: [], open: undefined });
  });

  it('takes points that coincide for a slip, also those of an angle', () => {
    const tap = (x: number, y: number) => drag([x, y], [x + 1, y]);
    expect(drawn('length', tap(10, 10))).toEqual({ done: [], open: undefined });
    expect(drawn('angle', tap(10, 10))).toEqual({ done: [], open: undefined });
    expect(drawn('angle', [...tap(10, 10), ...tap(40, 10), ...tap(40, 40)])).toEqual({ done: [], open: undefined });
    expect(drawn('angle', [...drag([10, 10], [40, 10]), ...tap(40, 10)])).toEqual({ done: [], open: undefined });
  });

  it('begins anew after a drag that was left', () => {
    const left: Move[] = [
      ['down', 1, 1],
      ['move', 90, 90],
    ];
    for (const measure of ['length', 'ellipse', 'rectangle'] as const) {
      expect(drawn(measure, [...left, ...drag([10, 10], [40, 10])]).done).toEqual(['10,10 40,10']);
      expect(drawn(measure, [...left, ['up', 90, 90, 'b']])).toEqual({ done: [], open: undefined });
    }
    expect(drawn('angle', [...left, ...drag([10, 10], [40, 10])])).toEqual({ done: [], open: '10,10 40,10' });
    expect(drawn('angle', [...left, ['move', 9, 9, 'b'], ['down', 10, 10]]).open).toBe('10,10 10,10');
    expect(drawn('angle', [...drag([10, 10], [40, 10]), ['down', 5, 5, 'b']]).open).toBe('5,5 5,5');
  });

  it('is over when the system takes the pointer away', () => {
    expect(
      drawn('length', [
        ['down', 1, 1],
        ['move', 90, 90],
        ['cancel', 90, 90],
      ]),
    ).toEqual({
      done: [],
      open: undefined,
    });
  });

  it('keeps the first line of an angle or of two diameters when the drag after it is taken away', () => {
    const first = drag([10, 10], [40, 10]);
    for (const measure of ['angle', 'bidirectional'] as const) {
      const taken: Move[] = [...first, ['down', 20, 20], ['move', 25, 30], ['cancel', 25, 30]];
      expect(drawn(measure, taken)).toEqual({ done: [], open: '10,10 40,10' });
    }
    const outline: Move[] = [...drag([10, 10], [40, 10]).slice(0, 2), ['move', 40, 40], ['cancel', 40, 40]];
    expect(drawn('freehand', outline)).toEqual({ done: [], open: undefined });
  });
});

it('beside a measurement stands what was found when it was placed: nothing is counted again', () => {
  const points = [
    { x: 10, y: 10 },
    { x: 40, y: 10 },
  ];
  const placed = { id: '1', measure: 'rectangle', points, text: 'as found' } as const;
  expect(renderToStaticMarkup(<MeasurementMarks measurements={[placed]} layout={layout} />)).toContain(
    '>as found</text>',
  );
});

it('nothing is told of an angle before its last leg', () => {
  const description = { spacing: null } as Parameters<typeof tellingOf>[0]['description'];
  const values = { description, stored: new Uint8Array() };
  const told = (...points: { x: number; y: number }[]) =>
    tellingOf(values, { factor: 1, unit: null, step: 1 }, english.viewer.pixels)({ measure: 'angle', points }).text;
  expect(told({ x: 0, y: 0 }, { x: 5, y: 0 })).toBe('');
  expect(told({ x: 0, y: 0 }, { x: 5, y: 0 }, { x: 5, y: 5 })).toBe('90°');
});

it('a text that would leave the stage ends at its edge', () => {
  const wide: Layout = { ...layout, stage: { width: 400, height: 100 } };
  const textAt = (x: number) => {
    const mark = { id: 'a', measure: 'probe' as const, points: [{ x, y: 50 }], text: '12 HU' };
    return renderToStaticMarkup(<MeasurementMarks measurements={[mark]} layout={wide} />).match(/<text[^>]*>/)?.[0];
  };
  expect(textAt(50)).toContain('x="8" text-anchor="start"');
  expect(textAt(240)).toContain('x="196" text-anchor="end"');
});

it('a text that is wider than the stage stands in lines, each of them on it', () => {
  const narrow: Layout = { ...layout, stage: { width: 200, height: 300 } };
  const marks = (text: string, x: number, y: number) => {
    const mark = { id: 'a', measure: 'ellipse' as const, points: [{ x, y }], text };
    const page = renderToStaticMarkup(<MeasurementMarks measurements={[mark]} layout={narrow} />);
    return {
      text: page.match(/<text[^>]*>/)?.[0],
      lines: [...page.matchAll(/<tspan x="([^"]*)"[^>]*>([^<]*)/g)].map(([, at, line]) => [at, line]),
    };
  };
  const figures = 'mean 23 HU, SD 104 HU, min −12, max 204, 1540 mm²';
  // A pixel of the image is two of the stage.
  const wide = marks(figures, 80, 50);
  expect(wide.lines).toEqual([
    ['96', 'mean 23 HU, SD 104 HU,'],
    ['96', 'min −12, max 204, 1540 mm²'],
  ]);
  expect(wide.text).toContain('text-anchor="end" y="-21"');
  // At the upper edge there is no room above the point; left of the stage the text begins at its edge.
  expect(marks(figures, 80, -10).text).toContain('y="-135"');
  expect(marks('12 HU', -120, 50).text).toContain('x="-96"');
  expect(marks('a note of many words without any figure', 80, 50).lines.map(([, line]) => line)).toEqual([
    'a note of many words without',
    'any figure',
  ]);
});
