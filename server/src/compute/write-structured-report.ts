import { readFile } from 'node:fs/promises';
import { type StructuredReport, writeStructuredReport as write } from '@duai/imaging';

/** A DICOM SR in the study of the image at `path`. */
export const writeStructuredReport = async (input: { path: string; report: StructuredReport }): Promise<Uint8Array> =>
  write(input.report, await readFile(input.path));
