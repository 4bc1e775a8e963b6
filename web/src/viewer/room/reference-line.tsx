import { type Layout, toStage } from '../pixels/layout.ts';
import type { Point } from '../stage/gestures.ts';

/** Where the image of another viewport cuts this one. */
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
