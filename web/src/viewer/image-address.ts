import type { ImageWindow, Place } from './study-source.ts';

/** An image to begin with, in a window or as it opens. */
export interface StartingImage extends Place {
  readonly window: ImageWindow | null;
}

/** The part of an address that names an image to begin with; the same image as it opens has the same address. */
export function imageQuery({ imageId, frame, window }: StartingImage): string {
  const query = new URLSearchParams({ image: imageId });
  if (frame > 0) query.set('frame', String(frame));
  if (window) query.set('window', `${window.center}/${window.width}`);
  return `?${query}`;
}

/** What `imageQuery` wrote; undefined where the address names no image. */
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
