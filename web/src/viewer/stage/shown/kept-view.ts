import { useEffect } from 'react';
import type { Placement } from '../gestures.ts';
import type { View } from '../view.ts';

/** How a series was seen: which image, window, turn and masks, and which part of it. */
export interface KeptView {
  readonly view: View;
  readonly placement: Placement;
}

/** Where a viewport that comes and goes keeps its view. */
export interface ViewKeeping {
  /** How it was seen before; undefined the first time. */
  readonly before: KeptView | undefined;
  readonly keep: (seen: KeptView) => void;
}

/** Keeps the view of a viewport, without the tool in its reader's hand. */
export function useKeptView(keeping: ViewKeeping | undefined, view: View, placement: Placement): void {
  useEffect(() => {
    const seen = { ...view, isPlaying: false, isWindowing: false, measure: null, brush: null };
    keeping?.keep({ view: seen, placement });
  });
}
