import type { Overlay } from '@duai/contract';
import english from '@duai/texts/en/workplace';
import turkish from '@duai/texts/tr/workplace';
import { describe, expect, it, vi } from 'vitest';
import { findTarget, framesOf, largestSeries, neighboursOf, placeOf } from '../frames.ts';
import { fakeSeries, fakeSource, nameIn } from '../testing/fake-source.ts';
import { SOURCE_CHECKS } from '../testing/source-checks.ts';
import { type GestureHandlers, listenToGestures, type StageElement } from './gesture-listener.ts';
import { commandOf, type KeyMap, shortcutsOf } from './keys.ts';
import {
  FIRST_VIEW,
  frameAt,
  isAnyMaskShown,
  presetsOf,
  type View,
  type ViewCommand,
  viewAfter,
  wishedWindow,
} from './view.ts';

const lung: Overlay = { code: 'LUNG', columns: 1, rows: 1, slices: [{ sopInstanceUid: '1.2.1', runs: 'AAE=' }] };
const stack = fakeSeries('stack', [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
const cine = fakeSeries('cine', [30, 1]);
const source = fakeSource([stack, cine], [lung]);

describe('the fake source keeps to what every source does', () => {
  for (const { title, check } of SOURCE_CHECKS) it(title, () => check(source));
});

/** The picture that would be on the stage. */
async function onStage(view: View, series = stack): Promise<string> {
  const frames = framesOf(series);
  const place = placeOf(frames[frameAt(view, frames.length)]!);
  return nameIn(await source.fetchPicture(place, view.window, new AbortController().signal));
}
const viewed = { frames: 12, opening: stack.images[0]!.window, masks: ['LUNG', 'LAA_950'] };
const keyMap: KeyMap = {
  presets: presetsOf(stack.windows),
  hasWindow: true,
  hasSeries: true,
  hasMeasures: true,
  isRightToLeft: false,
};
const key = (name: string, held: { shiftKey?: boolean; ctrlKey?: boolean } = {}, map = keyMap) =>
  commandOf({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, map);
const after = (...commands: (ReturnType<typeof key> | ViewCommand)[]): View =>
  commands.reduce((view, command) => viewAfter(view, command as ViewCommand, viewed), FIRST_VIEW);

describe('keys', () => {
  it('begin in the middle and move through the images', async () => {
    expect(await onStage(FIRST_VIEW)).toBe('stack-6/0 as it opens');
    expect(await onStage(after(key('ArrowDown')))).toBe('stack-7/0 as it opens');
    expect(await onStage(after(key('ArrowRight'), key('ArrowUp'), key('ArrowLeft')))).toBe('stack-5/0 as it opens');
    expect(await onStage(after(key('PageDown')))).toBe('stack-12/0 as it opens');
    expect(await onStage(after(key('Home'), key('ArrowUp')))).toBe('stack-1/0 as it opens');
    expect(await onStage(after(key('End'), key('PageUp')))).toBe('stack-2/0 as it opens');
  });

  it('go on to the left where the page is read from the right', async () => {
    const arabic = { ...keyMap, isRightToLeft: true };
    expect(await onStage(after(key('ArrowLeft', {}, arabic)))).toBe('stack-7/0 as it opens');
    expect(await onStage(after(key('ArrowRight', {}, arabic)))).toBe('stack-5/0 as it opens');
  });

  it('choose windows by number, change them with Shift, and only where there is one', async () => {
    expect(await onStage(after(key('2')))).toBe('stack-6/0 -600/1500');
    expect(await onStage(after(key('2'), key('1')))).toBe('stack-6/0 as it opens');
    expect(key('9')).toBeUndefined();
    const wider = after(key('ArrowRight', { shiftKey: true })).window!;
    expect(wider.center).toBe(50);
    expect(wider.width).toBeGreaterThan(400);
    expect(after(key('ArrowUp', { shiftKey: true })).window!.center).toBeLessThan(50);
    const fixed = { ...keyMap, hasWindow: false };
    expect(key('w', {}, fixed)).toBeUndefined();
    expect(key('ArrowUp', { shiftKey: true }, fixed)).toEqual({ do: 'move', by: -1 });
  });

  it('make brighter upwards what is seen, whatever way round it is stored or shown', () => {
    const up = key('ArrowUp', { shiftKey: true }) as ViewCommand;
    const centre = (isInverted: boolean, ...before: ViewCommand[]) => {
      const onStage = { ...viewed, opening: { ...stack.images[0]!.window!, isInverted } };
      return [...before, up].reduce((view, command) => viewAfter(view, command, onStage), FIRST_VIEW).window!.center;
    };
    // Higher values are bright: a lower centre makes brighter.
    expect(centre(false)).toBeLessThan(50);
    expect(centre(true, { do: 'turn-over' })).toBeLessThan(50);
    // Lower values are bright: a higher one does.
    expect(centre(true)).toBeGreaterThan(50);
    expect(centre(false, { do: 'turn-over' })).toBeGreaterThan(50);
  });

  it('zoom, fit, change the series and hide masks', () => {
    expect(key('+')).toEqual({ do: 'zoom', factor: 1.25 });
    expect(key('-')).toEqual({ do: 'zoom', factor: 0.8 });
    expect(key('0')).toEqual({ do: 'fit' });
    expect(key('=')).toEqual({ do: 'true-size' });
    expect(after(key('r'), key('r'), key('h'), key('I'))).toMatchObject({
      rotation: 180,
      isFlipped: true,
      isTurnedOver: true,
    });
    expect(after(key('r'), key('r'), key('r'), key('r')).rotation).toBe(0);
    expect([key('N'), key('p')]).toEqual([
      { do: 'change-series', by: 1 },
      { do: 'change-series', by: -1 },
    ]);
    expect(after(key('m')).hiddenMasks).toEqual(['LUNG', 'LAA_950']);
    expect(after({ do: 'toggle-mask', code: 'LUNG' }, key('m')).hiddenMasks).toEqual(['LUNG', 'LAA_950']);
  });

  it('show again the masks that were shown before all were hidden; a heat map that was off stays off', () => {
    const masks = ['LUNG', 'LAA_950', 'PNEUMONIA_MAP'];
    const shown = (codes: readonly string[], ...commands: ViewCommand[]) => {
      const view = commands.reduce(
        (from, command) => viewAfter(from, command, { ...viewed, masks: codes }),
        FIRST_VIEW,
      );
      return codes.filter((code) => !view.hiddenMasks.includes(code));
    };
    const [all, lung] = [{ do: 'toggle-masks' }, { do: 'toggle-mask', code: 'LUNG' }] as const;
    expect(shown(masks, all, all)).toEqual(['LUNG', 'LAA_950']);
    expect(shown(masks, lung, all, all)).toEqual(['LAA_950']);
    expect(shown(masks, all, lung)).toEqual(['LUNG']);
    // Where it is the only one, the key is the way to it.
    expect(shown(['PNEUMONIA_MAP'], all)).toEqual(['PNEUMONIA_MAP']);
    expect(shown(['PNEUMONIA_MAP'], all, all)).toEqual([]);
    expect(shown(['PNEUMONIA_MAP'], all, all, all)).toEqual(['PNEUMONIA_MAP']);
  });

  it('play the images and stop them; one image is none to play', () => {
    expect([after(key(' ')).isPlaying, after(key(' '), key(' ')).isPlaying]).toEqual([true, false]);
    expect(viewAfter(FIRST_VIEW, { do: 'toggle-playing' }, { ...viewed, frames: 1 }).isPlaying).toBe(false);
    expect([after({ do: 'play-on' }).at, after(key('End'), { do: 'play-on' }).at]).toEqual([6, 0]);
  });

  it('choose a tool where the reader can measure, and no two share a letter', () => {
    const letters = [...'ldacebftv'];
    const chosen = letters.map((letter) => key(letter));
    expect(chosen.every((command) => command?.do === 'choose-measure')).toBe(true);
    expect(new Set(chosen.map((command) => JSON.stringify(command))).size).toBe(9);
    expect(after(key('l'), key('l')).measure).toBeNull();
    const patient = { ...keyMap, hasMeasures: false };
    expect(letters.map((letter) => key(letter, {}, patient))).toEqual(letters.map(() => undefined));
  });

  it('leave the browser its own, and are told to screen readers', () => {
    expect(key('r', { ctrlKey: true })).toBeUndefined();
    expect(key('+', { ctrlKey: true })).toBeUndefined();
    expect(key('Tab')).toBeUndefined();
    expect(shortcutsOf(keyMap)).toContain('1 2 3 W Shift+ArrowUp');
    expect(shortcutsOf({ ...keyMap, presets: [], hasWindow: false, hasSeries: false, hasMeasures: false })).toBe(
      'M G R H I Space + - 0 =',
    );
  });
});

it('both keys for "I" of a Turkish keyboard invert', () => {
  for (const name of ['i', 'I', 'ı', 'İ']) expect(key(name), name).toEqual({ do: 'turn-over' });
});

it.each([english, turkish])(
  'the sheet of keys tells every key that does something, and no other letter',
  ({ viewer }) => {
    const { windows, keys: _, ...lines } = viewer.hint;
    const told = [...Object.values(lines), windows({ count: 9 })].join('\n');
    const working = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      .split('')
      .filter((letter) => key(letter, {}, { ...keyMap, fusible: 'pet' }));
    const letters = new Set(told.match(/(?<!\p{L})\p{Lu}(?!\p{L})/gu));
    expect([...letters].sort()).toEqual(working);
    for (const name of ['Page Up', 'Page Down', 'Home', 'End', 'Shift', '+', '−', '0', '='])
      expect(told).toContain(name);
  },
);

describe('slider and targets', () => {
  it('go to a frame, also within an image of many', async () => {
    const go = (to: number) => viewAfter(FIRST_VIEW, { do: 'go', to }, { ...viewed, frames: 31 });
    expect(await onStage(go(29), cine)).toBe('cine-1/29 as it opens');
    expect(await onStage(go(30), cine)).toBe('cine-2/0 as it opens');
    expect(await onStage(go(99), cine)).toBe('cine-2/0 as it opens');
  });

  it('stay in the middle while images come, until the reader moves', () => {
    expect(frameAt(FIRST_VIEW, 1)).toBe(0);
    expect(frameAt(FIRST_VIEW, 24)).toBe(11);
    expect(frameAt(FIRST_VIEW, 0)).toBe(0);
    expect(frameAt({ ...FIRST_VIEW, at: 20 }, 5)).toBe(4);
  });

  it('find an image by its id or by the name in its file', () => {
    const frames = framesOf(cine);
    expect(findTarget(frames, { imageId: 'cine-1', frame: 7, window: null })).toBe(7);
    expect(findTarget(frames, { sopInstanceUid: '1.2.2', frame: 0, window: null })).toBe(30);
    expect(findTarget(frames, { imageId: 'cine-1', frame: 30, window: null })).toBeUndefined();
    expect(findTarget(frames, { imageId: 'other', sopInstanceUid: '1.2.2', frame: 0, window: null })).toBeUndefined();
  });

  it('fetch the neighbours, begin with the largest series, and know the opening window again', () => {
    expect(neighboursOf(framesOf(stack), 0).map(({ image }) => image.id)).toEqual(['stack-2', 'stack-3', 'stack-4']);
    expect(largestSeries([stack, cine])).toBe(cine);
    const chest = { opening: 'lung', offered: ['lung', 'soft'] } as const;
    expect(wishedWindow({ center: -600, width: 1500 }, { ...chest, offered: [...chest.offered] })).toBeUndefined();
    expect(wishedWindow({ center: -600, width: 1400 }, stack.windows)).toEqual({ center: -600, width: 1400 });
  });
});

it('the switch of all marks says what is on the image: a lung that is shown, a heat map that is not', () => {
  expect(isAnyMaskShown(FIRST_VIEW, ['LUNG'])).toBe(true);
  expect(isAnyMaskShown(FIRST_VIEW, ['PNEUMONIA_MAP'])).toBe(false);
  expect(isAnyMaskShown(viewAfter(FIRST_VIEW, { do: 'toggle-masks' }, viewed), viewed.masks)).toBe(false);
});

it('nothing covers anatomy before the reader asks for it: masks are outlines, heat maps are hidden', () => {
  expect(FIRST_VIEW.areMasksOutlined).toBe(true);
  expect(FIRST_VIEW.hiddenMasks).toContain('PNEUMONIA_MAP');
  expect(viewAfter(FIRST_VIEW, { do: 'outline-masks' }, viewed).areMasksOutlined).toBe(false);
});

describe('gestures', () => {
  /** A stage of 400 × 300 pixels whose events change a view of the stack. */
  function stage(wishes: Partial<GestureHandlers> = {}) {
    const element = Object.assign(new EventTarget(), {
      setPointerCapture: vi.fn(),
      getBoundingClientRect: () => ({ left: 0, top: 0, width: 400, height: 300 }),
    });
    let view = FIRST_VIEW;
    const run = (command: ViewCommand) => {
      view = viewAfter(view, command, viewed);
    };
    const handlers = {
      onScroll: (by: number) => run({ do: 'move', by }),
      onZoom: vi.fn(),
      onPan: vi.fn(),
      onDoubleTap: vi.fn(),
      onWindow: (by: { x: number; y: number }) => run({ do: 'drag-window', by }),
      isWindowing: false,
      isZoomed: false,
      ...wishes,
    };
    const controller = new AbortController();
    listenToGestures(element as unknown as StageElement, () => handlers, controller.signal);
    const send = (type: string, at: Record<string, number | boolean | string>) => {
      const event = Object.assign(new Event(type, { cancelable: true }), { pointerId: 1, button: 0, ...at });
      element.dispatchEvent(event);
      return event;
    };
    const drag = (by: { x: number; y: number }, held: Record<string, number> = {}) => {
      send('pointerdown', { clientX: 200, clientY: 150, ...held });
      send('pointermove', { clientX: 200 + by.x, clientY: 150 + by.y, ...held });
      send('pointerup', { clientX: 200 + by.x, clientY: 150 + by.y, ...held });
    };
    return { send, drag, handlers, end: () => controller.abort(), view: () => view };
  }

  it('one finger up and down moves through the images, of a zoomed image the image', async () => {
    const { drag, view } = stage();
    drag({ x: 0, y: 45 });
    expect(await onStage(view())).toBe('stack-9/0 as it opens');
    const zoomed = stage({ isZoomed: true });
    zoomed.drag({ x: 3, y: 45 });
    expect(zoomed.handlers.onPan).toHaveBeenCalledWith({ x: 3, y: 45 });
    expect(zoomed.view()).toBe(FIRST_VIEW);
  });

  it('the wheel moves one image at a time, with Ctrl it zooms, and the page does not scroll', async () => {
    const { send, view, handlers } = stage();
    expect(send('wheel', { deltaY: 120, clientX: 0, clientY: 0 }).defaultPrevented).toBe(true);
    send('wheel', { deltaY: 3, deltaMode: 1, clientX: 0, clientY: 0 });
    expect(await onStage(view())).toBe('stack-8/0 as it opens');
    // The wheel of a mouse on a Mac, slowly turned.
    send('wheel', { deltaY: 4, deltaMode: 0, wheelDeltaY: -120, clientX: 0, clientY: 0 });
    expect(await onStage(view())).toBe('stack-9/0 as it opens');
    send('wheel', { deltaY: -120, ctrlKey: true, clientX: 300, clientY: 150 });
    expect(handlers.onZoom).toHaveBeenCalledExactlyOnceWith(1.15, { x: 100, y: 0 });
  });

  it('two fingers on a touchpad move one image for the distance of a finger, and pinch by as much as they move', () => {
    const onScroll = vi.fn();
    const { send, handlers } = stage({ onScroll });
    const move = (deltaY: number, ctrlKey = false) =>
      send('wheel', { deltaY, deltaMode: 0, wheelDeltaY: -3 * deltaY, ctrlKey, clientX: 200, clientY: 150 });
    for (let event = 0; event < 13; event += 1) move(1);
    expect(onScroll).not.toHaveBeenCalled();
    move(1);
    expect(onScroll.mock.calls).toEqual([[1]]);
    for (let event = 0; event < 14; event += 1) move(-2);
    expect(onScroll.mock.calls).toEqual([[1], [-1], [-1]]);
    // However fast, one event is at most one image; what is left of a movement takes nothing from it.
    move(-13);
    move(90);
    expect(onScroll.mock.calls).toEqual([[1], [-1], [-1], [1]]);
    for (let event = 0; event < 7; event += 1) move(-2, true);
    const zoom = vi.mocked(handlers.onZoom).mock.calls.reduce((all, [factor]) => all * factor, 1);
    expect(zoom).toBeCloseTo(1.15, 10);
  });

  /** Two fingers beside the centre; the second moves. */
  const pinch = (send: ReturnType<typeof stage>['send'], to: { clientX: number; clientY: number }) => {
    send('pointerdown', { pointerId: 1, clientX: 150, clientY: 150 });
    send('pointerdown', { pointerId: 2, clientX: 250, clientY: 150 });
    send('pointermove', { pointerId: 2, ...to });
  };

  it('two fingers zoom and pan, so that the image stays under both', () => {
    const { send, handlers, view } = stage();
    pinch(send, { clientX: 350, clientY: 150 });
    expect(handlers.onZoom).toHaveBeenCalledExactlyOnceWith(2, { x: 0, y: 0 });
    expect(handlers.onPan).toHaveBeenCalledExactlyOnceWith({ x: 50, y: 0 });
    expect(view()).toBe(FIRST_VIEW);
  });

  it('the second finger ends what the first one began, and the last one lifted does nothing', () => {
    const onDraw = vi.fn();
    for (const wishes of [{}, { isWindowing: true }, { isZoomed: true }, { onDraw, drawsAt: () => 'new' as const }]) {
      const { send, handlers, view } = stage(wishes);
      pinch(send, { clientX: 350, clientY: 150 });
      send('pointerup', { pointerId: 2, clientX: 350, clientY: 150 });
      send('pointermove', { pointerId: 1, clientX: 190, clientY: 240 });
      send('pointerup', { pointerId: 1, clientX: 190, clientY: 240 });
      expect(view()).toBe(FIRST_VIEW);
      expect(handlers.onPan).toHaveBeenCalledOnce();
      // Two short touches of two fingers are no double tap.
      for (const lifted of ['pointerup', 'pointercancel']) {
        pinch(send, { clientX: 250, clientY: 150 });
        send(lifted, { pointerId: 1, clientX: 150, clientY: 150 });
        send('pointerup', { pointerId: 2, clientX: 250, clientY: 150 });
      }
      expect(handlers.onDoubleTap).not.toHaveBeenCalled();
    }
    expect(onDraw.mock.calls.map(([phase]) => phase)).toEqual(['down', 'cancel', 'down', 'cancel', 'down', 'cancel']);
  });

  it('one finger works again after two', async () => {
    const { send, drag, view } = stage();
    pinch(send, { clientX: 350, clientY: 150 });
    send('pointerup', { pointerId: 1, clientX: 150, clientY: 150 });
    send('pointerup', { pointerId: 2, clientX: 350, clientY: 150 });
    drag({ x: 0, y: 45 });
    expect(await onStage(view())).toBe('stack-9/0 as it opens');
    const windowing = stage({ isWindowing: true });
    pinch(windowing.send, { clientX: 350, clientY: 150 });
    for (const pointerId of [1, 2]) windowing.send('pointerup', { pointerId, clientX: 150, clientY: 150 });
    // Each finger has a number of its own.
    windowing.drag({ x: 0, y: 30 }, { pointerId: 3 });
    expect(windowing.view().window).toEqual({ center: 90, width: 400 });
  });

  it('two taps zoom; a drag, or a tap that the system took away, is no tap', () => {
    const { drag, send, handlers } = stage();
    drag({ x: 0, y: 0 });
    expect(handlers.onDoubleTap).not.toHaveBeenCalled();
    drag({ x: 1, y: 1 });
    expect(handlers.onDoubleTap).toHaveBeenCalledExactlyOnceWith({ x: 1, y: 1 });
    drag({ x: 0, y: 0 });
    drag({ x: 100, y: 0 });
    send('pointerdown', { clientX: 200, clientY: 150 });
    send('pointercancel', { clientX: 200, clientY: 150 });
    expect(handlers.onDoubleTap).toHaveBeenCalledOnce();
  });

  it('the right and the middle button drag the window, the first too where the reader says so', () => {
    for (const button of [1, 2]) {
      const { drag, view } = stage();
      drag({ x: 60, y: 0 }, { button });
      expect(view().window).toEqual({ center: 50, width: 480 });
      expect(view().at).toBeNull();
    }
    const windowing = stage({ isWindowing: true });
    windowing.drag({ x: 0, y: 30 });
    expect(windowing.view().window).toEqual({ center: 90, width: 400 });
    const fixed = stage({ onWindow: undefined });
    fixed.drag({ x: 60, y: 0 }, { button: 2 });
    expect(fixed.view().window).toBeUndefined();
  });

  it('move what was drawn where the press takes it, also while the button changes the window; elsewhere scroll', () => {
    const onDraw = vi.fn();
    const drawsAt = vi.fn(({ x }: { x: number }, by: string) =>
      x < 0 && by === 'finger' ? ('moved' as const) : undefined,
    );
    const windowing = stage({ onDraw, drawsAt, isWindowing: true });
    const finger = { clientX: 190, clientY: 150, pointerType: 'touch' };
    windowing.send('pointerdown', finger);
    windowing.send('pointermove', { ...finger, clientY: 180 });
    windowing.send('pointerup', { ...finger, clientY: 180 });
    expect(onDraw.mock.calls).toEqual([
      ['down', { x: -10, y: 0 }, 'finger'],
      ['move', { x: -10, y: 30 }, 'finger'],
      ['up', { x: -10, y: 30 }, 'finger'],
    ]);
    expect(windowing.view()).toBe(FIRST_VIEW);
    windowing.drag({ x: 0, y: 30 });
    expect(windowing.view().window).toEqual({ center: 90, width: 400 });
    const scrolling = stage({ onDraw, drawsAt });
    scrolling.drag({ x: 0, y: 45 });
    expect(scrolling.view().at).not.toBeNull();
    // Another button takes nothing.
    windowing.send('pointerdown', { ...finger, button: 2 });
    expect(onDraw).toHaveBeenCalledTimes(3);
  });

  it('draw with the first button where the reader measures, and tell where the mouse is', () => {
    const onDraw = vi.fn();
    const onHover = vi.fn();
    const { drag, send, view } = stage({ onDraw, drawsAt: () => 'new', onHover });
    drag({ x: 10, y: 45 });
    expect(onDraw.mock.calls).toEqual([
      ['down', { x: 0, y: 0 }, 'mouse'],
      ['move', { x: 10, y: 45 }, 'mouse'],
      ['up', { x: 10, y: 45 }, 'mouse'],
    ]);
    expect(view()).toBe(FIRST_VIEW);
    send('pointerdown', { clientX: 200, clientY: 150 });
    send('pointercancel', { clientX: 200, clientY: 150 });
    expect(onDraw).toHaveBeenLastCalledWith('cancel', { x: 0, y: 0 }, 'mouse');
    drag({ x: 60, y: 0 }, { button: 2 });
    expect(onDraw).toHaveBeenCalledTimes(5);
    expect(view().window?.width).toBe(480);
    send('pointermove', { clientX: 300, clientY: 150 });
    expect(onHover).toHaveBeenLastCalledWith({ x: 100, y: 0 });
    send('pointerleave', {});
    expect(onHover).toHaveBeenLastCalledWith(null);
  });

  it('end with the stage', () => {
    const { drag, end, view } = stage();
    end();
    drag({ x: 0, y: 45 });
    expect(view()).toBe(FIRST_VIEW);
  });
});
