import { imageNameOf } from '@duai/contract';
import type { ImageWindow, Place, ViewableImage, ViewableSeries } from './study-source.ts';

/** One position of a series: a frame of an image. */
export interface Frame {
  readonly image: ViewableImage;
  readonly frame: number;
}

/** An image to show on the stage, by its id or by the UID in its file, in a given window or as it opens. */
export interface ImageTarget {
  readonly imageId?: string;
  readonly sopInstanceUid?: string;
  readonly frame: number;
  readonly window: ImageWindow | null;
}

export const framesOf = ({ images }: ViewableSeries): Frame[] =>
  images.flatMap((image) => Array.from({ length: image.frames }, (_, frame) => ({ image, frame })));

/** The number by which a report tells each frame of a series. */
export const toldNumbers = ({ images }: ViewableSeries): number[] =>
  images.flatMap(({ frames, number }) => Array.from({ length: frames }, (_, at) => number + at));

export const placeOf = ({ image, frame }: Frame): Place => ({ imageId: image.id, frame });

const isMeant = (image: ViewableImage, target: ImageTarget): boolean =>
  target.imageId === undefined ? imageNameOf(image) === target.sopInstanceUid : image.id === target.imageId;

/** The position of an image in a series; undefined if it is not in it. */
export function findTarget(frames: readonly Frame[], target: ImageTarget | null | undefined): number | undefined {
  if (!target) return undefined;
  const found = frames.findIndex(({ image, frame }) => frame === target.frame && isMeant(image, target));
  return found < 0 ? undefined : found;
}

/** The series that an image belongs to. */
export const seriesOfTarget = (series: readonly ViewableSeries[], target: ImageTarget | null | undefined) =>
  target ? series.find(({ images }) => images.some((image) => isMeant(image, target))) : undefined;

export const countOf = ({ images }: ViewableSeries): number => images.reduce((sum, { frames }) => sum + frames, 0);

/** The series with the most images, which is shown first. */
export const largestSeries = <Series extends ViewableSeries>(series: readonly Series[]): Series | undefined =>
  [...series].sort((one, other) => countOf(other) - countOf(one))[0];

/** The frame in the middle of those that can be shown; it stands for its series. */
export function middleFrame(frames: readonly Frame[]): Frame | undefined {
  const shown = frames.filter(({ image }) => image.problem === undefined);
  return shown[Math.floor(shown.length / 2)];
}

/** Frames to prefetch while one is viewed, the likeliest first. */
export function neighboursOf(frames: readonly Frame[], at: number): Frame[] {
  return [1, -1, 2, -2, 3].flatMap((by) => frames[at + by] ?? []).filter(({ image }) => image.problem === undefined);
}
