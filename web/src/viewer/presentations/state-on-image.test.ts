import { NAMED_WINDOWS, type presentationStates } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { type Layout, toStage } from '../pixels/layout.ts';
import { paint, valuesOf } from '../pixels/values/frame-values.ts';
import { FITTED } from '../stage/gestures.ts';
import { presetsOf } from '../stage/view.ts';
import { fakeSeries, fakeSource } from '../testing/fake-source.ts';
import {
  annotationsOn,
  areaOnStage,
  gapsOn,
  openingOn,
  placementFor,
  positionOn,
  presetsBy,
  stateOn,
  stepsOn,
  turnedBy,
} from './state-on-image.ts';

type Content = presentationStates.PresentationContent;
const series = fakeSeries('ct', [1, 1]);
const [image, other] = series.images;
const ABOUT = [{ sopInstanceUid: image!.sopInstanceUid!, frames: null }];
const BARE: Content = {
  ...{
    label: 'MARKS',
    description: null,
    creator: null,
    isOurs: false,
    createdAt: null,
    modality: null,
    voi: [],
    isInverted: false,
  },
  series: [{ seriesInstanceUid: '1', images: ABOUT }],
  ...{ presentation: null, rotation: 0, isFlipped: false, areas: [], shutter: null, layers: [], annotations: [] },
  notApplied: [],
};
const chosen = (content: Partial<Content>) => ({ id: 'a', content: { ...BARE, ...content } });
const on = (content: Partial<Content>) => stateOn(chosen(content), { image: image!, frame: 0 })!;
const layout = (turn: Partial<Layout> = {}): Layout => ({
  stage: { width: 400, height: 400 },
  ...{ columns: 100, rows: 50, pixelAspect: 1, rotation: 0, isFlipped: false, placement: FITTED },
  ...turn,
});
const area = { images: [], left: 0, top: 0, right: 100, bottom: 50, magnification: null, pixelAspect: 1 };

