import { ArrowLeft, CircleHelp, LayoutGrid, Link2, LocateFixed, SplinePointer } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { keepFocus } from '../../ui/focus/kept-focus.ts';
import { countOf, largestSeries } from '../frames.ts';
import { useFusions } from '../fusion/use-fusions.ts';
import type { MaskCorrecting } from '../masks/use-mask-edits.ts';
import type { KeptMeasurements } from '../measuring/use-measurements.ts';
import { ReadingViewer } from '../reading/reading-viewer.tsx';
import { FITTED } from '../stage/gestures.ts';
import type { KeptView } from '../stage/shown/kept-view.ts';
import { FIRST_VIEW } from '../stage/view.ts';
import type { Place } from '../study-source.ts';
import { PLANE_KINDS } from '../volume/resample.ts';
import { acquiredIn, type Filling, fillingsBy, type KeptHanging, placesOf, planesShown } from './arranging/hanging.ts';
import { GRIDS, LAYOUTS, nameOf, type RoomLayout } from './arranging/layouts.ts';
import { captionOf } from './captions.ts';
import { PlanesTools } from './computed/planes-tools.tsx';
import { usePlaneMeasurements } from './computed/use-plane-measurements.tsx';
import { usePlanes } from './computed/use-planes.ts';
import { carriedTo, middleOf, targetsAt } from './crosshair.ts';
import { HelpSheet, useHelpKey } from './help-sheet.tsx';
import type { Crosshair } from './linked-place.ts';
import { linkedLater, placesAfter, placesBeside } from './linked-scroll.ts';
import type { ImagePlane, Vector } from './planes.ts';
import { type RoomStudy, SeriesRail } from './series-rail.tsx';

