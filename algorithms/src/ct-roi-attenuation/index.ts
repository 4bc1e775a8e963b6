import type { AlgorithmResult, Finding, Measurement, Tissue } from '@duai/contract';
import type { Algorithm, SeriesInput } from '../algorithm.ts';
import { attenuationLimits } from '../steps/region-limits.ts';
import { regionOverlay } from '../steps/region-overlay.ts';
import { type RegionSlice, regionOnCt, regionSlices } from '../steps/region-slices.ts';
import { sentence } from '../wording.ts';
import { MANIFEST } from './manifest.ts';
import { type Attenuation, isCounted, measureAttenuation } from './measure.ts';
import { PARAMETERS } from './parameters.ts';
import { MEASUREMENT_NAMES, TISSUE_NAMES, WORDING } from './wording.ts';

const HU = "[hnsf'U]";

/** Attenuation of a region that a reader outlined: liver, L1, muscle at L3, fat, or any other. */
export const ctRoiAttenuation: Algorithm = {
  manifest: MANIFEST,
  isAssisted: true,
  gate: regionOnCt,

  async run(input: SeriesInput): Promise<AlgorithmResult> {
    const slices = await regionSlices(input);
    const tissue = input.region?.tissue;
    const found = measureAttenuation(slices, tissue);
    if (!found) return { outcome: 'not-evaluable', reasons: [{ code: 'REGION_EMPTY', params: {} }] };
    const limitations = attenuationLimits(slices);
    return {
      outcome: 'evaluated',
      findings: [
        attenuation(found, tissue),
        ...(limitations.length === 0 && isOfAdult(slices) ? published(found, tissue) : []),
      ],
      measurements: measurements(found),
      overlays: regionOverlay(
        'MEASURED',
        slices,
        ({ inside, values }, pixel) => inside[pixel] === 1 && isCounted(tissue, values[pixel]!),
      ),
      limitations,
    };
  },

  sentence({ code, params }, language) {
    const tissue = TISSUE_NAMES[(params.tissue ?? '') as Tissue | '']?.[language];
    return sentence(WORDING, code, { ...params, ...(tissue && { tissue }) }, language);
  },
  measurementNames: MEASUREMENT_NAMES,
  isAboutPerson: true,
  impressionFrom: 'notice',
  shownBy: { ATTENUATION: 'MEASURED', FATTY_LIVER: 'MEASURED', LOW_BONE: 'MEASURED' },
};

/** The thresholds were published for adults. Without a stated age they are applied, because the reader knows the patient. */
const isOfAdult = (slices: readonly RegionSlice[]): boolean =>
  slices.every(({ header }) => (header.patientAgeYears ?? 18) >= 18);

const rounded = (value: number): number => Math.round(value * 10) / 10;

const attenuation = ({ meanHu, deviationHu, medianHu, pixels }: Attenuation, tissue: Tissue | undefined): Finding => ({
  code: 'ATTENUATION',
  severity: 'info',
  params: {
    tissue: tissue ?? '',
    meanHu: rounded(meanHu),
    deviationHu: rounded(deviationHu),
    medianHu: rounded(medianHu),
    pixels,
  },
});

/** Findings from published thresholds for this mean, for unenhanced CT at 120 kV. */
function published({ meanHu }: Attenuation, tissue: Tissue | undefined): Finding[] {
  const told = (code: string, limitHu: number): Finding => ({
    code,
    severity: 'notice',
    params: { meanHu: rounded(meanHu), limitHu },
  });
  if (tissue === 'liver' && meanHu < PARAMETERS.fattyLiverHu) return [told('FATTY_LIVER', PARAMETERS.fattyLiverHu)];
  if (tissue === 'vertebra-l1' && meanHu <= PARAMETERS.osteoporosisHu)
    return [told('LOW_BONE', PARAMETERS.osteoporosisHu)];
  return [];
}

const measurements = (found: Attenuation): Measurement[] => [
  { code: 'MEAN_ATTENUATION', value: found.meanHu, unit: HU },
  { code: 'ATTENUATION_DEVIATION', value: found.deviationHu, unit: HU },
  { code: 'MEDIAN_ATTENUATION', value: found.medianHu, unit: HU },
  { code: 'LEAST_ATTENUATION', value: found.leastHu, unit: HU },
  { code: 'MOST_ATTENUATION', value: found.mostHu, unit: HU },
  ...(found.areaMm2 === null ? [] : [{ code: 'MEASURED_AREA', value: found.areaMm2, unit: 'mm2' }]),
];
