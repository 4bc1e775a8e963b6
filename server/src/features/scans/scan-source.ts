import type { ScanSource } from '../studies/index.ts';

/** Manufacturer and model, as the header names them. */
export const deviceOf = (source: ScanSource | undefined): string =>
  [source?.manufacturer, source?.manufacturerModelName].filter(Boolean).join(' ') || 'unknown';

/** Whom and which device the figures group a scan by. */
export const sourceOf = (source: ScanSource | undefined) => ({
  patientSex: source?.patientSex ?? null,
  patientAgeYears: source?.patientAgeYears ?? null,
  device: deviceOf(source),
});
