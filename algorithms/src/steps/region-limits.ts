import { type AnalysisReason, given } from '@duai/contract';
import type { RegionSlice } from './region-slices.ts';

/** The tube voltage for which thresholds in HU were published. */
const USUAL_KVP = 120;

/** Why published HU thresholds are not valid for these images. */
export function attenuationLimits(slices: readonly RegionSlice[]): AnalysisReason[] {
  const limits: AnalysisReason[] = [];
  if (slices.some(({ header }) => header.contrastBolusAgent)) limits.push({ code: 'CONTRAST', params: {} });
  const other = slices.find(({ header: { kvp } }) => kvp !== null && kvp !== USUAL_KVP);
  if (other) limits.push({ code: 'TUBE_VOLTAGE', params: { kvp: given(other.header.kvp, 'the tube voltage') } });
  return limits;
}
