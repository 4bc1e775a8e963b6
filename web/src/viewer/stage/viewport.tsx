import { shownWindow, toldWindow } from '@duai/contract';
import { pixelAspectOf } from '@duai/imaging/browser';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classes } from '../../lib/class-names.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { type Frame, findTarget, framesOf, type ImageTarget, neighboursOf, placeOf } from '../frames.ts';
import { ColourBar, FusedCaption, FusedLayer, FusedValue } from '../fusion/fused-image.tsx';
import { descriptionsAround, fusedOn, switchedBy } from '../fusion/fusion.ts';
import { useImageOverlays } from '../graphics/use-image-overlays.ts';
import { BrushMark } from '../masks/brush-mark.tsx';
import { useMaskEdits } from '../masks/use-mask-edits.ts';
import { useOverlays } from '../masks/use-overlays.ts';
import { drawingOn } from '../measuring/drawing.ts';
import { type KeyPen, penAfter } from '../measuring/key-pen.ts';
import { KeyPenMark } from '../measuring/key-pen-mark.tsx';
import { MeasurementMarks, tellingOf } from '../measuring/measurements.tsx';
import { useMeasurements } from '../measuring/use-measurements.ts';
import { ImageMarks } from '../pixels/image-marks.tsx';
import { type Layout, shownScale } from '../pixels/layout.ts';
import { useStoredFrame } from '../pixels/use-stored-frame.ts';
import { openingOf, openingSteps } from '../pixels/values/frame-values.ts';
import { scaleOf } from '../pixels/values/value-scale.ts';
import { PresentationMarks } from '../presentations/presentation-marks.tsx';
import { openingOn, presetsBy, seenWindow, stateOn, stepsFor, turnedBy } from '../presentations/state-on-image.ts';
import { usePlacementOf } from '../presentations/use-placement.ts';
import { toldOf, usePresentations } from '../presentations/use-presentations.ts';
import { useLinkedPlace } from '../room/linked-place.ts';
import { CrosshairMark, ReferenceLine } from '../room/reference-line.tsx';
import { usePicture } from '../use-picture.ts';
import { type Point, regionSeen } from './gestures.ts';
import { commandOf, type KeyCommand, shortcutsOf } from './keys.ts';
import { CornerNote, NoImage, PositionNote, ZoomButtons } from './shown/around-the-image.tsx';
import { FocusMark } from './shown/focus-mark.tsx';
import { useKeptView } from './shown/kept-view.ts';
import { shownOf, stagedOf, valueUnder } from './shown/on-stage.ts';
import { stageClasses } from './shown/stage-classes.ts';
import { StageImage } from './shown/stage-image.tsx';
import { stageText } from './shown/stage-text.ts';
import { useStage } from './use-stage.ts';
import { FIRST_VIEW, frameAt, presetsOf, type View, type ViewCommand, viewAfter, wishedWindow } from './view.ts';
import type { ViewportProps, ViewportTools } from './viewport-tools.ts';

const SETTLED_MS = 120;

/** One series to scroll, zoom and window, by touch, mouse or keyboard, with masks on top. */
export function Viewport(props: ViewportProps) {
  const { series } = props;
  const frames = useMemo(() => framesOf(series), [series]);
  const [first] = frames;
  return first ? <FilledViewport {...props} frames={frames} first={first} /> : null;
}

