import { type AlgorithmResult, encodeRuns, type Measurement, type Overlay } from '@duai/contract';
import { type DicomHeader, itemAt, type UptakeFactors, type UptakeGap, VolumeError } from '@duai/imaging';
import type { Algorithm, SeriesInput } from '../algorithm.ts';
import { type ExactVolume, loadExactVolume } from '../steps/exact-volume.ts';
import { sentence } from '../wording.ts';
import { gate } from './gate.ts';
import { MANIFEST } from './manifest.ts';
import { measureUptake, type Uptake } from './measure.ts';
import { GAPS, MEASUREMENT_NAMES, WORDING } from './wording.ts';

/** Standardised uptake of PET by body weight, lean body mass and body surface: maximum, peak and mean. */
export const ptSuv: Algorithm = {
  manifest: MANIFEST,
  gate,

  async run(input: SeriesInput): Promise<AlgorithmResult> {
    let volume: ExactVolume;
    try {
      volume = await loadExactVolume(input, (header) => factorsOf(header).bodyWeight);
    } catch (error) {
      if (error instanceof NoUptake)
        return { outcome: 'not-evaluable', reasons: [{ code: 'NO_UPTAKE', params: { missing: error.gap } }] };
      if (error instanceof VolumeError)
        return { outcome: 'not-evaluable', reasons: [{ code: error.code, params: { ...error.params } }] };
      throw error;
    }
    const uptake = measureUptake(volume);
    if (!uptake || uptake.max <= 0)
      return { outcome: 'not-evaluable', reasons: [{ code: 'NOTHING_TAKEN_UP', params: {} }] };
    return told(volume, uptake);
  },

  sentence({ code, params }, language) {
    const missing = GAPS[params.missing ?? '']?.[language];
    return sentence(WORDING, code, { ...params, ...(missing && { missing }) }, language);
  },
  measurementNames: MEASUREMENT_NAMES,
  /**
   * The maximum uptake of a whole series is usually that of the bladder or the brain, so it does not go into a report by
   * itself.
   */
  isAboutPerson: false,
  impressionFrom: 'important',
  shownBy: { SERIES_UPTAKE: 'SUV_PEAK', SERIES_UPTAKE_WITHOUT_PEAK: 'SUV_PEAK' },
};

/** @throws NoUptake */
function factorsOf({ uptake }: DicomHeader): UptakeFactors {
  if (uptake === undefined || typeof uptake === 'string') throw new NoUptake(uptake ?? 'MODALITY');
  return uptake;
}

class NoUptake extends Error {
  readonly gap: UptakeGap;
  constructor(gap: UptakeGap) {
    super(`no uptake can be computed: ${gap}`);
    this.gap = gap;
  }
}

function told(volume: ExactVolume, uptake: Uptake): AlgorithmResult {
  const { headers } = volume;
  const factors = factorsOf(itemAt(headers, sliceOf(volume, uptake.maxAt)));
  const inOther = (factor: number | null) => (factor === null ? null : factor / factors.bodyWeight);
  const [perLean, perSurface] = [inOther(factors.leanBodyMass), inOther(factors.bodySurface)];
  const max = round(uptake.max);
  return {
    outcome: 'evaluated',
    findings: [
      uptake.peak
        ? { code: 'SERIES_UPTAKE', severity: 'info', params: { max, peak: round(uptake.peak.value) } }
        : { code: 'SERIES_UPTAKE_WITHOUT_PEAK', severity: 'info', params: { max } },
    ],
    measurements: measurements(uptake, perLean, perSurface),
    overlays: uptake.peak ? [overlay('SUV_PEAK', volume, uptake.peak.sphere)] : [],
    limitations: [
      ...(perSurface === null ? [{ code: 'HEIGHT_NOT_STATED', params: {} }] : []),
      ...(perSurface !== null && perLean === null ? [{ code: 'SEX_NOT_STATED', params: {} }] : []),
    ],
  };
}

function measurements({ max, mean, peak }: Uptake, perLean: number | null, perSurface: number | null): Measurement[] {
  const found: Measurement[] = [
    { code: 'SUVBW_MAX', value: max, unit: '{SUVbw}g/ml' },
    { code: 'SUVBW_MEAN', value: mean, unit: '{SUVbw}g/ml' },
  ];
  if (peak) found.push({ code: 'SUVBW_PEAK', value: peak.value, unit: '{SUVbw}g/ml' });
  if (perLean !== null) {
    found.push({ code: 'SUVLBM_MAX', value: max * perLean, unit: '{SUVlbm}g/ml' });
    found.push({ code: 'SUVLBM_MEAN', value: mean * perLean, unit: '{SUVlbm}g/ml' });
    if (peak) found.push({ code: 'SUVLBM_PEAK', value: peak.value * perLean, unit: '{SUVlbm}g/ml' });
  }
  if (perSurface !== null) {
    found.push({ code: 'SUVBSA_MAX', value: max * perSurface, unit: '{SUVbsa}cm2/ml' });
    found.push({ code: 'SUVBSA_MEAN', value: mean * perSurface, unit: '{SUVbsa}cm2/ml' });
    if (peak) found.push({ code: 'SUVBSA_PEAK', value: peak.value * perSurface, unit: '{SUVbsa}cm2/ml' });
  }
  return found;
}

const round = (value: number): number => Math.round(value * 100) / 100;
const sliceOf = ({ columns, rows }: ExactVolume, voxel: number): number => Math.floor(voxel / (columns * rows));

function overlay(code: string, volume: ExactVolume, voxels: Int32Array): Overlay {
  const { columns, rows, headers, frames } = volume;
  const plane = columns * rows;
  const drawn: Overlay['slices'] = [];
  for (const [slice, of] of Map.groupBy(voxels, (voxel) => sliceOf(volume, voxel))) {
    const sopInstanceUid = itemAt(headers, slice).sopInstanceUid;
    if (!sopInstanceUid) continue;
    const mask = new Uint8Array(plane);
    for (const voxel of of) mask[voxel - slice * plane] = 1;
    const frame = itemAt(frames, slice);
    drawn.push({ sopInstanceUid, ...(frame > 0 && { frame }), runs: encodeRuns(mask) });
  }
  return { code, columns, rows, slices: drawn };
}
