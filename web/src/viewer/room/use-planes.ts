import { useEffect, useRef, useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { showToast } from '../../lib/toasts.ts';
import { NoVolume, type OpenVolume, openVolume, type PlanesLook } from '../volume/open-volume.ts';
import { STRAIGHT, turnName } from '../volume/turn.ts';
import type { RoomStudy } from './series-rail.tsx';

/** Slab thicknesses in mm, of which the maximum is shown; 0 is a single plane. */
export const SLABS_MM = [0, 5, 10, 20, 40] as const;

const FIRST: PlanesLook = { slabMm: 0, turn: STRAIGHT };

/** Axial, coronal and sagittal planes, or three that the reader turned, of one series at a time; opening another volume frees the previous one. */
export function usePlanes() {
  const texts = useWorkTexts().viewer.room;
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const [open, setOpen] = useState<{ readonly volume: OpenVolume; readonly of: string; readonly title: string }>();
  const [look, setLook] = useState(FIRST);
  const loading = useRef<AbortController>(null);
  const volume = open?.volume;
  useEffect(() => () => volume?.close(), [volume]);
  useEffect(() => () => loading.current?.abort(), []);
  const [study, setStudy] = useState<RoomStudy>();

  const planesOf = (of: string, title: string, from: OpenVolume, wanted: PlanesLook): RoomStudy => ({
    id: `planes ${of} ${wanted.slabMm} ${turnName(wanted.turn)}`,
    title,
    source: from.planes(wanted, (kind) =>
      turnName(wanted.turn) === turnName(STRAIGHT)
        ? texts.mprTitle({ plane: texts.planes[kind] })
        : texts.turnedTitle({ plane: texts.planes[kind] }),
    ),
  });

  /** @returns the planes; undefined if they cannot be made, which is shown to the reader */
  async function load({ id, source }: RoomStudy, seriesId: string): Promise<RoomStudy | undefined> {
    const series = source.series.find((one) => one.id === seriesId);
    if (!series) return undefined;
    loading.current?.abort();
    const controller = new AbortController();
    loading.current = controller;
    const of = `${id} ${seriesId}`;
    const title = `${texts.mpr}: ${series.description ?? series.modality ?? texts.unnamed}`;
    try {
      setProgress({ done: 0, total: series.images.length });
      const loaded = await openVolume(source, series, controller.signal, (done, total) => setProgress({ done, total }));
      const planes = planesOf(of, title, loaded, FIRST);
      setOpen({ volume: loaded, of, title });
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
    const planes = planesOf(open.of, open.title, open.volume, wanted);
    setLook(wanted);
    setStudy(planes);
    return planes;
  }
  return { study, progress, look, load, take };
}
