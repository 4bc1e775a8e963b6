import workplace from '@duai/texts/en/workplace';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { InEnglish } from '../../../lib/testing/in-english.tsx';
import { framesOf } from '../../frames.ts';
import type { Layout } from '../../pixels/layout.ts';
import type { PixelDescription } from '../../pixels/values/describe-pixels.ts';
import { ReadingViewer } from '../../reading/reading-viewer.tsx';
import { fakeSeries, fakeSource } from '../../testing/fake-source.ts';
import { shownOf, stagedOf, valueUnder } from './on-stage.ts';

const stack = fakeSeries('stack', [1, 1, 2]);
const frames = framesOf(stack);

describe('a key image', () => {
  it('is the image that is drawn, in its window', () => {
    const window = { center: 1, width: 2 };
    expect(shownOf(frames, { imageId: 'stack-3', frame: 1 }, window, null)).toEqual({
      imageId: 'stack-3',
      frame: 1,
      window,
      suvFactor: null,
      region: null,
    });
  });

  it('is none while no image of the series is drawn, and cannot be added', () => {
    expect(shownOf(frames, undefined, undefined, null)).toBeNull();
    expect(shownOf(frames, { imageId: 'other', frame: 0 }, undefined, null)).toBeNull();
    const page = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <InEnglish>
          <ReadingViewer
            source={fakeSource([stack])}
            seriesId="stack"
            keyImages={{ images: [], onChange: () => undefined }}
          />
        </InEnglish>
      </QueryClientProvider>,
    );
    const button = page.match(/<button[^>]*>(?:(?!<\/button>).)*Add to report/)?.[0];
    expect(button).toContain('disabled=""');
  });
});

it('on the stage is what was fetched last, unless other images took the place of the series', () => {
  const drawn = { imageId: 'stack-3', frame: 1 };
  expect(stagedOf(frames, drawn)).toEqual({ drawn, at: 3, frame: frames[3] });
  expect(stagedOf(frames, { imageId: 'stack of another slab', frame: 0 })).toBeUndefined();
  expect(stagedOf(frames, undefined)).toBeUndefined();
});

it('the value under a resting mouse is that of the image on the stage', () => {
  const description = { rows: 2, columns: 2, isColor: false, slope: 1, intercept: -1000 } as PixelDescription;
  const layout: Layout = {
    stage: { width: 100, height: 100 },
    columns: 2,
    rows: 2,
    pixelAspect: 1,
    rotation: 0,
    isFlipped: false,
    placement: { scale: 1, x: 0, y: 0 },
  };
  const scale = { factor: 1, unit: 'HU', step: 1 };
  const under = (stored: number[], x = 20, isMaximum = false) => {
    const values = { description: { ...description, isMaximum }, stored: Uint16Array.from(stored) };
    return valueUnder({ x, y: -20 }, layout, values, scale, workplace.viewer.pixels);
  };
  expect(under([0, 1040, 0, 0])).toBe('1, 0: 40 HU');
  expect(under([0, 1300, 0, 0])).toBe('1, 0: 300 HU');
  // Of a slab.
  expect(under([0, 1300, 0, 0], 20, true)).toBe('1, 0: max 300 HU');
  expect(under([0, 1300, 0, 0], 60)).toBeNull();
});
