import type { GateDecision, SeriesInfo } from '../algorithm.ts';
import { PARAMETERS } from './parameters.ts';

/** Accepts a stack of PET slices. Whether uptake can be computed depends on their files and is decided by the run. */
export function gate({ instances }: SeriesInfo): GateDecision {
  const headers = instances.flatMap((instance) => instance.header ?? []);
  if (headers.length === 0 || headers.length < instances.length) return no('NOT_DICOM');
  const other = headers.find((header) => !(PARAMETERS.modalities as readonly string[]).includes(header.modality ?? ''));
  if (other) return no('NOT_PET', { found: other.modality ?? '–' });
  const slices = headers.reduce((sum, header) => sum + header.frames, 0);
  if (slices < PARAMETERS.minSlices) return no('TOO_FEW_SLICES');
  const millionVoxels = headers.reduce((sum, { rows, columns, frames }) => sum + rows * columns * frames, 0) / 1e6;
  return millionVoxels > PARAMETERS.mostMillionVoxels
    ? no('TOO_LARGE', { millionVoxels: Math.ceil(millionVoxels), maxMillion: PARAMETERS.mostMillionVoxels })
    : { fits: true };
}

const no = (code: string, params: Record<string, string | number> = {}): GateDecision => ({
  fits: false,
  code,
  params,
});
