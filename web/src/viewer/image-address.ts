import type { ImageWindow, Place } from './study-source.ts';

/** An image to start with, in a given window or as it opens. */
export interface StartingImage extends Place {
  readonly window: ImageWindow | null;
}

/** The query part of a URL that names an image to start with; without a window the image opens as usual. */
export function imageQuery({ imageId, frame, window }: StartingImage): string {
  const query = new URLSearchParams({ image: imageId });
  if (frame > 0) query.set('frame', String(frame));
  if (window) query.set('window', `${window.center}/${window.width}`);
  return `?${query}`;
}

/** Reads what `imageQuery` wrote; undefined if the URL names no image. */
export function imageOfQuery(query: URLSearchParams): StartingImage | undefined {
  const imageId = query.get('image');
  if (!imageId) return undefined;
  const frame = Number(query.get('frame'));
  const [center = Number.NaN, width = Number.NaN] = (query.get('window') ?? '').split('/').map(Number);
  return {
    imageId,
    frame: Number.isSafeInteger(frame) && frame > 0 ? frame : 0,
    window: query.has('window') && Number.isFinite(center) && Number.isFinite(width) ? { center, width } : null,
  };
}
