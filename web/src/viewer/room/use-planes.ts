import { useEffect, useRef, useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { NoVolume, type OpenVolume, openVolume, type PlanesLook } from '../volume/open-volume.ts';
import type { PlaneKind } from '../volume/resample.ts';
import { STRAIGHT, turnName } from '../volume/turn.ts';
import type { RoomStudy } from './series-rail.tsx';

/** Slab thicknesses in mm, of which the maximum is shown; 0 is a single plane. */
export const SLABS_MM = [0, 5, 10, 20, 40] as const;

const FIRST: PlanesLook = { slabMm: 0, turn: STRAIGHT };

type RoomTexts = ReturnType<typeof useWorkTexts>['viewer']['room'];

/** A slab and its thickness, or a single plane; which plane; whether it is turned. */
export function planeTitle(texts: RoomTexts, kind: PlaneKind, { slabMm, turn }: PlanesLook): string {
  const look = slabMm > 0 ? texts.slabOf({ mm: slabMm }) : texts.mpr;
  const isStraight = turnName(turn) === turnName(STRAIGHT);
  return (isStraight ? texts.mprTitle : texts.turnedTitle)({ look, plane: texts.planes[kind] });
}

/** Axial, coronal and sagittal planes, or three that the reader turned, of one series at a time; opening another volume frees the previous one. */
export function usePlanes() {
  const texts = useWorkTexts().viewer.room;
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const [open, setOpen] = useState<{ readonly volume: OpenVolume; readonly of: string; readonly name: string }>();
  const [look, setLook] = useState(FIRST);
  const loading = useRef<AbortController>(null);
  const volume = open?.volume;
  useEffect(() => () => volume?.close(), [volume]);
  useEffect(() => () => loading.current?.abort(), []);
  const [study, setStudy] = useState<RoomStudy>();

  const planesOf = (of: string, name: string, from: OpenVolume, wanted: PlanesLook): RoomStudy => ({
    id: `planes ${of} ${wanted.slabMm} ${turnName(wanted.turn)}`,
    title: `${texts.mpr}: ${name}`,
    source: from.planes(wanted, (kind) => planeTitle(texts, kind, wanted)),
  });

  /** @returns the planes; undefined if they cannot be made, which is shown to the reader */
  async function load({ id, source }: RoomStudy, seriesId: string): Promise<RoomStudy | undefined> {
    const series = source.series.find((one) => one.id === seriesId);
    if (!series) return undefined;
    loading.current?.abort();
    const controller = new AbortController();
    loading.current = controller;
    const of = `${id} ${seriesId}`;
    const name = series.description ?? series.modality ?? texts.unnamed;
    try {
      setProgress({ done: 0, total: series.images.length });
      const loaded = await openVolume(source, series, controller.signal, (done, total) => setProgress({ done, total }));
      const planes = planesOf(of, name, loaded, FIRST);
      setOpen({ volume: loaded, of, name });
      setLook(FIRST);
      setStudy(planes);
      return planes;
    } catch (error) {
      if (!controller.signal.aborted) {
        const reason = texts.reasons[error instanceof NoVolume ? error.problem : 'values'];
        showToast({ title: texts.mprFailed({ reason }), tone: 'destructive' });
      }
      return undefined;
    } finally {
      if (loading.current === controller) setProgress(null);
    }
  }

  /** @returns the planes with another slab thickness, or turned otherwise */
  function take(change: Partial<PlanesLook>): RoomStudy | undefined {
    if (!open) return undefined;
    const wanted = { ...look, ...change };
    const planes = planesOf(open.of, open.name, open.volume, wanted);
    setLook(wanted);
    setStudy(planes);
    return planes;
  }
  /** What a viewport shows: the plane, and of which series. */
  const captionOf = (kind: string): string => {
    const plane = study?.source.series.find(({ id }) => id === kind);
    return [plane?.description, open?.name].filter(Boolean).join(': ');
  };
  return { study, progress, look, load, take, captionOf };
}
