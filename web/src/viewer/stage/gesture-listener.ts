import { distance, middle, PIXELS_PER_IMAGE, type Point } from './gestures.ts';

export interface GestureHandlers {
  /** So many images further. */
  readonly onScroll: (images: number) => void;
  /** Scales about a point from the stage's middle. */
  readonly onZoom: (factor: number, at: Point) => void;
  /** Moves a zoomed image. */
  readonly onPan: (by: Point) => void;
  /** Zooms in at this point, or back to the whole image. */
  readonly onDoubleTap: (at: Point) => void;
  /** Undefined: the window cannot be changed. In CSS pixels. */
  readonly onWindow?: ((by: Point) => void) | undefined;
  /** The first button and the finger change the window too. */
  readonly isWindowing: boolean;
  readonly isZoomed: boolean;
  /** Draws with the first button or finger instead; points from the stage's middle. Undefined: nothing is drawn. */
  readonly onDraw?: ((phase: DrawPhase, at: Point) => void) | undefined;
  /** Where the mouse is, also without a button; null: it has left. */
  readonly onHover?: ((at: Point | null) => void) | undefined;
}
/** "cancel": the system took the pointer away. */
export type DrawPhase = 'down' | 'move' | 'up' | 'cancel';

/** What is needed of an element. */
export type StageElement = Pick<HTMLElement, 'addEventListener' | 'getBoundingClientRect' | 'setPointerCapture'>;

const TAP_PIXELS = 8;
const DOUBLE_TAP_MS = 300;
const WHEEL_ZOOM = 1.15;

/**
 * Fingers, mouse and wheel on the stage: one finger up and down moves through the images (or moves a zoomed image), two
 * fingers zoom, the wheel scrolls, with Ctrl it zooms, a double tap zooms in and out. Where a window can be changed, the
 * right and the middle button drag it, and so does the first pointer while `isWindowing`. `handlers` is asked at each event.
 */
export function listenToGestures(element: StageElement, handlers: () => GestureHandlers, signal: AbortSignal): void {
  const fingers = new Map<number, Point>();
  let rest = 0;
  let lastTapAt = Number.NEGATIVE_INFINITY;
  let pressedAt: Point = { x: 0, y: 0 };
  /** The pointer whose drag changes the window, and where it is on the screen: the page may scroll under it. */
  let windowPointer: number | undefined;
  let windowAt: Point = { x: 0, y: 0 };
  let drawPointer: number | undefined;

  const place = (event: { clientX: number; clientY: number }): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  };
  /** Whole images only; what is left over counts with the next movement. */
  const scrollBy = (pixels: number) => {
    rest += pixels;
    const images = Math.trunc(rest / PIXELS_PER_IMAGE);
    rest -= images * PIXELS_PER_IMAGE;
    if (images !== 0) handlers().onScroll(images);
  };
  const onDown = (event: PointerEvent) => {
    const { onWindow, isWindowing, onDraw } = handlers();
    element.setPointerCapture(event.pointerId);
    pressedAt = place(event);
    fingers.set(event.pointerId, pressedAt);
    rest = 0;
    const isOtherButton = event.button === 1 || event.button === 2;
    if (onWindow && (isOtherButton || isWindowing)) windowPointer ??= event.pointerId;
    if (event.pointerId === windowPointer) windowAt = { x: event.clientX, y: event.clientY };
    else if (onDraw && event.button === 0 && fingers.size === 1) {
      drawPointer = event.pointerId;
      onDraw('down', pressedAt);
    }
  };
  const onMove = (event: PointerEvent) => {
    const now = place(event);
    handlers().onHover?.(now);
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    const { onZoom, onPan, onWindow, onDraw, isZoomed } = handlers();
    if (event.pointerId === drawPointer) return onDraw?.('move', now);
    if (other) return onZoom(distance(now, other) / Math.max(1, distance(before, other)), middle(now, other));
    if (event.pointerId === windowPointer) {
      const from = windowAt;
      windowAt = { x: event.clientX, y: event.clientY };
      return onWindow?.({ x: windowAt.x - from.x, y: windowAt.y - from.y });
    }
    const by = { x: now.x - before.x, y: now.y - before.y };
    if (isZoomed) onPan(by);
    else scrollBy(by.y);
  };
  const onUp = (event: PointerEvent) => {
    const at = place(event);
    const isTap = fingers.size === 1 && fingers.has(event.pointerId) && distance(pressedAt, at) < TAP_PIXELS;
    fingers.delete(event.pointerId);
    if (event.pointerId === drawPointer) {
      drawPointer = undefined;
      return handlers().onDraw?.('up', at);
    }
    const wasWindow = event.pointerId === windowPointer;
    if (wasWindow) windowPointer = undefined;
    if (!isTap || wasWindow) return;
    const isSecond = event.timeStamp - lastTapAt < DOUBLE_TAP_MS;
    lastTapAt = isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp;
    if (isSecond) handlers().onDoubleTap(at);
  };
  const onCancel = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (event.pointerId === windowPointer) windowPointer = undefined;
    if (event.pointerId !== drawPointer) return;
    drawPointer = undefined;
    handlers().onDraw?.('cancel', place(event));
  };
  const onLeave = () => handlers().onHover?.(null);
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.ctrlKey) handlers().onZoom(event.deltaY < 0 ? WHEEL_ZOOM : 1 / WHEEL_ZOOM, place(event));
    else handlers().onScroll(Math.sign(event.deltaY));
  };
  /** Neither the browser's menu nor its own scrolling comes between. */
  const keepForWindow = (event: MouseEvent) => {
    if (handlers().onWindow && event.button !== 0) event.preventDefault();
  };
  element.addEventListener('contextmenu', keepForWindow, { signal });
  element.addEventListener('mousedown', keepForWindow, { signal });
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onCancel, { signal });
  element.addEventListener('pointerleave', onLeave, { signal });
  // Not passive: the page must not scroll while the stack does.
  element.addEventListener('wheel', onWheel, { passive: false, signal });
}
