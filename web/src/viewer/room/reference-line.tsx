import { type Layout, toStage } from '../pixels/layout.ts';
import type { Point } from '../stage/gestures.ts';

/** The line in which the image of another viewport intersects this one. */
export function ReferenceLine({
  line: [from, to],
  layout,
}: {
  readonly line: readonly [Point, Point];
  readonly layout: Layout;
}) {
  const { width, height } = layout.stage;
  const [start, end] = [toStage(from, layout), toStage(to, layout)];
  return (
    <svg
      aria-hidden
      data-reference-line
      className="pointer-events-none absolute inset-0 size-full"
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
    >
      <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} stroke="#7fd4ff" strokeWidth={1} strokeDasharray="6 4" />
    </svg>
  );
}

/** Half of the gap in the middle of a crosshair, CSS pixels: what it points at stays in sight. */
const GAP = 10;

/** Where the crosshair lies on this image. */
export function CrosshairMark({ at, layout }: { readonly at: Point; readonly layout: Layout }) {
  const { width, height } = layout.stage;
  const { x, y } = toStage(at, layout);
  const lines = [
    [-width / 2, y, x - GAP, y],
    [x + GAP, y, width / 2, y],
    [x, -height / 2, x, y - GAP],
    [x, y + GAP, x, height / 2],
  ] as const;
  return (
    <svg
      aria-hidden
      data-crosshair={`${at.x.toFixed(1)} ${at.y.toFixed(1)}`}
      className="pointer-events-none absolute inset-0 size-full [filter:drop-shadow(0_0_1px_#000)]"
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
    >
      {lines.map(([x1, y1, x2, y2]) => (
        <line key={`${x1} ${y1}`} x1={x1} y1={y1} x2={x2} y2={y2} stroke="#ffd166" strokeWidth={1} />
      ))}
    </svg>
  );
}
