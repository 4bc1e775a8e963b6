import { readFile } from 'node:fs/promises';
import { overlayBits } from '@duai/imaging';

/** The pixels of an overlay, one bit each. @throws ImagingError */
export const readOverlay = async ({ path, group }: { path: string; group: number }): Promise<Uint8Array> =>
  overlayBits(await readFile(path), group);
