import { type AlgorithmResult, encodeRuns, type Overlay } from '@duai/contract';
import { itemAt, normalOf, type Volume, VolumeError } from '@duai/imaging';
import type { Algorithm, SeriesInput } from '../algorithm.ts';
import { sentence } from '../wording.ts';
import { gate, indexLimitations } from './gate.ts';
import { MANIFEST } from './manifest.ts';
import { measure } from './measure.ts';
import { PARAMETERS } from './parameters.ts';
import { evaluated } from './result.ts';
import { segmentLungs } from './segment.ts';
import { splitSides } from './sides.ts';
import { MEASUREMENT_NAMES, WORDING } from './wording.ts';

/** Volume and density of the lungs in chest CT: volume, mean density, LAA-950 and Perc15. */
export const ctLungDensity: Algorithm = {
  manifest: MANIFEST,
  gate,

  async run(input: SeriesInput): Promise<AlgorithmResult> {
    let volume: Volume;
    try {
      volume = await input.loadVolume();
    } catch (error) {
      if (error instanceof VolumeError)
        return { outcome: 'not-evaluable', reasons: [{ code: error.code, params: { ...error.params } }] };
      throw error;
    }
    return measureVolume(volume);
  },

  sentence: ({ code, params }, language) => sentence(WORDING, code, params, language),
  measurementNames: MEASUREMENT_NAMES,
  isAboutPerson: true,
  impressionFrom: 'notice',
  shownBy: { VOLUME: 'LUNG', DENSITY: 'LUNG', INDICES: 'LAA_950' },
};

function measureVolume(volume: Volume): AlgorithmResult {
  const { headers } = volume;
  const first = itemAt(headers, 0);
  const { mask, airways } = segmentLungs(volume, (normalOf(first)?.[2] ?? 1) > 0);
  const lungs = measure(volume, mask);
  if (lungs.volumeMl < PARAMETERS.minLungVolumeMl) {
    return {
      outcome: 'not-evaluable',
      reasons: [{ code: 'NO_LUNGS', params: { volumeMl: Math.round(lungs.volumeMl) } }],
    };
  }
  const { columns, rows, slices, spacingMm } = volume;
  const sides = splitSides(mask, columns, rows, slices, spacingMm[0]);
  // Columns run towards the patient's left in the usual axial orientation (PS3.3 C.7.6.2.1.1).
  const isColumnTowardsLeft = (first.imageOrientationPatient?.[0] ?? 1) > 0;
  const limitations = indexLimitations(headers, airways?.airHu ?? null);
  const overlays = [overlay('LUNG', volume, mask)];
  if (limitations.length === 0) {
    for (let voxel = 0; voxel < mask.length; voxel += 1) {
      if (volume.values[voxel]! >= PARAMETERS.emphysemaThresholdHu) mask[voxel] = 0;
    }
    overlays.push(overlay('LAA_950', volume, mask));
  }
  return evaluated({
    lungs,
    airways,
    rightVoxels: isColumnTowardsLeft ? sides.first : sides.last,
    spacingMm,
    thicknessMm: first.sliceThicknessMm,
    limitations,
    overlays,
  });
}

/** Slices without an identifier are left out, because overlays cannot refer to them. */
function overlay(code: string, { columns, rows, slices, headers, frames }: Volume, mask: Uint8Array): Overlay {
  const plane = columns * rows;
  const drawn: Overlay['slices'] = [];
  for (let slice = 0; slice < slices; slice += 1) {
    const sopInstanceUid = headers[slice]?.sopInstanceUid;
    const runs = encodeRuns(mask.subarray(slice * plane, (slice + 1) * plane));
    if (!sopInstanceUid || runs === '') continue;
    const frame = itemAt(frames, slice);
    drawn.push(frame === 0 ? { sopInstanceUid, runs } : { sopInstanceUid, frame, runs });
  }
  return { code, columns, rows, slices: drawn };
}
