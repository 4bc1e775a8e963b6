import { readFile } from 'node:fs/promises';
import { decodeFrame } from '@duai/imaging';
import { framePng } from './preview.ts';

/** One frame with a chosen window (centre and width in the values of the modality, HU for CT). */
export async function renderPreview(wish: {
  path: string;
  frame?: number;
  center?: number;
  width?: number;
}): Promise<Uint8Array> {
  const frame = await decodeFrame(await readFile(wish.path), wish.frame ?? 0);
  const hasWindow = wish.center !== undefined && wish.width !== undefined;
  return framePng(frame, hasWindow ? { center: wish.center!, width: wish.width! } : undefined);
}
