import { describeImage, type ImageDescription } from '@duai/imaging';
import { withLocalFile } from '../local-file.ts';

/** How the frames of an image are placed and shown. @throws ImagingError */
export const describe = ({ path }: { path: string }): Promise<ImageDescription> => withLocalFile(path, describeImage);
