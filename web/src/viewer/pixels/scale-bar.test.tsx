import turkish from '@duai/texts/tr/workplace';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { described } from '../testing/fake-source.ts';
import { ImageMarks } from './image-marks.tsx';
import { type Layout, spacingOnShow } from './layout.ts';

/** 100 columns and rows on a stage of 400 × 200 CSS pixels: 2 of these for a pixel, black left and right. */
const layout: Layout = {
  stage: { width: 400, height: 200 },
  columns: 100,
  rows: 100,
  pixelAspect: 1,
  rotation: 0,
  isFlipped: false,
  placement: { scale: 1, x: 0, y: 0 },
};
const size = { rowMm: 0.5, columnMm: 0.5, of: 'region' } as const;
const plane = { left: 0, top: 0, right: 100, bottom: 60, spacing: size };
/** A spectrum below the plane, as devices show it. */
const spectrum = { left: 0, top: 60, right: 100, bottom: 100, spacing: null };
const onShow = (
  regions: readonly (Omit<typeof plane, 'spacing'> & { spacing: object | null })[],
  by: Partial<Layout> = {},
) => spacingOnShow({ ...layout, ...by }, { spacing: null, regions: regions as (typeof plane)[] });

it('a bar is drawn for the region that covers most of what is seen, and for regions that agree', () => {
  expect(onShow([plane])).toEqual(size);
  expect(onShow([{ ...plane, right: 80 }])).toBeNull();
  const half = { ...plane, bottom: 100, right: 45 };
  expect(onShow([half])).toBeNull();
  expect(
    onShow([half, { ...half, left: 50, right: 95, spacing: { ...size, rowMm: 0.5001, columnMm: 0.5001 } }]),
  ).toEqual(size);
  expect(onShow([])).toBeNull();
  expect(spacingOnShow(layout, { spacing: { ...size, of: 'patient' } })).toMatchObject({ of: 'patient' });
});

it('none where regions on show differ in scale, until one alone is on show', () => {
  expect(onShow([plane, { ...spectrum, spacing: { ...size, columnMm: 0.6, rowMm: 0.6 } }])).toBeNull();
  expect(onShow([plane, spectrum])).toBeNull();
  expect(onShow([spectrum, plane])).toBeNull();
  for (const turned of [{ isFlipped: true }, { rotation: 180 }, { rotation: 90 }] as const)
    expect(onShow([plane], turned)).toEqual(size);
  // Twice as large, moved down: rows 0 to 50, or turned round rows 50 to 100.
  const upper = { placement: { scale: 2, x: 0, y: 100 } };
  expect(onShow([plane, spectrum], upper)).toEqual(size);
  expect(onShow([plane, spectrum], { ...upper, rotation: 180 })).toBeNull();
});

it('none where a pixel as drawn is not square: the bar lies across', () => {
  const tall = { ...plane, spacing: { ...size, rowMm: 0.55 } };
  expect(onShow([tall])).toBeNull();
  expect(onShow([tall], { pixelAspect: 1.1 })).toEqual(tall.spacing);
});

it('the bar says what it is measured in', () => {
  const barOf = (of: 'patient' | 'imager' | 'film' | 'region') => {
    const spacing = { rowMm: 0.5, columnMm: 0.5, of };
    const shape = of === 'region' ? { spacing: null, regions: [{ ...plane, spacing }] } : { spacing };
    const marks = (
      <ImageMarks
        description={{ ...described('1.2'), ...shape }}
        layout={layout}
        texts={turkish.viewer.pixels as Parameters<typeof ImageMarks>[0]['texts']}
      />
    );
    const [, told, mm, width] = />([^<]+)<\/span><span[^>]*data-scale-bar="(\d+)"[^>]*width:(\d+)px/.exec(
      renderToStaticMarkup(marks),
    )!;
    return [told, mm, width];
  };
  expect(barOf('patient')).toEqual(['20 mm', '20', '80']);
  expect(barOf('region')).toEqual(['bölge içinde 20 mm', '20', '80']);
  expect(barOf('imager')[0]).toBe('dedektörde 20 mm');
  expect(barOf('film')[0]).toBe('filmde 20 mm');
});
