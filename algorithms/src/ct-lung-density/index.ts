import {
  type AlgorithmResult,
  type AnalysisReason,
  encodeRuns,
  type Finding,
  type Language,
  type Measurement,
  type Overlay,
} from '@duai/contract';
import { normalOf, type Volume, VolumeError } from '@duai/imaging';
import type { Algorithm, SeriesInput } from '../algorithm.ts';
import { sentence } from '../wording.ts';
import { gate, indexLimitations } from './gate.ts';
import { measure } from './measure.ts';
import { PARAMETERS } from './parameters.ts';
import { segmentLungs } from './segment.ts';
import { WORDING } from './wording.ts';

const HU = "[hnsf'U]";

/** Volume and density of the lungs in chest CT: volume, mean density, LAA-950 and Perc15. */
export const ctLungDensity: Algorithm = {
  manifest: {
    id: 'ct.lung-density',
    version: '1.0.0',
    title: {
      tr: 'BT akciğer hacmi ve dansitesi',
      en: 'CT lung volume and density',
      ar: 'حجم الرئة وكثافتها بالتصوير المقطعي',
    },
    intendedUse: {
      tr: 'Erişkin göğüs BT’sinde akciğer hacmini ve dansitesini ölçer. Radyoloğa destek içindir; tanı koymaz.',
      en: 'Measures lung volume and density in chest CT of adults. It supports a radiologist; it makes no diagnosis.',
      ar: 'يقيس حجم الرئة وكثافتها في التصوير المقطعي لصدر البالغين. يدعم طبيب الأشعة ولا يضع تشخيصًا.',
    },
    parameters: PARAMETERS,
  },
  gate,

  async run(input: SeriesInput): Promise<AlgorithmResult> {
    let volume: Volume;
    try {
      volume = await input.loadVolume();
    } catch (error) {
      if (error instanceof VolumeError)
        return { outcome: 'not-evaluable', reasons: [{ code: error.code, params: {} }] };
      throw error;
    }
    const header = input.instances[volume.order[0]!]!.header!;
    const { mask, airwayVoxels } = segmentLungs(volume, (normalOf(header)?.[2] ?? 1) > 0);
    const isColumnTowardsLeft = (header.imageOrientationPatient?.[0] ?? 1) > 0;
    const lungs = measure(volume, mask, isColumnTowardsLeft);
    if (lungs.volumeMl < PARAMETERS.minLungVolumeMl) {
      return {
        outcome: 'not-evaluable',
        reasons: [{ code: 'NO_LUNGS', params: { volumeMl: Math.round(lungs.volumeMl) } }],
      };
    }
    const limitations = indexLimitations(header);
    const hasIndices = limitations.length === 0;
    const measurements: Measurement[] = [
      { code: 'LUNG_VOLUME', value: lungs.volumeMl, unit: 'ml' },
      { code: 'LUNG_VOLUME_RIGHT', value: lungs.rightMl, unit: 'ml' },
      { code: 'LUNG_VOLUME_LEFT', value: lungs.leftMl, unit: 'ml' },
      { code: 'AIRWAY_VOLUME', value: airwayVoxels * lungs.voxelMl, unit: 'ml' },
      { code: 'MEAN_LUNG_DENSITY', value: lungs.meanHu, unit: HU },
      ...(hasIndices
        ? [
            { code: 'LAA_950', value: lungs.laa950Percent, unit: '%' },
            { code: 'PERC15', value: lungs.perc15Hu, unit: HU },
          ]
        : []),
    ];
    const findings: Finding[] = [
      {
        code: 'VOLUME',
        severity: 'info',
        params: {
          volumeMl: Math.round(lungs.volumeMl),
          rightMl: Math.round(lungs.rightMl),
          leftMl: Math.round(lungs.leftMl),
        },
      },
      { code: 'DENSITY', severity: 'info', params: { meanHu: Math.round(lungs.meanHu) } },
      ...(hasIndices
        ? [
            {
              code: 'INDICES',
              severity: 'notice',
              params: { laa950: lungs.laa950Percent, perc15: Math.round(lungs.perc15Hu) },
            } as const,
          ]
        : []),
      ...(lungs.edgeMm2 > PARAMETERS.cutOffMm2 ? [{ code: 'CUT_OFF', severity: 'notice', params: {} } as const] : []),
      ...(header.contrastBolusAgent ? [{ code: 'CONTRAST', severity: 'info', params: {} } as const] : []),
    ];
    const overlays = [overlay('LUNG', volume, mask)];
    if (hasIndices) overlays.push(overlay('LAA_950', volume, lungs.emphysema));
    return { outcome: 'evaluated', findings, measurements, overlays, limitations };
  },

  describe(result: AlgorithmResult, language: Language) {
    const reasons = result.outcome === 'evaluated' ? result.limitations : result.reasons;
    const told = reasons.map((reason) => this.describeReason(reason, language));
    if (result.outcome === 'not-evaluable') return { findings: told, impression: [] };
    const written = (finding: Finding) => sentence(WORDING, finding.code, finding.params, language);
    return {
      findings: [...result.findings.map(written), ...told],
      impression: result.findings.filter((finding) => finding.severity !== 'info').map(written),
    };
  },
  describeReason: (reason: AnalysisReason, language: Language) =>
    sentence(WORDING, reason.code, reason.params, language),
};

/** Slices without a name cannot be pointed at; they are left out. */
function overlay(code: string, { columns, rows, slices, sopInstanceUids }: Volume, mask: Uint8Array): Overlay {
  const plane = columns * rows;
  const drawn = Array.from({ length: slices }, (_, slice) => ({
    uid: sopInstanceUids[slice],
    pixels: mask.subarray(slice * plane, (slice + 1) * plane),
  }));
  return {
    code,
    columns,
    rows,
    slices: drawn.flatMap(({ uid, pixels }) =>
      uid && pixels.includes(1) ? [{ sopInstanceUid: uid, runs: encodeRuns(pixels) }] : [],
    ),
  };
}
