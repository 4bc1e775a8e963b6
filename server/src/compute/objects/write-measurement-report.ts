import { readFile } from 'node:fs/promises';
import { type MeasurementReport, writeMeasurementReport as write } from '@duai/imaging';

/** A DICOM SR of measurements in the study of the image at `path`. */
export const writeMeasurementReport = async (input: { path: string; report: MeasurementReport }): Promise<Uint8Array> =>
  write(input.report, await readFile(input.path));
