import { NAMED_WINDOWS, type SeriesWindows, type studies, windowsOf } from '@duai/contract';
import type { ListedInstance } from '../study-trees.store.ts';

/** In which window a series opens and which are offered, as its first image with a header tells. */
export function windowsOfSeries({ instances }: { instances: Pick<ListedInstance, 'header'>[] }): SeriesWindows {
  const header = instances.find((instance) => instance.header)?.header;
  return header ? windowsOf(header) : { opening: null, offered: [] };
}

/**
 * The window in which an image is shown where nobody chose one: that of its part of the body, else the one its preview was
 * made in, else the header's. Null for pictures and colour.
 */
export function windowOfInstance({
  header,
  windowCenter,
  windowWidth,
}: Pick<ListedInstance, 'header' | 'windowCenter' | 'windowWidth'>): studies.Instance['window'] {
  if (header?.samplesPerPixel !== 1 || header.photometricInterpretation === 'PALETTE COLOR') return null;
  const isInverted = header.photometricInterpretation === 'MONOCHROME1';
  const { opening } = windowsOf(header);
  // Headers from before they were read have no factor and no table.
  const suvFactor = header.suvFactor ?? null;
  if (opening) return { ...NAMED_WINDOWS[opening], isInverted, suvFactor, isByTable: false };
  const [center, width] = [windowCenter ?? header.windowCenter[0], windowWidth ?? header.windowWidth[0]];
  if (center === undefined || width === undefined || width <= 0) return null;
  return { center, width, isInverted, suvFactor, isByTable: suvFactor === null && header.hasVoiLut === true };
}
