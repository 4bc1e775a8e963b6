import type { PointedWith } from '../measuring/moving.ts';
import { distance, middle, PIXELS_PER_IMAGE, type Point } from './gestures.ts';

export interface GestureHandlers {
  /** Scrolls by this number of images. */
  readonly onScroll: (images: number) => void;
  /** Zooms about a point relative to the stage's centre. */
  readonly onZoom: (factor: number, at: Point) => void;
  /** Pans a zoomed image. */
  readonly onPan: (by: Point) => void;
  /** Zooms in at this point, or back to the whole image. */
  readonly onDoubleTap: (at: Point) => void;
  /** In CSS pixels. Undefined: the window cannot be changed. */
  readonly onWindow?: ((by: Point) => void) | undefined;
  /** The primary button or a finger changes the window too. */
  readonly isWindowing: boolean;
  readonly isZoomed: boolean;
  /** Draws with the primary button or a finger; points are relative to the stage's centre. Undefined: drawing is off. */
  readonly onDraw?: ((phase: DrawPhase, at: Point, by: PointedWith) => void) | undefined;
  /** What a press at this point draws with `onDraw`. Something that is moved comes before the window. */
  readonly drawsAt?: ((at: Point, by: PointedWith) => 'new' | 'moved' | undefined) | undefined;
  /** Position of the mouse, also without a button; null when it leaves. */
  readonly onHover?: ((at: Point | null) => void) | undefined;
}
/** "cancel": the system cancelled the pointer. */
export type DrawPhase = 'down' | 'move' | 'up' | 'cancel';
const pointedWith = ({ pointerType }: PointerEvent): PointedWith => (pointerType === 'touch' ? 'finger' : 'mouse');

/** The parts of an element that are used; tests pass a fake. */
export type StageElement = Pick<HTMLElement, 'addEventListener' | 'getBoundingClientRect' | 'setPointerCapture'>;

const TAP_PIXELS = 8;
const DOUBLE_TAP_MS = 300;
const WHEEL_ZOOM = 1.15;
/** One click of a mouse wheel in `wheelDeltaY`, which is in no standard; where a browser lacks it, small events add up. */
const WHEEL_CLICK = 120;

/**
 * A touchpad tells a movement of two fingers by many small events, at each frame of the screen. Slowly turned, the wheel of a
 * mouse on a Mac has small ones too, but by whole clicks.
 */
const isPartOfMovement = ({ deltaMode, deltaY, wheelDeltaY = 1 }: WheelEvent & { readonly wheelDeltaY?: number }) =>
  deltaMode === 0 && Math.abs(deltaY) < PIXELS_PER_IMAGE && wheelDeltaY % WHEEL_CLICK !== 0;

/**
 * Touch, mouse and wheel on the stage. One finger moved up or down scrolls through the images (or pans a zoomed image), two
 * fingers zoom and pan and end what the first one had begun, the wheel scrolls, or zooms with Ctrl, a double tap zooms in and out. If the window can be changed, dragging
 * with the right or middle button changes it, and so does the primary pointer while `isWindowing`. `handlers` is called at
 * each event.
 */
