import { NAMED_WINDOWS, type SeriesWindows, type WindowName } from '@duai/contract';
import type { Measure } from '@duai/imaging/browser';
import { type Fusion, fusionToggled } from '../fusion/fusion.ts';
import type { Brush } from '../masks/mask-edits.ts';
import type { Rotation } from '../pixels/layout.ts';
import { narrowestOf, windowBy } from '../pixels/windowing.ts';
import type { ImageWindow, ViewableImage } from '../study-source.ts';
import type { Point } from './gestures.ts';

/** If no window has a name, the picture itself is made lighter or darker. */
export const PLAIN_LOOKS = {
  stored: 'none',
  lighter: 'brightness(1.6)',
  darker: 'brightness(0.65) contrast(1.15)',
  inverted: 'invert(1)',
} as const;
export type PlainLook = keyof typeof PLAIN_LOOKS;

/** The view settings of one series. */
export interface View {
  /** Index of the frame; null until the reader scrolls: the middle one, also while images are still being added. */
  readonly at: number | null;
  /** Undefined: the window that the image opens in. */
  readonly window: ImageWindow | undefined;
  readonly look: PlainLook;
  /** The primary button or a finger changes the window instead of the image. */
  readonly isWindowing: boolean;
  /** Codes of hidden masks. */
  readonly hiddenMasks: readonly string[];
  /** What was hidden before all masks were. */
  readonly hiddenBefore: readonly string[];
  readonly maskOpacity: number;
  readonly areMasksOutlined: boolean;
  /** What the file draws over its own image. */
  readonly areGraphicsShown: boolean;
  /** Clockwise. */
  readonly rotation: Rotation;
  /** Mirrored left to right. */
  readonly isFlipped: boolean;
  /** Black and white inverted. */
  readonly isTurnedOver: boolean;
  /** The images are played automatically. */
  readonly isPlaying: boolean;
  /** What the primary button or a finger draws; null: it scrolls through the images. */
  readonly measure: Measure | null;
  /** Corrects a mask with the primary button; null: no mask is being corrected. */
  readonly brush: Brush | null;
  /** Uptake in colours over the images; null until the reader asks for it. */
  readonly fusion: Fusion | null;
}

/** Codes of heat maps. They cover anatomy without outlining anything, so they are hidden until the reader shows them. */
const HEAT_MAPS: readonly string[] = ['PNEUMONIA_MAP'];

export const FIRST_VIEW: View = {
  at: null,
  window: undefined,
  look: 'stored',
  isWindowing: false,
  hiddenMasks: HEAT_MAPS,
  hiddenBefore: HEAT_MAPS,
  maskOpacity: 0.35,
  // A filled mask of the lungs covers the lungs: it is filled when the reader asks for it.
  areMasksOutlined: true,
  areGraphicsShown: true,
  rotation: 0,
  isFlipped: false,
  isTurnedOver: false,
  isPlaying: false,
  measure: null,
  brush: null,
  fusion: null,
};

export type ViewCommand =
  | { readonly do: 'move'; readonly by: number }
  | { readonly do: 'go'; readonly to: number }
  | { readonly do: 'choose-window'; readonly window: ImageWindow | undefined }
  /** In CSS pixels of the drag. */
  | { readonly do: 'drag-window'; readonly by: Point }
  | { readonly do: 'toggle-windowing' }
  | { readonly do: 'choose-look'; readonly look: PlainLook }
  | { readonly do: 'toggle-masks' }
  | { readonly do: 'toggle-mask'; readonly code: string }
  | { readonly do: 'outline-masks' }
  | { readonly do: 'toggle-graphics' }
  | { readonly do: 'fade-masks'; readonly opacity: number }
  /** A presentation state was chosen, or none: what the reader had turned and windowed goes. */
  | { readonly do: 'present' }
  | { readonly do: 'rotate' }
  | { readonly do: 'flip' }
  | { readonly do: 'turn-over' }
  | { readonly do: 'toggle-playing' }
  /** To the next image; after the last one to the first. */
  | { readonly do: 'play-on' }
  | { readonly do: 'choose-measure'; readonly measure: Measure | null }
  | { readonly do: 'choose-brush'; readonly brush: Brush | null }
  /** Shows the uptake of a series, or hides it if it is shown. */
  | { readonly do: 'toggle-fusion'; readonly seriesId: string }
  /** Null: its series cannot be shown. */
  | { readonly do: 'change-fusion'; readonly change: Partial<Fusion> | null };

const NEXT_ROTATION: Record<Rotation, Rotation> = { 0: 90, 90: 180, 180: 270, 270: 0 };

