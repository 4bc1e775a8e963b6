import { useEffect, useState } from 'react';
import type { StudySource } from '../study-source.ts';
import type { ViewOverlay } from './mask-edits.ts';

interface Overlays {
  readonly overlays: readonly ViewOverlay[];
  /** Loading failed: an image must not look as if it had no masks. */
  readonly isFailed: boolean;
}

/** Masks of a series; the previous ones stay until newer ones of the same series are loaded. */
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
