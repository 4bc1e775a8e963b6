import { deflateRawSync } from 'node:zlib';
import { bulkValue, dataSetJson } from '@duai/imaging';
import { withLocalFile } from '../local-file.ts';

/** The data set of a file as DICOM JSON, deflated (RFC 1951). @throws ImagingError */
export const readDataSet = ({ path }: { path: string }): Promise<Uint8Array> =>
  withLocalFile(path, async (source) => deflateRawSync(await dataSetJson(source)));

/** The octets of a large value of a data set; null where there is none at this place. @throws ImagingError */
export const readBulkValue = ({ path, place }: { path: string; place: string }): Promise<Uint8Array | null> =>
  withLocalFile(path, async (source) => (await bulkValue(source, place)) ?? null);
