import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type GestureHandlers, listenToGestures } from './gesture-listener.ts';
import { FITTED, moveBy, type Placement, type Point, type Stage, zoomAt } from './gestures.ts';

const DOUBLE_TAP_ZOOM = 2.5;
/** At true size a small image is smaller than its stage. */
const LEAST_SCALE = 0.02;

type StageWishes = Pick<GestureHandlers, 'onScroll' | 'onWindow' | 'isWindowing' | 'onDraw' | 'drawsAt' | 'onHover'>;

/** The position of the image on its stage, at `first` before it is moved, and the handlers of touch, mouse and wheel. */
export function useStage({ first = FITTED, ...wishes }: StageWishes & { readonly first: Placement | undefined }) {
  // A state, not a ref, because the stage may be rendered later than its page, when the first image can be read.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [placement, setPlacement] = useState<Placement>(first);
  const [stageSize, setStageSize] = useState<Stage>({ width: 0, height: 0 });
  const now = useRef({ ...wishes, isZoomed: false });
  useEffect(() => {
    now.current = { ...wishes, isZoomed: placement.scale > 1 };
  });

  // Before the browser draws: the size is known with the first drawing, not told after it.
  useLayoutEffect(() => {
    if (!element) return;
    const controller = new AbortController();
    const size = (): Stage => ({ width: element.clientWidth, height: element.clientHeight });
    const handlers = () => ({
      ...now.current,
      onZoom: (factor: number, at: Point) => setPlacement((from) => zoomAt(from, factor, at, size())),
      onPan: (by: Point) => setPlacement((from) => moveBy(from, by, size())),
      onDoubleTap: (at: Point) =>
        setPlacement((from) => (from.scale > 1 ? FITTED : zoomAt(from, DOUBLE_TAP_ZOOM, at, size()))),
    });
    listenToGestures(element, handlers, controller.signal);
    const observer = new ResizeObserver(() => setStageSize(size()));
    observer.observe(element);
    setStageSize(size());
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [element]);

  const zoomBy = useCallback(
    (factor: number) => setPlacement((from) => zoomAt(from, factor, { x: 0, y: 0 }, stageSize)),
    [stageSize],
  );
  /** Centres the image. */
  const zoomTo = useCallback((scale: number) => setPlacement({ scale: Math.max(LEAST_SCALE, scale), x: 0, y: 0 }), []);
  const fit = useCallback(() => setPlacement(FITTED), []);
  return {
    place: setPlacement,
    stage: setElement,
    element,
    stageSize,
    placement,
    zoomBy,
    zoomTo,
    fit,
  };
}
