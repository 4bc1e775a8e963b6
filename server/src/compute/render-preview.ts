import { frameOfFile } from './local-file.ts';
import { framePng, type PictureWish, pictureOf } from './preview.ts';

/** One frame with a chosen window (centre and width in the values of the modality, HU for CT). */
export async function renderPreview(wish: {
  path: string;
  frame?: number;
  center?: number;
  width?: number;
  /** By default PNG in full size. */
  picture?: PictureWish;
}): Promise<Uint8Array> {
  const frame = await frameOfFile(wish.path, wish.frame);
  const hasWindow = wish.center !== undefined && wish.width !== undefined;
  const png = await framePng(frame, hasWindow ? { center: wish.center!, width: wish.width! } : undefined);
  return wish.picture ? pictureOf(png, wish.picture) : png;
}
