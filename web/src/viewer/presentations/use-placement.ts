import { useState } from 'react';
import type { Layout } from '../pixels/layout.ts';
import type { Placement } from '../stage/gestures.ts';
import { areaName, type ChosenState, placementFor, type StateOnImage } from './state-on-image.ts';

/** Where the state says which part is to be shown, the image is placed so once; then the reader moves it. */
export function usePlacementOf(
  chosen: ChosenState | null,
  state: StateOnImage | undefined,
  layout: Layout | undefined,
  place: (placement: Placement) => void,
): void {
  const [placedBy, setPlacedBy] = useState<string | null>(null);
  const wanted = chosen && state && layout ? `${chosen.id} ${areaName(state.area)}` : null;
  if (wanted !== null && state && layout && wanted !== placedBy) {
    setPlacedBy(wanted);
    place(placementFor(state.area, layout, devicePixelRatio));
  } else if (!chosen && placedBy !== null) setPlacedBy(null);
}
