import type { acceptedMasks } from '@duai/contract';
import { apiErrorOf } from '../../lib/api.ts';
import type { ViewOverlay } from './mask-edits.ts';

/**
 * What AI marked on a series, as far as the signer of the report accepted it. There is none for readers who may not see the
 * report yet, such as a patient whose address is not verified.
 */
export const acceptedOverlays = (
  all: Promise<readonly acceptedMasks.AcceptedMask[]>,
  seriesId: string,
): Promise<ViewOverlay[]> =>
  all.then(
    (masks) =>
      masks.flatMap(({ seriesId: of, title, ...overlay }) => (of === seriesId ? [{ ...overlay, label: title }] : [])),
    (error: unknown) => {
      if ([403, 404].includes(apiErrorOf(error)?.status ?? 0)) return [];
      throw error;
    },
  );