/** The series and its options that a view applies to. */
export interface Viewed {
  readonly frames: number;
  readonly opening: ViewableImage['window'];
  readonly masks: readonly string[];
}

/** Index of the displayed frame, from 0; 0 for an empty series. */
export const frameAt = ({ at }: View, frames: number): number =>
  Math.max(0, Math.min(at ?? Math.floor((frames - 1) / 2), frames - 1));

/** Whether one of these masks is shown; codes that the series does not have may be hidden too. */
export const isAnyMaskShown = ({ hiddenMasks }: Pick<View, 'hiddenMasks'>, masks: readonly string[]): boolean =>
  masks.some((code) => !hiddenMasks.includes(code));

export function viewAfter(view: View, command: ViewCommand, { frames, opening, masks }: Viewed): View {
  const go = (to: number) => ({ ...view, at: Math.max(0, Math.min(frames - 1, to)) });
  switch (command.do) {
    case 'move':
      return go(frameAt(view, frames) + command.by);
    case 'go':
      return go(command.to);
    case 'play-on':
      return go((frameAt(view, frames) + 1) % frames);
    case 'choose-window':
      return { ...view, window: command.window };
    case 'drag-window': {
      if (!opening) return view;
      const seen = { isInverted: opening.isInverted !== view.isTurnedOver, narrowest: narrowestOf(opening) };
      return { ...view, window: windowBy(view.window ?? opening, command.by, seen) };
    }
    case 'toggle-windowing':
      return opening ? { ...view, isWindowing: !view.isWindowing, measure: null, brush: null } : view;
    case 'choose-look':
      return { ...view, look: command.look };
    case 'toggle-masks': {
      const { hiddenMasks, hiddenBefore } = view;
      if (isAnyMaskShown(view, masks)) return { ...view, hiddenMasks: masks, hiddenBefore: hiddenMasks };
      // If that hides every mask of the series, as of one that has only a heat map, all of them are shown.
      return { ...view, hiddenMasks: isAnyMaskShown({ hiddenMasks: hiddenBefore }, masks) ? hiddenBefore : [] };
    }
    case 'toggle-mask': {
      const { code } = command;
      const { hiddenMasks: hidden } = view;
      return {
        ...view,
        hiddenMasks: hidden.includes(code) ? hidden.filter((other) => other !== code) : [...hidden, code],
      };
    }
    case 'outline-masks':
      return { ...view, areMasksOutlined: !view.areMasksOutlined };
    case 'toggle-graphics':
      return { ...view, areGraphicsShown: !view.areGraphicsShown };
    case 'fade-masks':
      return { ...view, maskOpacity: command.opacity };
    case 'present': {
      const { rotation, isFlipped, isTurnedOver, areGraphicsShown } = FIRST_VIEW;
      return { ...view, window: undefined, rotation, isFlipped, isTurnedOver, areGraphicsShown };
    }
    case 'rotate':
      return { ...view, rotation: NEXT_ROTATION[view.rotation] };
    case 'flip':
      return { ...view, isFlipped: !view.isFlipped };
    case 'turn-over':
      return { ...view, isTurnedOver: !view.isTurnedOver };
    case 'toggle-playing':
      return { ...view, isPlaying: frames > 1 && !view.isPlaying };
    case 'choose-measure':
      return {
        ...view,
        measure: command.measure === view.measure ? null : command.measure,
        isWindowing: false,
        brush: null,
      };
    case 'choose-brush':
      return { ...view, brush: command.brush, measure: null, isWindowing: false };
    case 'toggle-fusion':
      return { ...view, fusion: fusionToggled(view.fusion, command.seriesId) };
    case 'change-fusion':
      return { ...view, fusion: command.change && view.fusion && { ...view.fusion, ...command.change } };
  }
}

/** A window that is offered by name; "stored" is the one in the file. */
export interface Preset {
  readonly name: WindowName | 'stored';
  readonly window: ImageWindow | undefined;
}

/** The windows for the body part; first the one that the series opens in. */
export const presetsOf = ({ opening, offered }: SeriesWindows): Preset[] => [
  { name: opening ?? 'stored', window: undefined },
  ...offered.filter((name) => name !== opening).map((name) => ({ name, window: NAMED_WINDOWS[name] })),
];

/** Converts a requested window to the view's choice: the window that the series opens in by name counts as no choice. */
export const wishedWindow = (window: ImageWindow | null, { opening }: SeriesWindows): ImageWindow | undefined =>
  window === null || (opening && isSameWindow(window, NAMED_WINDOWS[opening])) ? undefined : window;

export const isSameWindow = (one: ImageWindow | undefined, other: ImageWindow | undefined): boolean =>
  one?.center === other?.center && one?.width === other?.width;
