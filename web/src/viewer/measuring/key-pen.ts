import type { DrawPhase } from '../stage/gesture-listener.ts';
import type { Point, Stage } from '../stage/gestures.ts';

/** The point that the keyboard draws with, relative to the stage's centre; `isDown` as a pressed mouse button. */
export interface KeyPen {
  readonly at: Point;
  readonly isDown: boolean;
}

/** In CSS pixels for one press of an arrow. */
const STEP = 8;
const FINE_STEP = 1;
const ARROWS: Record<string, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** What a key does with the pen: where it is then, and what is drawn. */
export interface PenStep {
  readonly pen: KeyPen | null;
  readonly phase?: DrawPhase;
}

/**
 * Drawing by keyboard while a tool is chosen: Enter brings the pen to the middle of the stage, then presses and lifts it;
 * arrows move it (with Shift by one pixel), Escape puts it away. Undefined: the key is not for the pen.
 */
export function penAfter(
  pen: KeyPen | null,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { width, height }: Stage,
): PenStep | undefined {
  if (!pen) return key === 'Enter' ? { pen: { at: { x: 0, y: 0 }, isDown: false } } : undefined;
  if (key === 'Enter') return { pen: { ...pen, isDown: !pen.isDown }, phase: pen.isDown ? 'up' : 'down' };
  if (key === 'Escape') return { pen: null, ...(pen.isDown && { phase: 'cancel' as const }) };
  const by = ARROWS[key];
  if (!by) return undefined;
  const step = shiftKey ? FINE_STEP : STEP;
  const at = {
    x: Math.min(width / 2, Math.max(-width / 2, pen.at.x + by.x * step)),
    y: Math.min(height / 2, Math.max(-height / 2, pen.at.y + by.y * step)),
  };
  return { pen: { ...pen, at }, ...(pen.isDown && { phase: 'move' as const }) };
}
