import type { ScanSource } from '../../studies/index.ts';

/** Two LO and a space, and a CS (PS3.5 table 6.2-1); a file may hold more, and an index may not. */
const DEVICE_LENGTH = 129;
const SEX_LENGTH = 16;

/** Manufacturer and model, as the header names them. */
export const deviceOf = (source: ScanSource | undefined): string =>
  [source?.manufacturer, source?.manufacturerModelName].filter(Boolean).join(' ').slice(0, DEVICE_LENGTH) || 'unknown';

/** Whom and which device the figures group a scan by. */
export const sourceOf = (source: ScanSource | undefined) => ({
  patientSex: source?.patientSex?.slice(0, SEX_LENGTH) ?? null,
  patientAgeYears: source?.patientAgeYears ?? null,
  device: deviceOf(source),
});
