import { overlayBits } from '@duai/imaging';
import { withLocalFile } from './local-file.ts';

/** The pixels of an overlay, one bit each. @throws ImagingError */
export const readOverlay = ({ path, group }: { path: string; group: number }): Promise<Uint8Array> =>
  withLocalFile(path, (source) => overlayBits(source, group));
