import { readFile } from 'node:fs/promises';
import { decodeFrame, frameBytes } from '@duai/imaging';

/** The stored values of one frame (from 0), little endian, as `givenPixels` of its header says. @throws ImagingError */
export const decodeFrameBytes = async ({ path, frame }: { path: string; frame: number }): Promise<Uint8Array> =>
  frameBytes(await decodeFrame(await readFile(path), frame));
