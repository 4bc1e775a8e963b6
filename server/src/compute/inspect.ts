import { type Inspection, inspectFile } from '@duai/imaging';
import { withLocalFile } from './local-file.ts';

/** Checks a staged file by content. Reads only the header, whatever the size of the file. */
export const inspect = ({ path, maxBytes }: { path: string; maxBytes?: number | undefined }): Promise<Inspection> =>
  withLocalFile(path, (source) => inspectFile(source, { maxBytes }));