export function listenToGestures(element: StageElement, handlers: () => GestureHandlers, signal: AbortSignal): void {
  const fingers = new Map<number, Point>();
  let rest = 0;
  let lastTapAt = Number.NEGATIVE_INFINITY;
  let pressedAt: Point = { x: 0, y: 0 };
  /** The pointer whose drag changes the window, with its position on the screen, because the page may scroll under it. */
  let windowPointer: number | undefined;
  let windowAt: Point = { x: 0, y: 0 };
  let drawPointer: number | undefined;
  /** From the second finger until all are lifted, so that the finger that is lifted last does nothing else. */
  let isPinch = false;

  const place = (event: { clientX: number; clientY: number }): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  };
  /** Scrolls by whole images; the remainder is added to the next movement. */
  const scrollBy = (pixels: number) => {
    rest += pixels;
    const images = Math.trunc(rest / PIXELS_PER_IMAGE);
    rest -= images * PIXELS_PER_IMAGE;
    if (images !== 0) handlers().onScroll(images);
  };
  const onDown = (event: PointerEvent) => {
    const { onWindow, isWindowing, onDraw, drawsAt } = handlers();
    element.setPointerCapture(event.pointerId);
    pressedAt = place(event);
    fingers.set(event.pointerId, pressedAt);
    rest = 0;
    if (fingers.size > 1) {
      isPinch = true;
      windowPointer = undefined;
      if (drawPointer !== undefined) onDraw?.('cancel', pressedAt, pointedWith(event));
      drawPointer = undefined;
      return;
    }
    const isOtherButton = event.button === 1 || event.button === 2;
    const draws = event.button === 0 ? drawsAt?.(pressedAt, pointedWith(event)) : undefined;
    if (onWindow && (isOtherButton || isWindowing) && draws !== 'moved') windowPointer ??= event.pointerId;
    if (event.pointerId === windowPointer) windowAt = { x: event.clientX, y: event.clientY };
    else if (draws) {
      drawPointer = event.pointerId;
      onDraw?.('down', pressedAt, pointedWith(event));
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
    if (isPinch) {
      if (!other) return;
      const [from, to] = [middle(before, other), middle(now, other)];
      onZoom(distance(now, other) / Math.max(1, distance(before, other)), from);
      return onPan({ x: to.x - from.x, y: to.y - from.y });
    }
    if (event.pointerId === drawPointer) return onDraw?.('move', now, pointedWith(event));
    if (event.pointerId === windowPointer) {
      const from = windowAt;
      windowAt = { x: event.clientX, y: event.clientY };
      return onWindow?.({ x: windowAt.x - from.x, y: windowAt.y - from.y });
    }
    const by = { x: now.x - before.x, y: now.y - before.y };
    if (isZoomed) onPan(by);
    else scrollBy(by.y);
  };
  /** @returns whether the finger was one of several */
  const hasLifted = ({ pointerId }: PointerEvent): boolean => {
    fingers.delete(pointerId);
    const wasPinch = isPinch;
    if (fingers.size === 0) isPinch = false;
    return wasPinch;
  };
  const onUp = (event: PointerEvent) => {
    const at = place(event);
    const isTap = fingers.size === 1 && fingers.has(event.pointerId) && distance(pressedAt, at) < TAP_PIXELS;
    if (hasLifted(event)) return;
    if (event.pointerId === drawPointer) {
      drawPointer = undefined;
      return handlers().onDraw?.('up', at, pointedWith(event));
    }
    const wasWindow = event.pointerId === windowPointer;
    if (wasWindow) windowPointer = undefined;
    if (!isTap || wasWindow) return;
    const isSecond = event.timeStamp - lastTapAt < DOUBLE_TAP_MS;
    lastTapAt = isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp;
    if (isSecond) handlers().onDoubleTap(at);
  };
  const onCancel = (event: PointerEvent) => {
    if (hasLifted(event)) return;
    if (event.pointerId === windowPointer) windowPointer = undefined;
    if (event.pointerId !== drawPointer) return;
    drawPointer = undefined;
    handlers().onDraw?.('cancel', place(event), pointedWith(event));
  };
  const onLeave = () => handlers().onHover?.(null);
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const isPart = isPartOfMovement(event);
    const steps = isPart ? event.deltaY / PIXELS_PER_IMAGE : Math.sign(event.deltaY);
    if (event.ctrlKey) handlers().onZoom(WHEEL_ZOOM ** -steps, place(event));
    else if (isPart) scrollBy(event.deltaY);
    else handlers().onScroll(steps);
  };
  /** Suppresses the browser's context menu and its middle-button scrolling. */
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
  // Not passive, so that the page does not scroll with the stack.
  element.addEventListener('wheel', onWheel, { passive: false, signal });
}
