import { type presentationStates as contract, NAMED_WINDOWS } from '@duai/contract';
import {
  allFor,
  type DisplayedArea,
  firstFor,
  type GreySteps,
  greyStepsFor,
  isAbout,
  type NamedFrame,
  type Position,
  type Units,
} from '@duai/imaging/browser';
import type { Frame } from '../frames.ts';
import { fittedScale, type Layout, type Rotation, toStage } from '../pixels/layout.ts';
import { FITTED, type Placement, type Point } from '../stage/gestures.ts';
import type { Preset } from '../stage/view.ts';
import type { ImageWindow, ViewableImage } from '../study-source.ts';

/** The presentation state that a reader chose, read whole. */
export interface ChosenState {
  readonly id: string;
  readonly content: contract.PresentationContent;
}

/** What of a state is not applied to the image on the stage. */
export type StateGap = contract.PresentationContent['notApplied'][number] | 'TRUE_SIZE' | 'PIXEL_ASPECT' | 'NOT_STORED';

/** A chosen state on one frame. */
export interface StateOnImage {
  readonly content: contract.PresentationContent;
  readonly of: NamedFrame;
  readonly area: DisplayedArea | undefined;
}

/** Undefined: the state is not about this frame, and the image is shown as it is stored. */
export function stateOn(chosen: ChosenState | null, frame: Frame | undefined): StateOnImage | undefined {
  const sopInstanceUid = frame?.image.sopInstanceUid;
  if (!chosen || !frame || !sopInstanceUid) return undefined;
  const of = { sopInstanceUid, frame: frame.frame };
  const { content } = chosen;
  return isAbout(content, of) ? { content, of, area: firstFor(content.areas, of) } : undefined;
}

/** The steps to grey; a window that the reader chose takes the place of the state's. */
export function stepsOn({ content, of }: StateOnImage, window: ImageWindow | undefined): GreySteps {
  const steps = greyStepsFor(content, of);
  return window ? { ...steps, voi: { ...window, by: window.width < 1 ? 'LINEAR_EXACT' : 'LINEAR' } } : steps;
}

/** The same of the chosen state; undefined where it is not about the frame. */
export function stepsFor(
  chosen: ChosenState | null,
  frame: Frame | undefined,
  window: ImageWindow | undefined,
): GreySteps | undefined {
  const state = stateOn(chosen, frame);
  return state && stepsOn(state, window);
}

/** A state has the image open in another window: the one that it opens in by itself is then a choice like the others. */
export function presetsBy(
  state: StateOnImage | undefined,
  presets: readonly Preset[],
  own: ViewableImage['window'],
): readonly Preset[] {
  if (!state || !own) return presets;
  const opened = { center: own.center, width: own.width };
  return presets.map(({ name, window }) => ({
    name,
    window: window ?? (name === 'stored' ? opened : NAMED_WINDOWS[name]),
  }));
}

/** A key image is to look as it was seen: the window of the state, where it is one. */
export const seenWindow = (opening: ViewableImage['window'] | undefined): ImageWindow | undefined =>
  opening && !opening.isByTable ? { center: opening.center, width: opening.width } : undefined;

/** The window in which the image opens by the state, and whether low values are bright then; a change begins there. */
export function openingOn(state: StateOnImage | undefined, opening: ViewableImage['window']): ViewableImage['window'] {
  if (!opening || !state) return opening;
  const { voi, isInverted, presentation } = greyStepsFor(state.content, state.of);
  const [first = 0, last = 0] = presentation ? [presentation.entries[0], presentation.entries.at(-1)] : [];
  const shown = { ...opening, isInverted: presentation ? first > last : isInverted };
  if (!voi) return shown;
  return 'entries' in voi
    ? { ...shown, isByTable: true }
    : { ...shown, center: voi.center, width: voi.width, isByTable: false };
}

type Turn = Pick<Layout, 'rotation' | 'isFlipped'>;

/**
 * The state turns the image clockwise, then mirrors it (PS3.3 C.10.6); the reader mirrors what that gives, then turns it. The
 * viewer draws both as one: mirrored, then turned.
 */
export function turnedBy(state: Turn | undefined, reader: Turn): Turn {
  const { rotation = 0, isFlipped = false } = state ?? {};
  const before = isFlipped ? -rotation : rotation;
  const turn = reader.rotation + (reader.isFlipped ? -before : before);
  return { rotation: (((turn % 360) + 360) % 360) as Rotation, isFlipped: isFlipped !== reader.isFlipped };
}

/** The same for areas that are shown alike. */
export const areaName = (area: DisplayedArea | undefined): string =>
  area ? [area.left, area.top, area.right, area.bottom, area.size, area.magnification].join() : '';

/** The corners of the displayed area on the stage: of the whole image where none is set. */
export function areaOnStage(area: DisplayedArea | undefined, layout: Layout) {
  const { left, top, right, bottom } = area ?? { left: 0, top: 0, right: layout.columns, bottom: layout.rows };
  const [one, other] = [toStage({ x: left, y: top }, layout), toStage({ x: right, y: bottom }, layout)];
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return { x, y, width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) };
}

/** Where the image lies when the area is shown as the state says; true size is fitted, for no browser knows its screen. */
export function placementFor(area: DisplayedArea | undefined, layout: Layout, devicePixels: number): Placement {
  const from = { ...layout, placement: FITTED };
  const shown = areaOnStage(area, from);
  if (shown.width <= 0 || shown.height <= 0) return FITTED;
  const fit = Math.min(layout.stage.width / shown.width, layout.stage.height / shown.height);
  const isMagnified = area?.size === 'magnify' && area.magnification !== null;
  const scale = isMagnified ? (area.magnification ?? 1) / devicePixels / fittedScale(from) : fit;
  const bounded = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, scale));
  const centre = (start: number, size: number) => -(start + size / 2) * bounded || 0;
  return { scale: bounded, x: centre(shown.x, shown.width), y: centre(shown.y, shown.height) };
}
const [LEAST_SCALE, MOST_SCALE] = [0.02, 64];

/** A position of the image, or a share of the displayed area, on the stage (PS3.3 C.10.5.1). */
export function positionOn([column, row]: Position, units: Units, { area }: StateOnImage, layout: Layout): Point {
  if (units === 'pixel') return toStage({ x: column, y: row }, layout);
  const { x, y, width, height } = areaOnStage(area, layout);
  return { x: x + column * width, y: y + row * height };
}

/** What is drawn on the frame, the lowest layer first. */
export function annotationsOn({ content, of }: StateOnImage) {
  const layers = new Map(content.layers.map((layer) => [layer.name, layer]));
  return allFor(content.annotations, of)
    .map((annotation) => ({ ...annotation, of: layers.get(annotation.layer) }))
    .sort((one, other) => (one.of?.order ?? 0) - (other.of?.order ?? 0));
}

/** The server draws some images (`NOT_STORED`): a state is not applied to them. */
export function gapsOn({ content, area }: StateOnImage, layout: Layout | undefined): StateGap[] {
  const aspect = area?.pixelAspect ?? null;
  const isOther = layout && aspect !== null && Math.abs(aspect / layout.pixelAspect - 1) > 0.01;
  return [
    ...content.notApplied,
    ...(area?.size === 'true-size' ? (['TRUE_SIZE'] as const) : []),
    ...(isOther ? (['PIXEL_ASPECT'] as const) : []),
  ];
}
