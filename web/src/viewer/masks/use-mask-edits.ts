import { useRef, useState } from 'react';
import type { DrawPhase } from '../stage/gesture-listener.ts';
import type { Point } from '../stage/gestures.ts';
import { afterStroke, type Brush, type MaskEdits, type ViewOverlay, withEdits } from './mask-edits.ts';

/** Stores corrected masks. */
export interface MaskCorrecting {
  /** Resolves when the new version is stored and shown; rejects if it was refused. */
  readonly save: (overlay: ViewOverlay, changed: ViewOverlay['slices']) => Promise<void>;
}

/** The brush strokes on the masks of a series. */
export function useMaskEdits(overlays: readonly ViewOverlay[]) {
  const [edits, setEdits] = useState<ReadonlyMap<string, MaskEdits>>(new Map());
  const last = useRef<Point | null>(null);
  const editsOf = (code: string): MaskEdits => edits.get(code) ?? new Map();

  function paint(
    brush: Brush,
    {
      phase,
      at,
      size,
      image,
      frame,
    }: {
      phase: DrawPhase;
      /** In columns and rows of the image. */
      at: Point;
      size: { columns: number; rows: number };
      image: string;
      frame: number;
    },
  ): void {
    const overlay = overlays.find(({ code }) => code === brush.code);
    if (!overlay || phase === 'up' || phase === 'cancel') {
      last.current = null;
      return;
    }
    const to = { x: (at.x * overlay.columns) / size.columns, y: (at.y * overlay.rows) / size.rows };
    const from = (phase === 'move' && last.current) || to;
    last.current = to;
    setEdits((all) =>
      new Map(all).set(
        brush.code,
        afterStroke(overlay, all.get(brush.code) ?? new Map(), brush, { image, frame, from, to }),
      ),
    );
  }

  return {
    shown: overlays.map((overlay) => withEdits(overlay, editsOf(overlay.code))),
    paint,
    isChanged: (code: string) => editsOf(code).size > 0,
    changedSlices: (code: string) => [...editsOf(code).values()],
    discard: (code: string) => setEdits((all) => new Map([...all].filter(([of]) => of !== code))),
  };
}
