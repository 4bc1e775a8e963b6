import { frameBytes } from '@duai/imaging';
import { frameOfFile } from './local-file.ts';

/** The stored values of one frame (from 0), little endian, in the layout of `givenPixels`. @throws ImagingError */
export const decodeFrameBytes = async ({ path, frame }: { path: string; frame: number }): Promise<Uint8Array> =>
  frameBytes(await frameOfFile(path, frame));
