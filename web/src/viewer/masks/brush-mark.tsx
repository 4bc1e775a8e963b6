import { type Layout, shownScale } from '../pixels/layout.ts';
import type { Point } from '../stage/gestures.ts';

/** The circle around the pointer that the brush marks or erases, in the size of the mask's pixels on the stage. */
export function BrushMark({
  at,
  radius,
  isErasing,
  maskColumns,
  layout,
}: {
  /** CSS pixels from the stage's centre. */
  readonly at: Point;
  /** In pixels of the mask. */
  readonly radius: number;
  readonly isErasing: boolean;
  readonly maskColumns: number;
  readonly layout: Layout;
}) {
  const across = radius * (layout.columns / maskColumns) * shownScale(layout);
  const down = across * layout.pixelAspect;
  const isUpright = layout.rotation === 0 || layout.rotation === 180;
  const [rx, ry] = isUpright ? [across, down] : [down, across];
  return (
    <svg
      aria-hidden
      data-brush={isErasing ? 'erases' : 'marks'}
      className="pointer-events-none absolute top-1/2 left-1/2 -translate-1/2 overflow-visible [filter:drop-shadow(0_0_1px_#000)]"
      style={{ marginLeft: at.x, marginTop: at.y }}
      width={2 * rx}
      height={2 * ry}
    >
      <ellipse
        cx={rx}
        cy={ry}
        rx={rx}
        ry={ry}
        fill="none"
        stroke="#ffd166"
        strokeWidth={1.5}
        strokeDasharray={isErasing ? '4 3' : undefined}
      />
    </svg>
  );
}
