import { useEffect, useMemo, useRef, useState } from 'react';
import type { DrawPhase } from '../stage/gesture-listener.ts';
import type { Point } from '../stage/gestures.ts';
import { type AllEdits, afterStroke, type Brush, type MaskEdits, type ViewOverlay, withEdits } from './mask-edits.ts';

/** Stores corrected masks. */
export interface MaskCorrecting {
  /**
   * Resolves when the new version is stored and shown; rejects if it was refused, also where its base is not the latest. Undefined: the
   * report is signed, so that nothing can be saved any more.
   */
  readonly save: ((overlay: ViewOverlay, changed: MaskEdits) => Promise<void>) | undefined;
  /** Where strokes wait that are not saved, for as long as this window is open. */
  readonly unsaved: {
    readonly read: (seriesId: string) => AllEdits;
    readonly keep: (seriesId: string, edits: AllEdits) => void;
  };
}

/** What the tools may do with the strokes. */
export interface MaskEditing {
  readonly isChanged: (code: string) => boolean;
  readonly discard: (code: string) => void;
  /** Saves the mask as a new version. */
  readonly save: (code: string) => Promise<void>;
}

/** Strokes that can no longer be saved: on how many images of the series, by mask. */
export interface LostStrokes {
  readonly masks: readonly { readonly code: string; readonly images: number }[];
  readonly dismiss: () => void;
}

/**
 * The brush strokes on the masks of a series. What is not saved is still there when its reader comes back to the series, from
 * another one, another case or after a reload; before the window closes the browser asks.
 */
export function useMaskEdits(
  overlays: readonly ViewOverlay[],
  seriesId: string,
  correcting: MaskCorrecting | undefined,
) {
  const unsaved = correcting?.unsaved;
  const [edits, setEdits] = useState<AllEdits>(() => unsaved?.read(seriesId) ?? NONE);
  const store = useRef(unsaved);
  useEffect(() => {
    store.current = unsaved;
  });
  const isKept = useRef(true);
  useEffect(() => {
    // What was read need not be written.
    if (isKept.current) {
      isKept.current = false;
      return;
    }
    store.current?.keep(seriesId, edits);
  }, [seriesId, edits]);
  const isOver = correcting !== undefined && correcting.save === undefined;
  const isUnsaved = edits.size > 0 && !isOver;
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const shown = useMemo(
    () => overlays.map((overlay) => withEdits(overlay, edits.get(overlay.code))),
    [overlays, edits],
  );
  const last = useRef<Point | null>(null);
  /** The edits of the mask before the stroke that is being drawn. */
  const before = useRef<MaskEdits | undefined>(undefined);

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
    if (isOver) return;
    const overlay = overlays.find(({ code }) => code === brush.code);
    if (phase === 'cancel') setEdits((all) => withMask(all, brush.code, before.current));
    if (!overlay || phase === 'up' || phase === 'cancel') {
      last.current = null;
      return;
    }
    if (phase === 'down') before.current = edits.get(brush.code);
    const to = { x: (at.x * overlay.columns) / size.columns, y: (at.y * overlay.rows) / size.rows };
    const from = (phase === 'move' && last.current) || to;
    last.current = to;
    setEdits((all) =>
      new Map(all).set(brush.code, afterStroke(overlay, all.get(brush.code), brush, { image, frame, from, to })),
    );
  }

  const editing = useMemo((): MaskEditing | undefined => {
    const save = correcting?.save;
    if (!save) return undefined;
    const discard = (code: string) => setEdits((all) => withMask(all, code, undefined));
    return {
      isChanged: (code) => edits.has(code),
      discard,
      async save(code) {
        const [overlay, changed] = [overlays.find((one) => one.code === code), edits.get(code)];
        if (!overlay || !changed) return;
        await save(overlay, changed);
        discard(code);
      },
    };
  }, [correcting, overlays, edits]);
  const lost: LostStrokes | undefined =
    isOver && edits.size > 0
      ? {
          masks: [...edits].map(([code, { slices }]) => ({ code, images: slices.size })),
          dismiss: () => setEdits(NONE),
        }
      : undefined;
  return { shown, paint, editing, lost };
}

/** The edits with those of one mask replaced, or without them. */
const withMask = (all: AllEdits, code: string, edits: MaskEdits | undefined): AllEdits =>
  new Map([...[...all].filter(([of]) => of !== code), ...(edits ? [[code, edits] as const] : [])]);

const NONE: AllEdits = new Map();
