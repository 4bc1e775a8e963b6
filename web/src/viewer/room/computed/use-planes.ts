import { useEffect, useRef, useState } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import type { ViewableSeries } from '../../study-source.ts';
import { NoVolume, type OpenVolume, openVolume, type PlanesLook, type PlanesSource } from '../../volume/open-volume.ts';
import { type PlaneKind, WHOLE_MM } from '../../volume/resample.ts';
import { STRAIGHT, turnName } from '../../volume/turn.ts';
import { planesId } from '../arranging/hanging.ts';
import { seriesTitle } from '../captions.ts';
import type { RoomStudy } from '../series-rail.tsx';

/** Slab thicknesses in mm, of which the maximum is shown; 0 is a single plane. */
export const SLABS_MM = [0, 5, 10, 20, 40, WHOLE_MM] as const;

const FIRST: PlanesLook = { slabMm: 0, turn: STRAIGHT };

type RoomTexts = ReturnType<typeof useWorkTexts>['viewer']['room'];

export function slabName(texts: RoomTexts, slabMm: number): string {
  if (slabMm === 0) return texts.noSlab;
  return slabMm === WHOLE_MM ? texts.wholeSlab : texts.slabOf({ mm: slabMm });
}

/** A slab and its thickness, or a single plane; which plane; whether it is turned, and of which part of the pixels. */
export function planeTitle(texts: RoomTexts, kind: PlaneKind, { slabMm, turn }: PlanesLook, thinnedBy: number): string {
  const look = slabMm > 0 ? slabName(texts, slabMm) : texts.mpr;
  const isStraight = turnName(turn) === turnName(STRAIGHT);
  const title = (isStraight ? texts.mprTitle : texts.turnedTitle)({ look, plane: texts.planes[kind] });
  return thinnedBy > 1 ? texts.thinnedTitle({ title, by: thinnedBy }) : title;
}

interface Opened {
  readonly volume: OpenVolume;
  readonly of: string;
  readonly name: string;
  readonly series: ViewableSeries;
}
interface PlanesStudy extends RoomStudy {
  readonly source: PlanesSource;
}

/** Axial, coronal and sagittal planes, or three that the reader turned, of one series at a time; opening another volume frees the previous one. */
export function usePlanes() {
  const texts = useWorkTexts().viewer.room;
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const [open, setOpen] = useState<Opened>();
  const [look, setLook] = useState(FIRST);
  const loading = useRef<AbortController>(null);
  const volume = open?.volume;
  useEffect(() => () => volume?.close(), [volume]);
  useEffect(() => () => loading.current?.abort(), []);
  const [study, setStudy] = useState<PlanesStudy>();

  const planesOf = ({ of, name, volume: from }: Opened, wanted: PlanesLook): PlanesStudy => ({
    id: of,
    title: `${texts.mpr}: ${name}`,
    source: from.planes(wanted, (kind) => planeTitle(texts, kind, wanted, from.thinnedBy)),
  });

  /** @returns the planes; undefined if they cannot be made, which is shown to the reader */
  async function load({ id, source }: RoomStudy, seriesId: string, wanted = FIRST): Promise<PlanesStudy | undefined> {
    const series = source.series.find((one) => one.id === seriesId);
    if (!series) return undefined;
    loading.current?.abort();
    const controller = new AbortController();
    loading.current = controller;
    const of = planesId({ studyId: id, seriesId });
    const name = seriesTitle(texts, series);
    try {
      setProgress({ done: 0, total: series.images.length });
      const loaded = await openVolume(source, series, controller.signal, (done, total) => setProgress({ done, total }));
      const opened = { volume: loaded, of, name, series };
      setOpen(opened);
      return show(opened, wanted);
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

  function show(opened: Opened, wanted: PlanesLook): PlanesStudy {
    const planes = planesOf(opened, wanted);
    setLook(wanted);
    setStudy(planes);
    return planes;
  }
  /** The same planes with another slab thickness, or turned otherwise. */
  const take = (change: Partial<PlanesLook>) => open && show(open, { ...look, ...change });
  /** The planes of a series in a look; loaded where they are not open. */
  const openAs = async (from: RoomStudy, seriesId: string, wanted: PlanesLook) =>
    open?.of === planesId({ studyId: from.id, seriesId }) ? show(open, wanted) : load(from, seriesId, wanted);
  /** The planes on show, with the series that they are computed from. */
  const opened = study && open && { ...study, series: open.series };
  /** What a viewport shows: the plane, and of which series. */
  const captionOf = (kind: string): readonly string[] => {
    const plane = study?.source.series.find(({ id }) => id === kind);
    return [[plane?.description, open?.name].filter(Boolean).join(': ')];
  };
  return { study, progress, look, load, openAs, take, captionOf, opened };
}
