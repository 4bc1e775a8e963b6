import { useEffect, useState } from 'react';
import type { Frame } from '../frames.ts';
import type { StudySource } from '../study-source.ts';
import type { PlacedPlane } from './overlay-planes.ts';

/** Null: its bits could not be read. */
export interface FetchedPlane {
  readonly plane: PlacedPlane;
  readonly bits: Uint8Array | null;
}

const NONE: readonly PlacedPlane[] = [];

/**
 * The overlays of the image on the stage, where its file brings some; `planes` are known with the description of the series,
 * their pixels come when they are shown.
 */
export function useImageOverlays(
  { stored }: StudySource,
  seriesId: string,
  onStage: Frame | undefined,
  isShown: boolean,
): { planes: readonly PlacedPlane[]; fetched: readonly FetchedPlane[]; isFailed: boolean } {
  const overlays = stored?.overlays;
  const sopInstanceUid = onStage?.image.sopInstanceUid ?? null;
  const planes = (sopInstanceUid && overlays?.planesOf(seriesId, sopInstanceUid)) || NONE;
  const [found, setFound] = useState<{ of: readonly PlacedPlane[]; fetched: readonly FetchedPlane[] }>();
  useEffect(() => {
    if (!overlays || !sopInstanceUid || planes.length === 0 || !isShown) return;
    const controller = new AbortController();
    const { signal } = controller;
    const all = planes.map(async (plane): Promise<FetchedPlane> => {
      const bits = await overlays.fetch(seriesId, sopInstanceUid, plane.group, signal).catch(() => null);
      return { plane, bits: bits && new Uint8Array(bits) };
    });
    void Promise.all(all).then((fetched) => signal.aborted || setFound({ of: planes, fetched }));
    return () => controller.abort();
  }, [overlays, seriesId, sopInstanceUid, planes, isShown]);
  const fetched = isShown && found?.of === planes ? found.fetched : [];
  return { planes, fetched, isFailed: fetched.some(({ bits }) => bits === null) };
}
