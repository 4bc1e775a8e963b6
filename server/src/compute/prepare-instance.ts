import { readFile } from 'node:fs/promises';
import { FILE_REFUSAL_CODES, FILE_REFUSALS, type FileRefusalCode } from '@duai/contract';
import { decodeFrame, defaultWindow } from '@duai/imaging';
import type { Prepared } from '../features/studies/index.ts';
import { framePng, isGrey, picturePng } from './preview.ts';

/** Decodes the middle frame of a stored file: proof that it can be read, and its preview. */
export async function prepareInstance({
  path,
  kind,
  frames,
}: {
  path: string;
  kind: 'dicom' | 'jpeg' | 'png';
  frames: number;
}): Promise<Prepared> {
  try {
    if (kind !== 'dicom') return { status: 'ready', preview: await picturePng(path) };
    const frame = await decodeFrame(await readFile(path), Math.floor((frames - 1) / 2));
    const window = isGrey(frame) ? defaultWindow(frame) : undefined;
    return { status: 'ready', preview: await framePng(frame, window), window };
  } catch (error) {
    const code = refusalCode(error);
    return { status: 'refused', code, reason: FILE_REFUSALS[code].en };
  }
}

const refusalCode = (error: unknown): FileRefusalCode => {
  const code = (error as { code?: unknown }).code;
  return FILE_REFUSAL_CODES.find((known) => known === code) ?? 'NOT_READABLE';
};
