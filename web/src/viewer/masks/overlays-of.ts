import type { AnalysisRun, marks, Overlay, studies } from '@duai/contract';
import type { ViewOverlay } from './mask-edits.ts';

export const overlaysOf = (runs: readonly AnalysisRun[]): Overlay[] =>
  runs.flatMap((run) => (run.result?.outcome === 'evaluated' ? run.result.overlays : []));

/** An image whose masks could not be fetched must not look like one that has none. */
export const MASKS_NOT_FETCHED: readonly marks.OutsideMask[] = [
  {
    ...{ code: 'SEG_1', label: 'SEG', isRead: false, isFractional: false, isOurs: false },
    ...{ columns: 1, rows: 1, unplaced: [], slices: [] },
  },
];

/**
 * Segments from outside on these images. Unreadable ones are listed for every series, because it is unknown which one they
 * belong to.
 */
export const outsideOverlays = (all: readonly marks.OutsideMask[], images: ReadonlySet<string | null>): ViewOverlay[] =>
  all
    .map((mask) => ({ ...mask, unplaced: mask.unplaced.filter((image) => images.has(image)).length }))
    .filter(
      ({ isRead, slices, unplaced }) =>
        !isRead || unplaced > 0 || slices.some(({ sopInstanceUid }) => images.has(sopInstanceUid)),
    )
    .map(({ isRead, isFractional, isOurs, label, unplaced, ...overlay }) => ({
      ...overlay,
      label: isFractional ? `${label} (≥ 50 %)` : label,
      ...(!isRead && { isUnread: true }),
      ...(unplaced > 0 && { unplaced }),
      ...(isOurs && { isOurs }),
    }));

/** SOP Instance UIDs of the images of a series. */
export const imageNamesIn = (examinations: readonly studies.Study[], seriesId: string): ReadonlySet<string | null> =>
  new Set(
    examinations
      .flatMap(({ series }) => series.filter(({ id }) => id === seriesId))
      .flatMap(({ instances }) => instances.map(({ sopInstanceUid }) => sopInstanceUid)),
  );
