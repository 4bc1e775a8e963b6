import { measurementTermsOf } from '@duai/contract';
import type { ReportedResult } from '@duai/imaging';
import { uidOf } from '../../../core/derived-ids.ts';
import type { Run } from '../analyses.tables.ts';
import { measurementsOf, sentencesOf } from './present-run.ts';

/** UCUM codes with the sign printed in reports and the meaning used in DICOM. */
const UNITS: Readonly<Record<string, { sign: string; meaning: string }>> = {
  '%': { sign: '%', meaning: 'percent' },
  ml: { sign: 'ml', meaning: 'milliliter' },
  "[hnsf'U]": { sign: 'HU', meaning: 'Hounsfield unit' },
  '{instances}': { sign: 'images', meaning: 'instances' },
  // PS3.16 CID 85.
  '{SUVbw}g/ml': { sign: 'g/ml', meaning: 'Standardized Uptake Value body weight' },
  '{SUVlbm}g/ml': { sign: 'g/ml', meaning: 'Standardized Uptake Value lean body mass' },
  '{SUVbsa}cm2/ml': { sign: 'cm²/ml', meaning: 'Standardized Uptake Value body surface area' },
};
export const unitOf = (ucum: string) => UNITS[ucum] ?? { sign: ucum, meaning: ucum };

/** A run as a DICOM report contains it: standard terms where they exist, and a tracking id and UID for each number. */
export const reportedResult = (run: Run, series: ReportedResult['series'], language: 'tr' | 'en'): ReportedResult => ({
  algorithm: { name: run.algorithmId, version: run.algorithmVersion, manufacturer: 'DUAI' },
  series,
  findings: sentencesOf(run).map(({ wording }) => wording[language]),
  measurements: measurementsOf(run).map((measured) => {
    const terms = measurementTermsOf(measured.code);
    return {
      trackingId: `${measured.name.en} (${run.algorithmId} ${measured.code})`,
      trackingUid: uidOf(`tracking ${run.id} ${measured.code}`),
      concept: terms?.kind ?? { value: measured.code, meaning: measured.name.en },
      ...(terms?.site && { site: terms.site }),
      ...(terms?.derivation && { derivation: terms.derivation }),
      value: measured.value,
      unit: measured.unit,
      unitMeaning: unitOf(measured.unit).meaning,
    };
  }),
});
