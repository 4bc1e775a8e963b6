import { imageNameOf } from '@duai/contract';
import type { ImageWindow, Place, ViewableImage, ViewableSeries } from './study-source.ts';

/** One step of a series: a frame of an image. */
export interface Frame {
  readonly image: ViewableImage;
  readonly frame: number;
}

/** An image to bring onto the stage, by its id or by the name in its file, in a window or as it opens. */
export interface ImageTarget {
  readonly imageId?: string;
  readonly sopInstanceUid?: string;
  readonly frame: number;
  readonly window: ImageWindow | null;
}

export const framesOf = ({ images }: ViewableSeries): Frame[] =>
  images.flatMap((image) => Array.from({ length: image.frames }, (_, frame) => ({ image, frame })));

export const placeOf = ({ image, frame }: Frame): Place => ({ imageId: image.id, frame });

const isMeant = (image: ViewableImage, target: ImageTarget): boolean =>
  target.imageId === undefined ? imageNameOf(image) === target.sopInstanceUid : image.id === target.imageId;

/** Where in a series an image lies; undefined where it does not. */
export function findTarget(frames: readonly Frame[], target: ImageTarget | null | undefined): number | undefined {
  if (!target) return undefined;
  const found = frames.findIndex(({ image, frame }) => frame === target.frame && isMeant(image, target));
  return found < 0 ? undefined : found;
}

/** The series that an image belongs to. */
export const seriesOfTarget = (series: readonly ViewableSeries[], target: ImageTarget | null | undefined) =>
  target ? series.find(({ images }) => images.some((image) => isMeant(image, target))) : undefined;

export const countOf = ({ images }: ViewableSeries): number => images.reduce((sum, { frames }) => sum + frames, 0);

/** Where looking begins: the series with the most images. */
export const largestSeries = <Series extends ViewableSeries>(series: readonly Series[]): Series | undefined =>
  [...series].sort((one, other) => countOf(other) - countOf(one))[0];

/** What is fetched while one image is looked at, the likeliest first. */
export function neighboursOf(frames: readonly Frame[], at: number): Frame[] {
  return [1, -1, 2, -2, 3].flatMap((by) => frames[at + by] ?? []);
}
