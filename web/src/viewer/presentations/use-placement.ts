import { useState } from 'react';
import type { Layout } from '../pixels/layout.ts';
import type { Placement } from '../stage/gestures.ts';
import { areaName, type ChosenState, placementFor, type StateOnImage } from './state-on-image.ts';

/**
 * Where the state says which part is to be shown, the image is placed so once; then the reader moves it. Until then a stage of
 * another size shows the same part.
 */
export function usePlacementOf(
  chosen: ChosenState | null,
  state: StateOnImage | undefined,
  layout: Layout | undefined,
  place: (placement: Placement) => void,
): void {
  const [placed, setPlaced] = useState<{ by: string; stage: Layout['stage']; placement: Placement } | null>(null);
  const wanted = chosen && state && layout ? `${chosen.id} ${areaName(state.area)}` : null;
  if (wanted !== null && state && layout) {
    const { stage, placement } = layout;
    const isResized = placed?.stage.width !== stage.width || placed.stage.height !== stage.height;
    const isMoved = placed !== null && !isSame(placed.placement, placement);
    if (placed?.by === wanted && !(isResized && !isMoved)) return;
    const next = placementFor(state.area, layout, devicePixelRatio);
    setPlaced({ by: wanted, stage, placement: next });
    place(next);
  } else if (!chosen && placed !== null) setPlaced(null);
}

const isSame = (one: Placement, other: Placement): boolean =>
  one.scale === other.scale && one.x === other.x && one.y === other.y;
