/** A border between panels: which side of it the panel lies that it sizes, and how large that panel may be, in percent. */
export interface Border {
  readonly side: 'left' | 'right' | 'top';
  readonly min: number;
  readonly max: number;
  readonly usual: number;
}

const STEP = 2;

/** What makes the panel larger: an arrow that moves the border away from it. */
const GROWS = { left: 'ArrowRight', right: 'ArrowLeft', top: 'ArrowDown' } as const;
const SHRINKS = { left: 'ArrowLeft', right: 'ArrowRight', top: 'ArrowUp' } as const;

const within = ({ min, max }: Border, share: number): number =>
  Math.min(max, Math.max(min, Math.round(share * 10) / 10));

/** The panel's share when the border is at this point of the screen. */
export function shareAt(
  border: Border,
  around: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  at: { readonly x: number; readonly y: number },
): number {
  const across = (100 * (at.x - around.left)) / around.width;
  const down = (100 * (at.y - around.top)) / around.height;
  return within(border, { left: across, right: 100 - across, top: down }[border.side]);
}

/** The panel's share after a key; null if the key does not move the border. */
export function shareAfterKey(border: Border, share: number, key: string): number | null {
  if (key === GROWS[border.side]) return within(border, share + STEP);
  if (key === SHRINKS[border.side]) return within(border, share - STEP);
  if (key === 'Home') return border.min;
  if (key === 'End') return border.max;
  return key === 'Enter' ? border.usual : null;
}
