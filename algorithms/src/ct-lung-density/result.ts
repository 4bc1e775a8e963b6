import type { AlgorithmResult, AnalysisReason, Finding, Measurement, Overlay } from '@duai/contract';
import type { Airways } from './airways.ts';
import { isCutOff, isInterrupted, type LungMeasurements } from './measure.ts';
import { PARAMETERS } from './parameters.ts';

/** Hounsfield units in UCUM. */
const HU = "[hnsf'U]";

interface Measured {
  lungs: LungMeasurements;
  airways: Airways | null;
  /** Voxels of the right lung; the others belong to the left. */
  rightVoxels: number;
  spacingMm: readonly [number, number, number];
  thicknessMm: number | null;
  /** Why the indices are not reported; empty if they are. */
  limitations: AnalysisReason[];
  overlays: Overlay[];
}

/** The result as measurements and findings; the indices only without limitations. */
export function evaluated(measured: Measured): AlgorithmResult {
  const { lungs, airways, spacingMm, limitations, overlays } = measured;
  const voxelMl = (spacingMm[0] * spacingMm[1] * spacingMm[2]) / 1000;
  const rightMl = measured.rightVoxels * voxelMl;
  const leftMl = lungs.volumeMl - rightMl;
  const hasIndices = limitations.length === 0;
  const measurements: Measurement[] = [
    { code: 'LUNG_VOLUME', value: lungs.volumeMl, unit: 'ml' },
    { code: 'LUNG_VOLUME_RIGHT', value: rightMl, unit: 'ml' },
    { code: 'LUNG_VOLUME_LEFT', value: leftMl, unit: 'ml' },
    { code: 'MEAN_LUNG_DENSITY', value: lungs.meanHu, unit: HU },
  ];
  if (hasIndices) {
    measurements.push({ code: 'LAA_950', value: lungs.laa950Percent, unit: '%' });
    measurements.push({ code: 'PERC15', value: lungs.perc15Hu, unit: HU });
  }
  if (airways) measurements.push({ code: 'AIRWAY_VOLUME', value: airways.voxels * voxelMl, unit: 'ml' });
  if (airways?.airHu != null) measurements.push({ code: 'TRACHEAL_AIR', value: airways.airHu, unit: HU });

  const findings: Finding[] = [
    {
      code: 'VOLUME',
      severity: 'info',
      params: { volumeMl: Math.round(lungs.volumeMl), rightMl: Math.round(rightMl), leftMl: Math.round(leftMl) },
    },
    { code: 'DENSITY', severity: 'info', params: { meanHu: Math.round(lungs.meanHu) } },
  ];
  if (hasIndices) {
    findings.push({
      code: 'INDICES',
      severity: 'notice',
      params: { laa950: lungs.laa950Percent, perc15: Math.round(lungs.perc15Hu) },
    });
  }
  if (isCutOff(lungs)) findings.push({ code: 'CUT_OFF', severity: 'notice', params: {} });
  if (isInterrupted(lungs, spacingMm[2])) findings.push({ code: 'INTERRUPTED', severity: 'important', params: {} });
  if (!airways) findings.push({ code: 'AIRWAYS_NOT_FOUND', severity: 'notice', params: {} });
  if (measured.thicknessMm && spacingMm[2] > measured.thicknessMm * PARAMETERS.gapFactor) {
    const params = { thicknessMm: measured.thicknessMm, distanceMm: spacingMm[2] };
    findings.push({ code: 'GAPS_BETWEEN_SLICES', severity: 'notice', params });
  }
  return { outcome: 'evaluated', findings, measurements, overlays, limitations };
}
