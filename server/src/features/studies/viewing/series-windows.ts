import { NAMED_WINDOWS, type SeriesWindows, type studies, windowsOf } from '@duai/contract';
import type { ListedInstance } from '../study-trees.store.ts';

/** The opening window of a series and the windows on offer, taken from its first image that has a header. */
export function windowsOfSeries({ instances }: { instances: Pick<ListedInstance, 'header'>[] }): SeriesWindows {
  const header = instances.find((instance) => instance.header)?.header;
  return header ? windowsOf(header) : { opening: null, offered: [] };
}

/**
 * The window of an image where nobody chose one: by its body part, else that of its preview, else that of the header.
 * Null for pictures and colour.
 */
export function windowOfInstance({
  header,
  windowCenter,
  windowWidth,
}: Pick<ListedInstance, 'header' | 'windowCenter' | 'windowWidth'>): studies.Instance['window'] {
  if (header?.samplesPerPixel !== 1 || header.photometricInterpretation === 'PALETTE COLOR') return null;
  const isInverted = header.photometricInterpretation === 'MONOCHROME1';
  const { opening } = windowsOf(header);
  // Older headers were stored without these fields.
  const suvFactor = header.suvFactor ?? null;
  if (opening) return { ...NAMED_WINDOWS[opening], isInverted, suvFactor, isByTable: false };
  const [center, width] = [windowCenter ?? header.windowCenter[0], windowWidth ?? header.windowWidth[0]];
  if (center === undefined || width === undefined || width <= 0) return null;
  return { center, width, isInverted, suvFactor, isByTable: suvFactor === null && header.hasVoiLut === true };
}
