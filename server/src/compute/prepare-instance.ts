import { FILE_REFUSAL_CODES, type FileRefusalCode } from '@duai/contract';
import { ImagingError } from '@duai/imaging';
import { refusalText } from '../core/check-texts.ts';
import type { Prepared } from '../features/studies/index.ts';
import { readDataSet } from './headers/read-data-set.ts';
import { frameOfFile } from './local-file.ts';
import { framePng, openingWindow, picturePng } from './preview.ts';

/**
 * Decodes the middle frame of a stored file, as its preview and to prove that it can be read; `withDataSet`: with its data set as
 * JSON, while a checked copy of the file is at hand.
 * @throws Error that says nothing about the file: it could not be opened, or memory ran out
 */
export async function prepareInstance({
  path,
  kind,
  frames,
  withDataSet = false,
}: {
  path: string;
  kind: 'dicom' | 'jpeg' | 'png';
  frames: number;
  withDataSet?: boolean;
}): Promise<Prepared> {
  try {
    if (kind !== 'dicom') return { status: 'ready', preview: await picturePng(path) };
    const frame = await frameOfFile(path, Math.floor((frames - 1) / 2));
    const dataSet = withDataSet ? await dataSetOf(path) : undefined;
    return { status: 'ready', preview: await framePng(frame), window: openingWindow(frame), dataSet };
  } catch (error) {
    if (isOurFailure(error)) throw error;
    const code = refusalCode(error);
    return { status: 'refused', code, reason: refusalText(code, 'en') };
  }
}

/** An image is no worse for a data set that cannot be given as JSON: who asks for it is told. */
async function dataSetOf(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readDataSet({ path });
  } catch (error) {
    if (error instanceof ImagingError) return undefined;
    throw error;
  }
}

/** Messages of V8, of a WebAssembly heap and of libvips. */
const NO_MEMORY = /out of memory|allocation failed|cannot enlarge memory|could not allocate|\bOOM\b/i;

/** Whether memory ran out or a system call failed; codecs wrap such errors as causes. */
export function isOurFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('syscall' in cause || NO_MEMORY.test(cause.message)) return true;
  }
  return false;
}

const refusalCode = (error: unknown): FileRefusalCode => {
  const code = (error as { code?: unknown }).code;
  return FILE_REFUSAL_CODES.find((known) => known === code) ?? 'NOT_READABLE';
};
