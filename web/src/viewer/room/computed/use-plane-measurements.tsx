import { useEffect, useEffectEvent, useState } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import type { KeptMeasurements } from '../../measuring/use-measurements.ts';
import { type PlaneMeasurement, PlaneMeasurementList } from '../../reading/plane-measurement-list.tsx';
import type { ViewerTarget } from '../../reading/reading-viewer.tsx';
import type { Place } from '../../study-source.ts';
import { type Filling, planesId } from '../arranging/hanging.ts';
import type { RoomStudy } from '../series-rail.tsx';
import { onPlanes } from './plane-measurements.ts';
import type { usePlanes } from './use-planes.ts';

/** Measurements on the planes of the series of the first study: those on show, and a list that leads to the others. */
export function usePlaneMeasurements({
  planes,
  study,
  kept,
  listedOn,
  opensAt,
  show,
}: {
  readonly planes: ReturnType<typeof usePlanes>;
  readonly study: RoomStudy | undefined;
  readonly kept: KeptMeasurements | undefined;
  /** The plane whose viewport lists its own. */
  readonly listedOn: string | undefined;
  /** The measurement that is shown first. */
  readonly opensAt: string | null;
  readonly show: (filling: Filling) => void;
}) {
  const texts = useWorkTexts().viewer.room;
  const [target, setTarget] = useState<ViewerTarget | null>(null);
  const { opened } = planes;
  const areOwn =
    opened !== undefined && opened.id === (study && planesId({ studyId: study.id, seriesId: opened.series.id }));
  const of = (all: KeptMeasurements) => (areOwn ? onPlanes(all, opened.source, opened.series) : undefined);

  const showPlane = async ({ imageId, plane }: PlaneMeasurement) => {
    const from = study?.source.series.find(({ images }) => images.some(({ id }) => id === imageId));
    const made = study && from && (await planes.openAs(study, from.id, plane));
    if (!made) return;
    show({ studyId: made.id, seriesId: plane.kind });
    const found = made.source.imageOf(plane);
    if (found === undefined) showToast({ title: texts.planeGone, tone: 'destructive' });
    else setTarget({ seriesId: plane.kind, imageId: found, frame: 0, window: null });
  };
  const wanted = kept?.onPlanes.find(({ id }) => id === opensAt);
  const showWanted = useEffectEvent(() => wanted && void showPlane(wanted));
  const wantedId = wanted?.id;
  useEffect(() => {
    if (wantedId !== undefined) showWanted();
  }, [wantedId]);

  const listed = new Set(kept && of(kept)?.all.flatMap(({ id, plane }) => (plane?.kind === listedOn ? id : [])));
  return {
    /** Whether the planes are those of a series of this study. */
    areOwn,
    of,
    /** Where a viewport goes to; null once it was there, so that one that is made anew opens where its reader left it. */
    target,
    /** Its viewport takes the focus: the button that led to it may be gone. */
    isAskedFor: (seriesId: string) => target?.seriesId === seriesId,
    onShown: ({ imageId }: Place) => {
      if (imageId === target?.imageId) setTarget(null);
    },
    list: kept && (
      <PlaneMeasurementList
        measurements={kept.onPlanes.filter(({ id }) => !listed.has(id))}
        remove={kept.change?.remove}
        wayTo={(one, name) => (
          <Button
            size="small"
            variant="quiet"
            className="h-auto min-h-8 min-w-0 flex-1 basis-24 justify-start text-start whitespace-normal"
            onClick={() => void showPlane(one)}
          >
            {name}
          </Button>
        )}
      />
    ),
  };
}
