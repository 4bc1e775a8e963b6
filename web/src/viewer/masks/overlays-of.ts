import type { AnalysisRun, marks, Overlay } from '@duai/contract';
import type { ViewOverlay } from './mask-edits.ts';

/** Masks that these runs drew. */
export const overlaysOf = (runs: readonly AnalysisRun[]): Overlay[] =>
  runs.flatMap((run) => (run.result?.outcome === 'evaluated' ? run.result.overlays : []));

/** Segments from outside on these images; what could not be read is named on every series, for nobody knows on which it lies. */
export const outsideOverlays = (all: readonly marks.OutsideMask[], images: ReadonlySet<string | null>): ViewOverlay[] =>
  all
    .filter(({ isRead, slices }) => !isRead || slices.some(({ sopInstanceUid }) => images.has(sopInstanceUid)))
    .map(({ isRead, ...overlay }) => ({ ...overlay, ...(!isRead && { isUnread: true }) }));
