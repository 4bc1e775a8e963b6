import { useEffect, useRef, useState } from 'react';
import {
  distance,
  FITTED,
  middle,
  moveBy,
  PIXELS_PER_IMAGE,
  type Placement,
  type Point,
  type Stage,
  zoomAt,
} from './gestures.ts';

/**
 * Fingers, mouse and wheel on the stage: one finger up and down moves through the images (or moves a zoomed image), two
 * fingers zoom, the wheel scrolls, with Ctrl it zooms, a double tap zooms in and out. Where a window can be changed, the
 * right and the middle button drag it, and so does the first pointer while `isWindowing`.
 */
export function useStage(
  onScroll: (images: number) => void,
  { onWindow, isWindowing = false }: { onWindow?: ((by: Point) => void) | undefined; isWindowing?: boolean } = {},
) {
  // A state, not a ref: the stage may come after its page, when the first image can be read.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [placement, setPlacement] = useState<Placement>(FITTED);
  const [stageSize, setStageSize] = useState<Stage>({ width: 0, height: 0 });
  const scroll = useRef(onScroll);
  const windowing = useRef({ onWindow, isWindowing });
  useEffect(() => {
    scroll.current = onScroll;
    windowing.current = { onWindow, isWindowing };
  }, [onScroll, onWindow, isWindowing]);

  useEffect(() => {
    if (!element) return;
    const fingers = new Map<number, { x: number; y: number }>();
    let rest = 0;
    let lastTapAt = 0;
    const place = (event: { clientX: number; clientY: number }) => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
    };
    const size = (): Stage => ({ width: element.clientWidth, height: element.clientHeight });
    /** Whole images only; what is left over counts with the next movement. */
    const scrollBy = (pixels: number) => {
      rest += pixels;
      const images = Math.trunc(rest / PIXELS_PER_IMAGE);
      rest -= images * PIXELS_PER_IMAGE;
      if (images !== 0) scroll.current(images);
    };
    /** The pointer whose drag changes the window, and where it is on the screen: the page may scroll under it. */
    let windowPointer: number | undefined;
    let windowAt: Point = { x: 0, y: 0 };
    const onDown = (event: PointerEvent) => {
      element.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, place(event));
      rest = 0;
      const isOtherButton = event.button === 1 || event.button === 2;
      if (windowing.current.onWindow && (isOtherButton || windowing.current.isWindowing))
        windowPointer ??= event.pointerId;
      if (event.pointerId === windowPointer) windowAt = { x: event.clientX, y: event.clientY };
    };
    const onMove = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = place(event);
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, now);
      if (other) {
        const factor = distance(now, other) / Math.max(1, distance(before, other));
        setPlacement((from) => zoomAt(from, factor, middle(now, other), size()));
        return;
      }
      if (event.pointerId === windowPointer) {
        const from = windowAt;
        windowAt = { x: event.clientX, y: event.clientY };
        return windowing.current.onWindow?.({ x: windowAt.x - from.x, y: windowAt.y - from.y });
      }
      const by = { x: now.x - before.x, y: now.y - before.y };
      setPlacement((from) => {
        if (from.scale === 1) return from;
        return moveBy(from, by, size());
      });
      if (element.dataset.zoomed !== 'true') scrollBy(by.y);
    };
    const onUp = (event: PointerEvent) => {
      const isTap = fingers.size === 1 && distance(fingers.get(event.pointerId) ?? place(event), place(event)) < 8;
      fingers.delete(event.pointerId);
      const wasWindow = event.pointerId === windowPointer;
      if (wasWindow) windowPointer = undefined;
      if (!isTap || wasWindow) return;
      const isSecond = event.timeStamp - lastTapAt < 300;
      lastTapAt = isSecond ? 0 : event.timeStamp;
      if (isSecond) setPlacement((from) => (from.scale > 1 ? FITTED : zoomAt(from, 2.5, place(event), size())));
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.ctrlKey) setPlacement((from) => zoomAt(from, event.deltaY < 0 ? 1.15 : 1 / 1.15, place(event), size()));
      else scroll.current(Math.sign(event.deltaY));
    };
    /** Neither the browser's menu nor its own scrolling comes between. */
    const keepForWindow = (event: MouseEvent) => {
      if (windowing.current.onWindow && event.button !== 0) event.preventDefault();
    };
    const observer = new ResizeObserver(() => setStageSize(size()));
    observer.observe(element);
    element.addEventListener('contextmenu', keepForWindow);
    element.addEventListener('mousedown', keepForWindow);
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    // Not passive: the page must not scroll while the stack does.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('contextmenu', keepForWindow);
      element.removeEventListener('mousedown', keepForWindow);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('wheel', onWheel);
    };
  }, [element]);

  const zoomBy = (factor: number) => setPlacement((from) => zoomAt(from, factor, { x: 0, y: 0 }, stageSize));
  return { stage: setElement, element, stageSize, placement, zoomBy, fit: () => setPlacement(FITTED) };
}
