import type { AnalysisReason, Finding, Measurement } from '@duai/contract';
import { type DecodedFrame, ImagingError, itemAt } from '@duai/imaging';
import type { SeriesInput } from '../algorithm.ts';
import { bodyAtEdgePercent } from './body.ts';
import { PARAMETERS } from './parameters.ts';

interface PixelChecks {
  findings: Finding[];
  measurements: Measurement[];
  limitations: AnalysisReason[];
}

/** A finding about some of the checked images. */
interface Concerned {
  count: number;
  uids: string[];
}

/**
 * Checks of the pixels of grey images, on evenly spread slices: whether they can be decoded, are blank or saturated, and in
 * CT whether the body extends beyond the field of view.
 * @param onDecoded is given every frame that was decoded
 */
export async function checkPixels(
  input: SeriesInput,
  onDecoded: (index: number, frame: DecodedFrame) => void = () => {},
): Promise<PixelChecks> {
  const sampled = sampledFrames(input);
  if (sampled.length === 0)
    return { findings: [], measurements: [], limitations: [{ code: 'PIXELS_NOT_CHECKED', params: {} }] };
  const [unreadable, blank, saturated, cut] = [none(), none(), none(), none()];
  const low: number[] = [];
  const high: number[] = [];
  let worst = 0;
  for (const { index, frame: number } of sampled) {
    const { sopInstanceUid, header } = itemAt(input.instances, index);
    let frame: DecodedFrame;
    try {
      frame = await input.loadFrame(index, number);
    } catch (error) {
      if (!(error instanceof ImagingError)) throw error;
      note(unreadable, sopInstanceUid);
      continue;
    }
    onDecoded(index, frame);
    const share = saturation(frame);
    low.push(share.lowPercent);
    high.push(share.highPercent);
    if (share.isBlank) {
      note(blank, sopInstanceUid);
      continue;
    }
    if (share.brightPercent > PARAMETERS.saturationPercent) {
      note(saturated, sopInstanceUid);
      worst = Math.max(worst, share.brightPercent);
    }
    if (header?.modality === 'CT' && bodyAtEdgePercent(frame) > PARAMETERS.cutOffPercent) note(cut, sopInstanceUid);
  }
  return {
    findings: [
      ...found('NOT_DECODABLE', 'important', unreadable),
      ...found('BLANK_IMAGES', 'notice', blank),
      ...found('SATURATED', 'notice', saturated, { percent: worst }),
      ...found('BODY_CUT_OFF', 'notice', cut),
    ],
    measurements:
      low.length > 0
        ? [
            { code: 'SATURATED_LOW', value: mean(low), unit: '%' },
            { code: 'SATURATED_HIGH', value: mean(high), unit: '%' },
          ]
        : [],
    limitations: [],
  };
}

/** Grey DICOM images, one frame at a time; one-bit masks have no brightness. */
function sampledFrames({ instances }: SeriesInput): { index: number; frame: number }[] {
  const frames = instances.flatMap(({ kind, header, frames: count }, index) =>
    kind === 'dicom' && header?.samplesPerPixel === 1 && header.bitsStored >= 8
      ? Array.from({ length: count }, (_, frame) => ({ index, frame }))
      : [],
  );
  const step = Math.max(1, Math.ceil(frames.length / PARAMETERS.sampledSlices));
  return frames.filter((_, place) => place % step === 0);
}

const none = (): Concerned => ({ count: 0, uids: [] });

function note(concerned: Concerned, uid: string | null): void {
  concerned.count += 1;
  if (uid && !concerned.uids.includes(uid)) concerned.uids.push(uid);
}

const found = (
  code: string,
  severity: Finding['severity'],
  { count, uids }: Concerned,
  params: Record<string, number> = {},
): Finding[] => (count > 0 ? [{ code, severity, params: { count, ...params }, sopInstanceUids: uids }] : []);

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export interface Saturation {
  /** Percentage of pixels at the lowest and at the highest value that the stored bits can represent. */
  lowPercent: number;
  highPercent: number;
  /** Percentage of pixels at the bright end of the picture: at the end of the range, or at the most extreme value that occurs. */
  brightPercent: number;
  /** All pixels have one value. */
  isBlank: boolean;
}

/**
 * How many pixels are at an end of the stored range. MONOCHROME1 shows small values bright (PS3.3 C.7.6.3.1.2), so its bright
 * end is the lower one. The dark end is air, collimation or direct exposure and is not reported. Pixels with the Pixel
 * Padding Value are not part of the image (PS3.3 C.7.5.1.1.2) and are left out.
 */
export function saturation({ stored, header }: DecodedFrame): Saturation {
  const { bitsStored, pixelRepresentation, pixelPaddingValue } = header;
  const lowest = pixelRepresentation ? -(2 ** (bitsStored - 1)) : 0;
  const highest = pixelRepresentation ? 2 ** (bitsStored - 1) - 1 : 2 ** bitsStored - 1;
  let smallest = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  let atSmallest = 0;
  let atLargest = 0;
  let low = 0;
  let high = 0;
  let total = 0;
  // By index: an iterator makes an object for each pixel, of which a child process with a small heap has to be freed again and again.
  for (let pixel = 0; pixel < stored.length; pixel += 1) {
    const value = stored[pixel]!;
    if (value === pixelPaddingValue) continue;
    total += 1;
    if (value < smallest) {
      smallest = value;
      atSmallest = 0;
    }
    if (value > largest) {
      largest = value;
      atLargest = 0;
    }
    if (value === smallest) atSmallest += 1;
    if (value === largest) atLargest += 1;
    if (value === lowest) low += 1;
    if (value === highest) high += 1;
  }
  const percent = (count: number) => (total === 0 ? 0 : (count / total) * 100);
  const isInverted = header.photometricInterpretation === 'MONOCHROME1';
  return {
    lowPercent: percent(low),
    highPercent: percent(high),
    brightPercent: percent(isInverted ? atSmallest : atLargest),
    isBlank: smallest >= largest,
  };
}
