import { isSameImage as compare } from '@duai/imaging';
import { withLocalFile } from '../local-file.ts';

/** Whether two files are one image in two lossless transfer syntaxes. Reads frame by frame. @throws ImagingError */
export const isSameImage = ({ stored, other }: { stored: string; other: string }): Promise<boolean> =>
  withLocalFile(stored, (a) => withLocalFile(other, (b) => compare(a, b)));
