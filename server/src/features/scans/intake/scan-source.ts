import type { ScanSource } from '../../studies/index.ts';
import type { ScanRow } from '../scans.tables.ts';

/** Two LO values with a space, and a CS value (PS3.5 table 6.2-1). A file may contain more, which an index cannot hold. */
const DEVICE_LENGTH = 129;
const SEX_LENGTH = 16;

/** Manufacturer and model, as in the header. */
export const deviceOf = (source: ScanSource | undefined): string =>
  [source?.manufacturer, source?.manufacturerModelName].filter(Boolean).join(' ').slice(0, DEVICE_LENGTH) || 'unknown';

/** The person's facts and the device by which figures group a scan. */
export const sourceOf = (source: ScanSource | undefined, { statedAgeYears }: Pick<ScanRow, 'statedAgeYears'>) => ({
  patientSex: source?.patientSex?.slice(0, SEX_LENGTH) ?? null,
  patientAgeYears: source?.patientAgeYears ?? statedAgeYears,
  device: deviceOf(source),
});
