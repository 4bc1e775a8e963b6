import { frameBytes, storedFrame } from '@duai/imaging';
import { frameOfFile, withLocalFile } from './local-file.ts';

/** The stored values of one frame (from 0), little endian, in the layout of `givenPixels`. @throws ImagingError */
export const decodeFrameBytes = async ({ path, frame }: { path: string; frame: number }): Promise<Uint8Array> =>
  frameBytes(await frameOfFile(path, frame));

/** One compressed frame (from 0) as it is stored. @throws ImagingError */
export const readStoredFrame = ({ path, frame }: { path: string; frame: number }): Promise<Uint8Array> =>
  withLocalFile(path, (source) => storedFrame(source, frame));