describe('a presentation state on an image', () => {
  it('is on the images that it names alone: the others stay as they are stored', () => {
    expect(stateOn(chosen({}), { image: image!, frame: 0 })).toBeTruthy();
    expect(stateOn(chosen({}), { image: other!, frame: 0 })).toBeUndefined();
    expect(stateOn(null, { image: image!, frame: 0 })).toBeUndefined();
  });

  // Where dcmp2pgm puts the corners (imaging/src/presentation/presentation.int.test.ts).
  it('turns first and mirrors then; the reader turns and mirrors what that gives', () => {
    const cornerOf = (
      state: { rotation: 0 | 90 | 180 | 270; isFlipped: boolean },
      reader = turnedBy(undefined, FIRST),
    ) => {
      const { x, y } = toStage({ x: 0, y: 0 }, layout(turnedBy(state, reader)));
      return `${y < 0 ? 'top' : 'bottom'} ${x < 0 ? 'left' : 'right'}`;
    };
    expect(cornerOf({ rotation: 90, isFlipped: false })).toBe('top right');
    expect(cornerOf({ rotation: 90, isFlipped: true })).toBe('top left');
    expect(cornerOf({ rotation: 270, isFlipped: true })).toBe('bottom right');
    expect(cornerOf({ rotation: 90, isFlipped: true }, { rotation: 90, isFlipped: false })).toBe('top right');
    expect(cornerOf({ rotation: 90, isFlipped: true }, { rotation: 90, isFlipped: true })).toBe('bottom right');
    expect(cornerOf({ rotation: 90, isFlipped: false }, { rotation: 0, isFlipped: true })).toBe('top left');
  });

  it('shows the area that it names: fitted, or so many pixels of the screen for one of the image', () => {
    const half = { ...area, left: 50, top: 0, right: 100, bottom: 50 };
    const turned = layout({ rotation: 90 });
    const fitted = placementFor({ ...half, size: 'fit' }, turned, 1);
    const shown = areaOnStage({ ...half, size: 'fit' }, { ...turned, placement: fitted });
    expect(shown).toEqual({ x: -200, y: -200, width: 400, height: 400 });
    const magnified = placementFor({ ...half, size: 'magnify', magnification: 3 }, layout(), 2);
    expect(areaOnStage({ ...half, size: 'magnify' }, layout({ placement: magnified }))).toEqual({
      ...{ x: -37.5, y: -37.5, width: 75, height: 75 },
    });
    expect(placementFor({ ...area, size: 'fit' }, layout(), 1)).toEqual(FITTED);
    expect(placementFor({ ...area, right: 0, size: 'fit' }, layout(), 1)).toEqual(FITTED);
  });

  it('puts positions of the image on its pixels, and shares on the displayed area', () => {
    const state = on({ areas: [{ ...area, left: 50, size: 'fit' }] });
    expect(positionOn([100, 50], 'pixel', state, layout())).toEqual({ x: 200, y: 100 });
    expect(positionOn([0, 0], 'display', state, layout())).toEqual({ x: 0, y: -100 });
    expect(positionOn([1, 1], 'display', state, layout({ rotation: 180 }))).toEqual({ x: 0, y: 100 });
  });

  it('draws layers in their order, and what names another image not at all', () => {
    const annotation = (layer: string, images: Content['annotations'][number]['images'] = []) => ({
      ...{ images, layer, graphics: [], texts: [] },
    });
    const state = on({
      layers: [
        { name: 'TOP', order: 2, grey: 1, description: null },
        { name: 'LOW', order: 1, grey: 0.5, description: null },
      ],
      annotations: [
        annotation('TOP'),
        annotation('LOW', ABOUT),
        annotation('LOW', [{ sopInstanceUid: '9', frames: null }]),
      ],
    });
    expect(annotationsOn(state).map(({ layer, of }) => [layer, of?.grey])).toEqual([
      ['LOW', 0.5],
      ['TOP', 1],
    ]);
  });

  it('opens in its window, from which the reader goes on; inversion stays', async () => {
    const state = on({ voi: [{ images: [], by: { center: 10, width: 20, by: 'LINEAR' } }], isInverted: true });
    expect(openingOn(state, image!.window)).toMatchObject({ center: 10, width: 20, isByTable: false });
    expect(openingOn(undefined, image!.window)).toBe(image!.window);
    // What the state inverts counts for a drag of the window, not how the image is stored.
    const stored = { ...image!.window!, isInverted: true };
    expect([state, on({})].map((one) => openingOn(one, stored)?.isInverted)).toEqual([true, false]);
    expect(openingOn(on({ presentation: { firstMapped: 0, entries: [9, 0], bits: 8 } }), stored)?.isInverted).toBe(
      true,
    );
    const table = { firstMapped: 0, entries: [0, 1], bits: 1 };
    expect(openingOn(on({ voi: [{ images: [], by: table }] }), image!.window)).toMatchObject({ isByTable: true });
    const presets = presetsOf({ opening: 'lung', offered: ['lung', 'bone'] });
    expect(presetsBy(undefined, presets, image!.window)[0]).toEqual({ name: 'lung', window: undefined });
    expect(presetsBy(state, presets, image!.window)[0]).toEqual({ name: 'lung', window: NAMED_WINDOWS.lung });
    expect(stepsOn(state, undefined).voi).toMatchObject({ center: 10, width: 20 });
    const dragged = stepsOn(state, { center: 50, width: 400 });
    expect(dragged).toMatchObject({ isInverted: true, voi: { center: 50, width: 400 } });

    const described = (await fakeSource([series]).stored!.describe('ct', new AbortController().signal)).get(
      image!.sopInstanceUid!,
    )!;
    const values = valuesOf(new Uint16Array([0, 10, 40, 65_535]).buffer, described);
    const greys = (steps: Parameters<typeof paint>[4], isTurnedOver = false) => {
      const rgba = new Uint8ClampedArray(16);
      paint(values, { center: 50, width: 400 }, isTurnedOver, rgba, steps);
      return [0, 4, 8, 12].map((at) => rgba[at]);
    };
    expect(greys(stepsOn(state, undefined))).toEqual([255, 121, 0, 0]);
    expect(greys(stepsOn(state, undefined), true)).toEqual([0, 134, 255, 255]);
    // Without a window the whole range of stored values; the rescale of the image does not count.
    expect(greys(stepsOn(on({}), undefined))).toEqual([0, 0, 0, 255]);
    expect(greys(undefined)).toEqual(greys(undefined));
    expect(greys(undefined)).not.toEqual(greys(stepsOn(state, undefined)));
  });

  it('tells what is not done: what the file names, true size, other pixels', () => {
    const state = on({
      notApplied: ['SUBTRACTION'],
      areas: [{ ...area, size: 'true-size', pixelAspect: 2 }],
    });
    expect(gapsOn(state, layout())).toEqual(['SUBTRACTION', 'TRUE_SIZE', 'PIXEL_ASPECT']);
  });
});

const FIRST = { rotation: 0, isFlipped: false } as const;