function FilledViewport({
  source,
  series,
  frames,
  first,
  target,
  texts,
  isRightToLeft = false,
  stageClassName,
  onShown,
  onSeries,
  takesFocus = false,
  keptMeasurements,
  maskCorrecting,
  isInRoom = false,
  place,
  keeping,
  fusion,
  caption,
  tools,
  hint,
}: ViewportProps & { readonly frames: readonly Frame[]; readonly first: Frame }) {
  const { pixels } = texts;
  const viewOf = (wish: ImageTarget | null | undefined, from: View): View => {
    const found = findTarget(frames, wish);
    return found === undefined
      ? from
      : { ...from, at: found, window: wishedWindow(wish?.window ?? null, series.windows) };
  };
  const [view, setView] = useState(() => viewOf(target, keeping?.before?.view ?? FIRST_VIEW));
  const [followed, setFollowed] = useState(target);
  if (target !== followed) {
    setFollowed(target);
    setView(viewOf(target, view));
  }
  const { overlays: storedOverlays, isFailed: haveMasksFailed } = useOverlays(source, series.id);
  const maskEdits = useMaskEdits(storedOverlays, series.id, maskCorrecting);
  const overlays = maskEdits.shown;
  const at = frameAt(view, frames.length);
  const current = frames[at] ?? first;
  const presentations = usePresentations(source, series, (state) => {
    run({ do: 'present' });
    if (!state) fit();
  });
  const stored = useStoredFrame(source, series.id, frames, at);
  const stateNow = stored.isGiven === true ? stateOn(presentations.chosen, current) : undefined;
  const opening = openingOn(stateNow, openingOf(current.image.window, stored.description));
  const offered = useMemo(() => presetsOf(series.windows), [series.windows]);
  const presets = presetsBy(stateNow, offered, current.image.window);
  const viewed = { frames: frames.length, opening, masks: overlays.map(({ code }) => code) };
  const viewedNow = useRef(viewed);
  useLayoutEffect(() => {
    viewedNow.current = viewed;
  });
  // One function for all images, so that tools that look the same on the next one are not drawn anew.
  const run = useCallback((command: ViewCommand) => {
    const about = viewedNow.current;
    setView((from) => viewAfter(from, command, about));
  }, []);
  const chosen = useMemo(() => view.window && shownWindow(view.window), [view.window]);
  const linked = useLinkedPlace(place, frames, stored.descriptions, { at, go: (to) => run({ do: 'go', to }) });
  // If the stored values are loaded, no picture is requested from the server.
  const { problem } = current.image;
  const picture = usePicture(
    source,
    stored.isGiven === false && problem === undefined ? current : undefined,
    useSettled(chosen, SETTLED_MS),
    stored.isGiven === false ? neighboursOf(frames, at) : [],
  );
  const fetched = stored.isGiven === false ? picture.drawn : stored.drawn;
  // In the place of an image that cannot be read no other one stays.
  const staged = problem === undefined ? stagedOf(frames, fetched) : undefined;
  const { drawn, at: drawnAt, frame: onStage } = staged ?? {};
  const isFailed = stored.isGiven === false ? picture.isFailed : stored.isFailed;
  const values = drawn && 'values' in drawn ? drawn.values : undefined;
  const scale = values && scaleOf(values.description, onStage?.image.window?.suvFactor);

  const state = values && stateOn(presentations.chosen, onStage);
  const graphics = useImageOverlays(source, series.id, onStage, view.areGraphicsShown);
  const measurements = useMeasurements(keptMeasurements, view.measure);
  /** Position of the mouse; the value under it changes with the image. */
  const [pointer, setPointer] = useState<Point | null>(null);
  const [pen, setPen] = useState<KeyPen | null>(null);
  const layoutNow = useRef<Layout | undefined>(undefined);
  const brush = maskEdits.editing ? view.brush : null;
  const drawing = drawingOn({
    view,
    onStage,
    measurable:
      (values &&
        scale &&
        drawn &&
        pixels && {
          imageId: drawn.imageId,
          frame: drawn.frame,
          tell: tellingOf(values, scale, pixels),
        }) ||
      undefined,
    layoutNow: () => layoutNow.current,
    measurements,
    paint: maskEdits.paint,
    pointAt: linked.pointAt,
  });
  const {
    stage,
    element,
    stageSize,
    placement,
    place: placeAt,
    zoomBy,
    zoomTo,
    fit,
  } = useStage({
    first: keeping?.before?.placement,
    // In the frame of the event, not in the one after it.
    onScroll: (by) => flushSync(() => run({ do: 'move', by })),
    onWindow: opening ? (by) => run({ do: 'drag-window', by }) : undefined,
    isWindowing: view.isWindowing,
    onDraw: drawing.onDraw,
    drawsAt: drawing.drawsAt,
    onHover: setPointer,
  });
  useKeptView(keeping, view, placement);
  const layout: Layout | undefined =
    drawn && stageSize.width > 0
      ? {
          stage: stageSize,
          ...('values' in drawn
            ? {
                columns: drawn.values.description.columns,
                rows: drawn.values.description.rows,
                pixelAspect: pixelAspectOf(drawn.values.description),
              }
            : { columns: drawn.aspect, rows: 1, pixelAspect: 1 }),
          ...turnedBy(state?.content, view),
          placement,
        }
      : undefined;
  useEffect(() => {
    layoutNow.current = layout;
  });
  const described = values?.description;
  const fused = fusedOn(fusion, view.fusion, described, () => descriptionsAround(frames, drawnAt, stored.descriptions));
  const steps = useMemo(
    () =>
      stepsFor(presentations.chosen, onStage, chosen) ?? (chosen || !described ? undefined : openingSteps(described)),
    [presentations.chosen, onStage, chosen, described],
  );
  usePlacementOf(presentations.chosen, state, layout, placeAt);
  useEffect(() => {
    if (takesFocus) element?.focus();
  }, [takesFocus, element]);

  const total = frames.length;
  /** No window was chosen and the file has a lookup table, so there is no window to display. */
  const isByTable = opening?.isByTable === true && chosen === undefined;
  const told = opening && !isByTable ? toldWindow(chosen ?? opening, opening.suvFactor) : null;
  const canWindow = opening !== null || series.windows.offered.length > 0;
  const keyMap = {
    presets: canWindow ? presets : [],
    hasWindow: opening !== null,
    hasSeries: onSeries !== undefined,
    hasMeasures: pixels !== null && stored.isGiven === true,
    fusible: switchedBy(fusion, view.fusion)?.id,
    isRightToLeft,
  };
  const zoomToTrueSize = useCallback(() => {
    const shown = layoutNow.current;
    if (shown) zoomTo(shown.placement.scale / (shownScale(shown) * devicePixelRatio));
  }, [zoomTo]);
  const press = (command: KeyCommand) => {
    if (command.do === 'zoom') zoomBy(command.factor);
    else if (command.do === 'fit') fit();
    else if (command.do === 'true-size') {
      if (values) zoomToTrueSize();
    } else if (command.do === 'change-series') onSeries?.(command.by);
    else run(command);
  };
  /** Draws by keyboard. @returns whether the key was for the pen */
  const pressPen = (event: KeyboardEvent): boolean => {
    if (!drawing.hasTool || event.ctrlKey || event.metaKey || event.altKey) return false;
    const next = penAfter(pen, event, stageSize);
    if (!next) return false;
    const at = next.pen?.at ?? pen?.at;
    setPen(next.pen);
    setPointer(next.pen?.at ?? null);
    if (next.phase && at) drawing.onDraw(next.phase, at, 'mouse');
    return true;
  };
  const brushed = overlays.find(({ code }) => code === brush?.code);
  const known: ViewportTools = {
    view,
    run,
    presets,
    opening,
    overlays,
    haveMasksFailed,
    graphics: graphics.planes.length > 0 ? { isFailed: graphics.isFailed } : null,
    presentations: toldOf(presentations, { state, layout, current, isStored: stored.isGiven }),
    maskEditing: maskEdits.editing,
    lostStrokes: maskEdits.lost,
    total,
    frameMs: stored.description?.frameMs ?? null,
    isStored: stored.isGiven,
    measured: measurements.all.flatMap(({ id, imageId, frame, measure: kind, text, points }) => {
      const place = findTarget(frames, { imageId, frame, window: null });
      const { canChange, canRemove, colleagueOf } = measurements;
      const rights = { canChange: canChange(id), canRemove: canRemove(id), colleague: colleagueOf(id) };
      return place === undefined ? [] : [{ id, at: place, kind, text, points, ...rights }];
    }),
    frames,
    removeMeasurement: measurements.remove,
    annotateMeasurement: measurements.annotate,
    saveMeasurements: measurements.save,
    keeping: keptMeasurements ? (keptMeasurements.change ? 'stored' : 'unclaimed') : 'never',
    shape: values?.description,
    zoomToTrueSize,
    shown: shownOf(
      frames,
      drawn,
      chosen ?? seenWindow(state && opening),
      // The region is given for the image as the report shows it: upright.
      layout && layout.rotation === 0 && !layout.isFlipped
        ? regionSeen(placement, stageSize, layout.columns / (layout.rows * layout.pixelAspect))
        : null,
    ),
  };
  const gripped = pointer ? drawing.under(pointer) : undefined;
  const hovered = pointer && values && scale && layout && pixels && valueUnder(pointer, layout, values, scale, pixels);
  return (
    <section aria-label={texts.label} className={isInRoom ? 'flex h-full min-h-0 flex-col' : 'grid grid-cols-1 gap-2'}>
      {isInRoom ? tools(known) : <div className="flex flex-wrap items-center gap-1">{tools(known)}</div>}
      {/* Fingers on the buttons over the image must not zoom the page either. */}
      <div className={classes('relative @container touch-none', isInRoom && 'min-h-0 flex-1')}>
        <div
          ref={stage}
          role="slider"
          tabIndex={0}
          aria-label={texts.stage}
          aria-orientation="vertical"
          aria-valuemin={1}
          aria-valuemax={total}
          aria-valuenow={at + 1}
          aria-valuetext={stageText(texts, { index: at + 1, total }, { isByTable, told, problem })}
          aria-keyshortcuts={shortcutsOf(keyMap)}
          onKeyDown={(event) => {
            // The keys of a button on the stage are its own.
            if (event.target !== event.currentTarget) return;
            if (event.key === 'Escape') measurements.drop();
            if (pressPen(event)) {
              event.preventDefault();
              return;
            }
            const command = commandOf(event, keyMap);
            if (!command) return;
            event.preventDefault();
            press(command);
          }}
          data-zoomed={placement.scale > 1}
          data-windowing={view.isWindowing}
          data-gripping={measurements.movedId ? 'held' : gripped && 'near'}
          className={stageClasses(isInRoom, caption !== undefined, stageClassName)}
        >
          {drawn && onStage && layout ? (
            <StageImage
              frame={onStage}
              stored={'values' in drawn ? drawn : undefined}
              picture={'url' in drawn ? drawn : undefined}
              window={chosen}
              steps={steps}
              view={view}
              layout={layout}
              overlays={overlays}
              graphics={graphics.fetched}
              name={texts.image({ index: (drawnAt ?? 0) + 1, total })}
              hasPlainLooks={!canWindow}
              fused={fused && <FusedLayer {...fused} />}
              onShown={onShown && (() => onShown(placeOf(onStage)))}
            />
          ) : (
            <NoImage
              texts={texts}
              problem={problem}
              failure={isFailed ? (stored.isDamaged ? 'damaged' : 'failed') : null}
              onRetry={stored.isGiven === false ? picture.retry : stored.retry}
            />
          )}
          {brush && brushed && pointer && layout && (
            <BrushMark at={pointer} {...brush} maskColumns={brushed.columns} layout={layout} />
          )}
          {values && layout && drawn && pixels && (
            <>
              {state && <PresentationMarks state={state} layout={layout} areAnnotationsShown={view.areGraphicsShown} />}
              <ImageMarks description={values.description} layout={layout} texts={pixels} />
              <MeasurementMarks
                measurements={measurements.on(drawn)}
                gripped={measurements.movedId ?? gripped?.measurement.id}
                layout={layout}
              />
              {linked.line && <ReferenceLine line={linked.line} layout={layout} />}
              {drawing.hasTool && pen && <KeyPenMark pen={pen} />}
              {linked.cross && <CrosshairMark at={linked.cross} layout={layout} />}
            </>
          )}
          <CornerNote
            isInRoom={isInRoom}
            caption={caption}
            fused={fused && <FusedCaption {...fused} run={run} />}
            told={told}
            isByTable={isByTable}
          />
          {fused && <ColourBar {...fused} stageHeight={stageSize.height} />}
          <FocusMark />
        </div>
        <PositionNote
          hovered={hovered}
          fused={fused && pointer && layout && <FusedValue {...fused} at={pointer} layout={layout} />}
          isWaiting={drawn !== undefined && drawnAt !== at}
        >
          {texts.caption({ index: (drawnAt ?? at) + 1, total, frame: (onStage ?? current).frame })}
        </PositionNote>
        <ZoomButtons texts={texts} onZoom={zoomBy} onFit={fit} />
      </div>
      {total > 1 && (
        <input
          type="range"
          dir={isRightToLeft ? 'rtl' : 'ltr'}
          aria-label={texts.move}
          min={0}
          max={total - 1}
          value={at}
          onChange={(event) => run({ do: 'go', to: event.target.valueAsNumber })}
          className={`${isInRoom ? 'h-6' : 'h-8'} w-full will-change-transform pointer-coarse:h-11 accent-(--signal)`}
        />
      )}
      {hint(known)}
    </section>
  );
}
