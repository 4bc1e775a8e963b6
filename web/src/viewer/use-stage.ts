import { useEffect, useRef, useState } from 'react';
import { distance, FITTED, middle, moveBy, PIXELS_PER_IMAGE, type Placement, type Stage, zoomAt } from './gestures.ts';

/**
 * Fingers, mouse and wheel on the stage: one finger up and down moves through the images (or moves a zoomed image), two
 * fingers zoom, the wheel scrolls, with Ctrl it zooms, a double tap zooms in and out.
 */
export function useStage(onScroll: (images: number) => void) {
  const stage = useRef<HTMLDivElement>(null);
  const [placement, setPlacement] = useState<Placement>(FITTED);
  const scroll = useRef(onScroll);
  useEffect(() => {
    scroll.current = onScroll;
  }, [onScroll]);

  useEffect(() => {
    const element = stage.current;
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
    const onDown = (event: PointerEvent) => {
      element.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, place(event));
      rest = 0;
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
      if (!isTap) return;
      const isSecond = event.timeStamp - lastTapAt < 300;
      lastTapAt = isSecond ? 0 : event.timeStamp;
      if (isSecond) setPlacement((from) => (from.scale > 1 ? FITTED : zoomAt(from, 2.5, place(event), size())));
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.ctrlKey) setPlacement((from) => zoomAt(from, event.deltaY < 0 ? 1.15 : 1 / 1.15, place(event), size()));
      else scroll.current(Math.sign(event.deltaY));
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    // Not passive: the page must not scroll while the stack does.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('wheel', onWheel);
    };
  }, []);

  const zoomBy = (factor: number) => {
    const { clientWidth, clientHeight } = stage.current ?? { clientWidth: 0, clientHeight: 0 };
    setPlacement((from) => zoomAt(from, factor, { x: 0, y: 0 }, { width: clientWidth, height: clientHeight }));
  };
  return { stage, placement, zoomBy, fit: () => setPlacement(FITTED) };
}