/** The reading room: only images, in viewports side by side, each with its own study source, on a dark background. */
export function ReadingRoom({
  title,
  notice,
  back,
  studies,
  more,
  keptMeasurements,
  maskCorrecting,
  opensAt,
  hanging,
  onShown,
}: {
  /** Identity of the patient, always visible. */
  readonly title: ReactNode;
  /** What the reader has to know before reading on; empty as a rule. */
  readonly notice: ReactNode;
  /** Null: a window of its own, which has nothing to go back to. */
  readonly back: string | null;
  /** The current case first, then earlier ones. */
  readonly studies: readonly RoomStudy[];
  /** The way to further earlier cases; null where all are here. */
  readonly more: ReactNode;
  /** Measurements of the first study. */
  readonly keptMeasurements: KeptMeasurements | undefined;
  readonly maskCorrecting: MaskCorrecting | undefined;
  /** The measurement on a computed plane that is shown first. */
  readonly opensAt: string | null;
  readonly hanging: KeptHanging;
  readonly onShown: (studyId: string, seriesId: string, place: Place) => void;
}) {
  const texts = useWorkTexts().viewer.room;
  const [layout, setLayout] = useState<RoomLayout>(
    () =>
      LAYOUTS.find(({ rows, columns }) => rows === hanging.saved?.rows && columns === hanging.saved.columns) ??
      LAYOUTS[0],
  );
  const [fillings, setFillings] = useState<readonly (Filling | undefined)[]>(() => {
    const [study] = studies;
    const arranged = fillingsBy(hanging.saved?.places ?? [], studies);
    if (arranged.some(Boolean)) return arranged;
    const series = study && largestSeries(study.source.series);
    return study && series ? [{ studyId: study.id, seriesId: series.id }] : [];
  });
  const idOf = (index: number, filling = fillings[index]) => `${index} ${filling?.studyId} ${filling?.seriesId}`;
  const [active, setActive] = useState(0);
  /** The viewport that takes the focus when it is made: the first one, and one whose series was changed by a key. */
  const [focusOn, setFocusOn] = useState<string | null>(() => idOf(0));
  const [isLinked, setIsLinked] = useState(false);
  const [hasLines, setHasLines] = useState(hanging.saved?.hasLines ?? true);
  const [crosshair, setCrosshair] = useState<Crosshair | null>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useHelpKey(useCallback(() => setIsHelpOpen(true), []));
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  /** Where each viewport is now; a copy is drawn from where something on the page shows it. */
  const placesNow = useRef<ReadonlyMap<string, ImagePlane>>(new Map());
  const [places, setPlaces] = useState(placesNow.current);
  const linkedAt = useRef<ReadonlyMap<string, ImagePlane>>(new Map());
  /** How each viewport is seen, for when a layout has a place for it again. */
  const views = useRef(new Map<string, KeptView>());
  const [targets, setTargets] = useState<ReadonlyMap<string, Vector>>(new Map());
  const planes = usePlanes();
  const openSaved = useEffectEvent(() => {
    const of = planesShown(fillings, studies);
    const study = of && studies.find(({ id }) => id === of.studyId);
    if (study) void planes.load(study, of.seriesId);
  });
  useEffect(() => openSaved(), []);
  const allStudies = planes.study ? [...studies, planes.study] : studies;
  const cells = Array.from({ length: layout.rows * layout.columns }, (_, index) => ({
    index,
    filling: fillings[index],
  }));
  const chosen = Math.min(active, cells.length - 1);
  const fusionOf = useFusions(cells.flatMap(({ filling }) => acquiredIn(filling, studies)?.source ?? []));
  /** On the other viewports what was measured is seen, and not changed. */
  const shownOnly = keptMeasurements && { ...keptMeasurements, change: undefined };
  /** Those of the first study, and of the planes of one of its series. */
  const measurementsFor = (study: RoomStudy, index: number): KeptMeasurements | undefined => {
    const kept = index === chosen ? keptMeasurements : shownOnly;
    if (study === studies[0]) return kept;
    return kept && study === planes.study ? onPlanes.of(kept) : undefined;
  };
  /** Puts series into viewports. The others keep theirs, also those that this layout has no place for. */
  const fill = (changed: ReadonlyMap<number, Filling>) => {
    const now = new Map(placesNow.current);
    for (const [index, filling] of changed) {
      if (idOf(index) === idOf(index, filling)) continue;
      now.delete(idOf(index));
      views.current.delete(idOf(index));
    }
    placesNow.current = now;
    setFillings((before) => {
      const length = Math.max(before.length, ...[...changed.keys()].map((index) => index + 1));
      return Array.from({ length }, (_, index) => changed.get(index) ?? before[index]);
    });
  };
  /** The viewport that got it stays active: its tools go on, and the images keep their place below them. */
  const choose = (studyId: string, seriesId: string, byKey = false) => {
    const filling = { studyId, seriesId };
    setFocusOn(byKey ? idOf(chosen, filling) : null);
    fill(new Map([[chosen, filling]]));
  };
  /** The series before or after the active one, in the order of the list. */
  const changeSeries = (by: -1 | 1) => {
    const all = filled?.source.series.filter(({ images }) => images.length > 0) ?? [];
    const next = all[all.findIndex(({ id }) => id === series?.id) + by];
    if (filled && next) choose(filled.id, next.id, true);
  };
  const takeLayout = (name: string) => {
    const next = LAYOUTS.find((one) => nameOf(one) === name);
    if (!next) return;
    setFocusOn(null);
    setLayout(next);
    setPlaces(placesNow.current);
    // After adding viewports, the first empty one becomes active for the next series.
    const empty = Array.from({ length: next.rows * next.columns }, (_, index) => fillings[index]).indexOf(undefined);
    if (empty >= cells.length) setActive(empty);
  };
  const filled = allStudies.find(({ id }) => id === cells[chosen]?.filling?.studyId);
  const series = filled?.source.series.find(({ id }) => id === cells[chosen]?.filling?.seriesId);
  const isStack = series !== undefined && countOf(series) > 1;

  /** Shows the series as acquired beside its three reformatted planes. */
  const openPlanes = async () => {
    const filling = cells[chosen]?.filling;
    const made = filled && filling && (await planes.load(filled, filling.seriesId));
    if (!made) return;
    takeLayout('2×2');
    const all = [filling, ...PLANE_KINDS.map((kind) => ({ studyId: made.id, seriesId: kind }))];
    fill(new Map(all.entries()));
    const { fusion } = views.current.get(idOf(chosen))?.view ?? FIRST_VIEW;
    for (const id of fusion ? all.map((one, index) => idOf(index, one)) : [])
      if (!views.current.has(id)) views.current.set(id, { view: { ...FIRST_VIEW, fusion }, placement: FITTED });
    setActive(0);
  };
  /** In its viewport, or in the active one. */
  const showPlane = (filling: Filling) => {
    const standing = cells.findIndex(({ index }) => idOf(index) === idOf(index, filling));
    const at = standing < 0 ? chosen : standing;
    setFocusOn(null);
    fill(new Map([[at, filling]]));
    setActive(at);
  };
  const onPlanes = usePlaneMeasurements({
    planes,
    study: studies[0],
    kept: keptMeasurements,
    listedOn: filled === planes.study ? series?.id : undefined,
    opensAt,
    show: showPlane,
  });
  const roomPlaces = () => ({ now: placesNow.current, linkedAt: linkedAt.current });
  /** The others whose images are in the same frame of reference go there; linked ones outside it go along. */
  const putCrosshair = (at: Crosshair, by: string) => {
    setCrosshair(at);
    const beside = isLinked ? placesBeside(roomPlaces(), at, by) : [];
    setTargets(new Map([...beside, ...targetsAt(at, placesNow.current, by)]));
  };
  /** Records the place of a viewport; if its reader moved it, the linked ones follow. */
  const onPlace = (index: number, plane: ImagePlane, isMoved: boolean) => {
    const id = idOf(index);
    const before = placesNow.current.get(id);
    const now = new Map(placesNow.current).set(id, plane);
    placesNow.current = now;
    // A viewport alone shows no line of another one: its reader scrolls without drawing the room anew.
    if (cells.length > 1 || before?.frameOfReferenceUid !== plane.frameOfReferenceUid) setPlaces(now);
    if (isLinked && !linkedAt.current.has(id)) linkedAt.current = linkedLater(roomPlaces(), id, plane);
    const isCarried = index === chosen && crosshair?.frameOfReferenceUid === plane.frameOfReferenceUid;
    if (isMoved && crosshair && isCarried) putCrosshair(carriedTo(crosshair, plane), id);
    else if (isMoved && isLinked) setTargets(placesAfter(roomPlaces(), id, plane));
  };
  return (
    <main
      ref={keepFocus}
      tabIndex={-1}
      className="flex h-dvh min-h-0 flex-col scheme-dark bg-paper text-ink outline-none"
    >
      {notice}
      <div className="flex items-center gap-x-2 overflow-x-auto border-b border-grey-2 px-2 py-0.5 lg:flex-wrap">
        {back !== null && (
          <Link
            to={back}
            aria-label={texts.back}
            title={texts.back}
            className="grid size-8 shrink-0 place-items-center"
          >
            <ArrowLeft aria-hidden className="size-4" />
          </Link>
        )}
        <h1 className="shrink-0 text-sm font-semibold">{title}</h1>
        <IconButton label={texts.help} className="shrink-0" onClick={() => setIsHelpOpen(true)}>
          <CircleHelp aria-hidden className="size-4" />
        </IconButton>
        <select
          aria-label={texts.layout}
          value={nameOf(layout)}
          onChange={(event) => takeLayout(event.target.value)}
          className="h-8 shrink-0 rounded border border-grey-2 bg-surface px-2 text-sm"
        >
          {LAYOUTS.map((one) => (
            <option key={nameOf(one)} value={nameOf(one)}>
              {texts.layoutOf({ rows: one.rows, columns: one.columns })}
            </option>
          ))}
        </select>
        <IconButton
          label={texts.linked}
          aria-pressed={isLinked}
          className="shrink-0 aria-pressed:bg-signal-soft"
          onClick={() => {
            linkedAt.current = placesNow.current;
            // Not to where they would have gone the last time.
            setTargets(new Map());
            setIsLinked(!isLinked);
          }}
        >
          <Link2 aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label={texts.lines}
          aria-pressed={hasLines}
          className="shrink-0 aria-pressed:bg-signal-soft"
          onClick={() => setHasLines(!hasLines)}
        >
          <SplinePointer aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label={texts.crosshair}
          aria-pressed={crosshair !== null}
          disabled={!crosshair && !places.get(idOf(chosen))?.frameOfReferenceUid}
          className="shrink-0 aria-pressed:bg-signal-soft"
          onClick={() => {
            const plane = placesNow.current.get(idOf(chosen));
            if (crosshair || !plane) setCrosshair(null);
            else putCrosshair(middleOf(plane), idOf(chosen));
          }}
        >
          <LocateFixed aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label={hanging.saved ? texts.forgetHanging({ of: hanging.of }) : texts.saveHanging({ of: hanging.of })}
          aria-pressed={hanging.saved !== undefined}
          className="shrink-0 aria-pressed:bg-signal-soft"
          onClick={() =>
            hanging.saved
              ? hanging.forget()
              : hanging.save({
                  ...layout,
                  hasLines,
                  places: placesOf(
                    cells.map(({ filling }) => filling),
                    studies,
                  ),
                })
          }
        >
          <LayoutGrid aria-hidden className="size-4" />
        </IconButton>
        {isStack && filled !== planes.study && (
          <Button size="small" variant="quiet" className="shrink-0" onClick={() => void openPlanes()}>
            {texts.mpr}
          </Button>
        )}
        {planes.study && <PlanesTools look={planes.look} onChange={planes.take} />}
        {planes.progress && (
          <p role="status" className="shrink-0 text-sm text-grey-4">
            {texts.mprWaiting(planes.progress)}
          </p>
        )}
        <div
          ref={setToolbar}
          role="toolbar"
          aria-label={texts.tools}
          // On a wide screen its tools follow the other buttons in the same lines.
          className="flex shrink-0 items-center gap-x-1 lg:contents"
        />
      </div>
      {/* Measurements stand below the series on a wide screen, so that the image keeps its size when there are some. */}
      <div className="grid min-h-0 flex-1 grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
        <SeriesRail
          studies={allStudies}
          shown={new Set(cells.flatMap(({ filling }) => (filling ? [`${filling.studyId} ${filling.seriesId}`] : [])))}
          onChoose={choose}
          more={more}
        />
        <div className={`grid min-h-0 min-w-0 gap-0.5 bg-[#000] lg:row-span-2 ${GRIDS[nameOf(layout)]}`}>
          {cells.map(({ filling, index }) => {
            const study = allStudies.find(({ id }) => id === filling?.studyId);
            const id = idOf(index);
            const acquired = acquiredIn(filling, studies);
            return (
              <section
                key={index}
                aria-label={texts.viewport({ number: index + 1 })}
                aria-current={index === chosen}
                onPointerDownCapture={() => setActive(index)}
                onFocusCapture={() => setActive(index)}
                className="relative min-h-0 min-w-0 border border-grey-2 aria-[current=true]:border-signal"
              >
                {filling && study ? (
                  <ReadingViewer
                    key={id}
                    source={study.source}
                    seriesId={filling.seriesId}
                    isInRoom
                    takesFocus={focusOn === id || (study === planes.study && onPlanes.isAskedFor(filling.seriesId))}
                    onSeries={changeSeries}
                    caption={
                      study === planes.study
                        ? planes.captionOf(filling.seriesId)
                        : captionOf(texts, study, filling.seriesId)
                    }
                    isComputed={onPlanes.areOwn && study === planes.study}
                    fusion={
                      acquired && fusionOf(acquired.source, acquired.seriesId, places.get(id)?.frameOfReferenceUid)
                    }
                    keeping={{ before: views.current.get(id), keep: (seen) => views.current.set(id, seen) }}
                    keptMeasurements={measurementsFor(study, index)}
                    target={study === planes.study ? onPlanes.target : null}
                    maskCorrecting={study === studies[0] ? maskCorrecting : undefined}
                    onShown={(at) => {
                      if (study !== planes.study) onShown(study.id, filling.seriesId, at);
                      else onPlanes.onShown(at);
                    }}
                    place={{
                      goTo: isLinked || crosshair ? targets.get(id) : undefined,
                      cross: crosshair ?? undefined,
                      onPoint: crosshair ? (at) => putCrosshair(at, id) : undefined,
                      lineOf: hasLines && index !== chosen ? places.get(idOf(chosen)) : undefined,
                      onPlace: (plane, isMoved) => onPlace(index, plane, isMoved),
                    }}
                    wrapTools={(tools) => index === chosen && toolbar && createPortal(tools, toolbar)}
                    wrapHint={(hint) => index === chosen && panel && createPortal(hint, panel)}
                  />
                ) : (
                  <button
                    type="button"
                    onClick={() => setActive(index)}
                    className="grid size-full place-items-center text-sm text-grey-4"
                  >
                    {filling && planes.progress
                      ? texts.mprWaiting(planes.progress)
                      : index === chosen
                        ? texts.empty
                        : texts.emptyOther}
                  </button>
                )}
              </section>
            );
          })}
        </div>
        {panel && createPortal(onPlanes.list, panel)}
        <div
          ref={setPanel}
          className="overflow-y-auto px-2 empty:hidden max-lg:col-span-2 max-lg:max-h-[12dvh] lg:max-h-[45dvh] lg:w-44 lg:border-t lg:border-grey-2 lg:px-1 lg:py-2"
        />
      </div>
      <HelpSheet isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </main>
  );
}
