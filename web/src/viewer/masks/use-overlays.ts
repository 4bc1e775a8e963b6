import { useEffect, useState } from 'react';
import type { StudySource } from '../study-source.ts';
import type { ViewOverlay } from './mask-edits.ts';

interface Overlays {
  readonly overlays: readonly ViewOverlay[];
  /** They could not be fetched: an image without its masks must not look like one that has none. */
  readonly isFailed: boolean;
}

/** Masks of a series; those of before stay until others of the same series have come. */
export function useOverlays({ fetchOverlays }: StudySource, seriesId: string): Overlays {
  const [found, setFound] = useState<Overlays & { seriesId: string }>();
  useEffect(() => {
    const controller = new AbortController();
    fetchOverlays(seriesId, controller.signal).then(
      (overlays) => controller.signal.aborted || setFound({ seriesId, overlays, isFailed: false }),
      () => controller.signal.aborted || setFound({ seriesId, overlays: [], isFailed: true }),
    );
    return () => controller.abort();
  }, [fetchOverlays, seriesId]);
  return found?.seriesId === seriesId ? found : NONE;
}

const NONE: Overlays = { overlays: [], isFailed: false };
