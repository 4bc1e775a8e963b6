import type { AnalysisReason, Finding } from '@duai/contract';
import type { DecodedFrame } from '@duai/imaging';
import type { SeriesInput } from '../algorithm.ts';
import { clearRuns, connectedRuns } from '../runs.ts';
import { PARAMETERS } from './parameters.ts';

export interface PixelChecks {
  findings: Finding[];
  /** Mean share of pixels at the end of the stored range over the slices looked at, %. */
  saturatedLowPercent: number;
  saturatedHighPercent: number;
  limitations: AnalysisReason[];
}

/** Saturation of grey images, and in CT whether the body reaches beyond the field of view. */
export async function checkPixels(input: SeriesInput): Promise<PixelChecks> {
  const dicom = input.instances.flatMap((instance, index) =>
    instance.kind === 'dicom' && instance.header?.samplesPerPixel === 1 ? [index] : [],
  );
  const step = Math.max(1, Math.ceil(dicom.length / PARAMETERS.sampledSlices));
  const sampled = dicom.filter((_, place) => place % step === 0);
  if (sampled.length === 0) {
    return {
      findings: [],
      saturatedLowPercent: 0,
      saturatedHighPercent: 0,
      limitations: [{ code: 'PIXELS_NOT_CHECKED', params: {} }],
    };
  }
  const low: number[] = [];
  const high: number[] = [];
  const cut: string[] = [];
  let cutSlices = 0;
  for (const index of sampled) {
    const frame = await input.loadFrame(index);
    const share = saturation(frame);
    low.push(share.lowPercent);
    high.push(share.highPercent);
    if (frame.header.modality === 'CT' && bodyAtEdgePercent(frame) > PARAMETERS.cutOffPercent) {
      cutSlices += 1;
      if (frame.header.sopInstanceUid) cut.push(frame.header.sopInstanceUid);
    }
  }
  const worst = Math.max(...high);
  const findings: Finding[] = [];
  if (worst > PARAMETERS.saturationPercent)
    findings.push({ code: 'SATURATED', severity: 'notice', params: { percent: worst } });
  if (cutSlices > 0)
    findings.push({ code: 'BODY_CUT_OFF', severity: 'notice', params: { count: cutSlices }, sopInstanceUids: cut });
  return { findings, saturatedLowPercent: mean(low), saturatedHighPercent: mean(high), limitations: [] };
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Share of pixels at the smallest and largest value that the stored bits can hold; of padding nothing is said. */
export function saturation({ stored, header }: DecodedFrame): { lowPercent: number; highPercent: number } {
  const { bitsStored, pixelRepresentation, pixelPaddingValue } = header;
  const lowest = pixelRepresentation ? -(2 ** (bitsStored - 1)) : 0;
  const highest = pixelRepresentation ? 2 ** (bitsStored - 1) - 1 : 2 ** bitsStored - 1;
  let low = 0;
  let high = 0;
  for (const value of stored) {
    if (value === pixelPaddingValue) continue;
    if (value === lowest) low += 1;
    else if (value === highest) high += 1;
  }
  return { lowPercent: (low / stored.length) * 100, highPercent: (high / stored.length) * 100 };
}

/**
 * Share of the edge of the reconstruction that is body, %. The edge is the inscribed circle, a few pixels in, where the
 * scanner pads outside it; body there continues outside the image. Body is the largest part denser than air: the table,
 * which the edge always crosses, is another part.
 */
export function bodyAtEdgePercent(frame: DecodedFrame): number {
  const { rows, columns } = frame;
  const body = largestPart(frame);
  const radius = Math.min(rows, columns) / 2 - 3;
  const points = 720;
  let touched = 0;
  for (let point = 0; point < points; point += 1) {
    const angle = (point / points) * 2 * Math.PI;
    const row = Math.round(rows / 2 - 0.5 + radius * Math.sin(angle));
    const column = Math.round(columns / 2 - 0.5 + radius * Math.cos(angle));
    touched += body[row * columns + column]!;
  }
  return (touched / points) * 100;
}

function largestPart({ stored, header, rows, columns }: DecodedFrame): Uint8Array {
  const mask = new Uint8Array(rows * columns);
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    mask[pixel] = stored[pixel]! * header.rescaleSlope + header.rescaleIntercept > PARAMETERS.bodyHu ? 1 : 0;
  }
  const runs = connectedRuns(mask, columns, rows, 1, false);
  const sizes = new Map<number, number>();
  for (let run = 0; run < runs.count; run += 1) {
    sizes.set(runs.root[run]!, (sizes.get(runs.root[run]!) ?? 0) + runs.end[run]! - runs.start[run]!);
  }
  const [largest] = [...sizes].sort((a, b) => b[1] - a[1])[0] ?? [-1];
  clearRuns(mask, columns, runs, (run) => runs.root[run] !== largest);
  return mask;
}
