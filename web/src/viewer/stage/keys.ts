import type { Measure } from '@duai/imaging/browser';
import type { Point } from './gestures.ts';
import type { Preset, ViewCommand } from './view.ts';

export type KeyCommand =
  | ViewCommand
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'fit' }
  /** One image pixel is one screen pixel. */
  | { readonly do: 'true-size' }
  | { readonly do: 'change-series'; readonly by: -1 | 1 };

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The key commands available for this image. */
export interface KeyMap {
  readonly presets: readonly Preset[];
  /** Whether the window can be changed. */
  readonly hasWindow: boolean;
  readonly hasSeries: boolean;
  /** Whether the reader can measure here. */
  readonly hasMeasures: boolean;
  /** The series whose uptake can lie over this one. */
  readonly fusible?: string | undefined;
  readonly isRightToLeft: boolean;
}

/** The drag in pixels that one press of a key with Shift stands for. */
const WINDOW_KEYS: Record<string, Point> = {
  ArrowUp: { x: 0, y: -10 },
  ArrowDown: { x: 0, y: 10 },
  ArrowLeft: { x: -10, y: 0 },
  ArrowRight: { x: 10, y: 0 },
};

/** V for the value at a point, B for a box, D for two diameters; the others begin as the tool does. */
const MEASURE_KEYS: Record<string, Measure> = {
  l: 'length',
  d: 'bidirectional',
  a: 'angle',
  c: 'cobb',
  e: 'ellipse',
  b: 'rectangle',
  f: 'freehand',
  t: 'arrow',
  v: 'probe',
};

/** The command of a key on the stage; undefined: none, the key is left to the browser. */
export function commandOf(
  { key: pressed, ...held }: Pressed,
  { presets, hasWindow, hasSeries, hasMeasures, fusible, isRightToLeft }: KeyMap,
): KeyCommand | undefined {
  if (held.ctrlKey || held.metaKey || held.altKey) return undefined;
  // A Turkish keyboard has two keys for "I"; neither gives "i" in both cases.
  const key = /^[ıİ]$/.test(pressed) ? 'i' : pressed;
  const preset = /^[1-9]$/.test(key) ? presets[Number(key) - 1] : undefined;
  if (preset) return { do: 'choose-window', window: preset.window };
  const drag = WINDOW_KEYS[key];
  if (held.shiftKey && drag && hasWindow) return { do: 'drag-window', by: drag };
  const measure = hasMeasures ? MEASURE_KEYS[key.toLowerCase()] : undefined;
  if (measure) return { do: 'choose-measure', measure };
  // "Next" follows the reading direction: to the left in Arabic (WAI-ARIA APG, slider).
  const onwards = isRightToLeft ? -1 : 1;
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'w':
      return hasWindow ? { do: 'toggle-windowing' } : undefined;
    case 'm':
      return { do: 'toggle-masks' };
    case 'g':
      return { do: 'toggle-graphics' };
    case 'u':
      return fusible === undefined ? undefined : { do: 'toggle-fusion', seriesId: fusible };
    case '+':
      return { do: 'zoom', factor: 1.25 };
    case '-':
      return { do: 'zoom', factor: 0.8 };
    case '0':
      return { do: 'fit' };
    case 'p':
      return hasSeries ? { do: 'change-series', by: -1 } : undefined;
    case 'n':
      return hasSeries ? { do: 'change-series', by: 1 } : undefined;
    case 'r':
      return { do: 'rotate' };
    case 'h':
      return { do: 'flip' };
    case 'i':
      return { do: 'turn-over' };
    case ' ':
      return { do: 'toggle-playing' };
    case '=':
      return { do: 'true-size' };
    case 'ArrowUp':
      return { do: 'move', by: -1 };
    case 'ArrowDown':
      return { do: 'move', by: 1 };
    case 'ArrowLeft':
      return { do: 'move', by: -onwards };
    case 'ArrowRight':
      return { do: 'move', by: onwards };
    case 'PageUp':
      return { do: 'move', by: -10 };
    case 'PageDown':
      return { do: 'move', by: 10 };
    case 'Home':
      return { do: 'go', to: 0 };
    case 'End':
      return { do: 'go', to: Number.POSITIVE_INFINITY };
    default:
      return undefined;
  }
}

/** For aria-keyshortcuts, besides the keys of every slider. */
export const shortcutsOf = ({ presets, hasWindow, hasSeries, hasMeasures, fusible }: KeyMap): string =>
  [
    ...presets.map((_, at) => at + 1),
    ...(hasWindow ? ['W', ...Object.keys(WINDOW_KEYS).map((key) => `Shift+${key}`)] : []),
    ...(hasSeries ? ['P', 'N'] : []),
    ...(hasMeasures ? [...Object.keys(MEASURE_KEYS).map((key) => key.toUpperCase()), 'Enter'] : []),
    ...(fusible === undefined ? [] : ['U']),
    ...['M', 'G', 'R', 'H', 'I', 'Space', '+', '-', '0', '='],
  ].join(' ');
