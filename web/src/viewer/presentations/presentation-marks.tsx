import type { Graphic, GraphicText, Shutter } from '@duai/imaging/browser';
import { type Layout, shownScale } from '../pixels/layout.ts';
import type { Point } from '../stage/gestures.ts';
import { annotationsOn, positionOn, type StateOnImage } from './state-on-image.ts';

/** The shutter and the annotations of a presentation state, in CSS pixels of the stage: letters keep their size and stay upright. */
export function PresentationMarks({
  state,
  layout,
  areAnnotationsShown,
}: {
  readonly state: StateOnImage;
  readonly layout: Layout;
  readonly areAnnotationsShown: boolean;
}) {
  const { width, height } = layout.stage;
  const { shutter } = state.content;
  const annotations = annotationsOn(state);
  const said = annotations.flatMap(({ texts }) => texts.map(({ text }) => text));
  return (
    <svg
      role="img"
      aria-label={[state.content.label, ...(areAnnotationsShown ? said : [])].join(', ')}
      className="pointer-events-none absolute inset-0 size-full"
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
      data-presentation-state=""
    >
      {shutter && <ShutterMarks shutter={shutter} state={state} layout={layout} />}
      {areAnnotationsShown &&
        placed(annotations).map(([place, annotation]) => {
          const colour = greyOf(annotation.of?.grey ?? 1);
          return (
            <g key={place} data-graphic-layer={annotation.layer}>
              {[true, false].map((isHalo) => (
                <g key={String(isHalo)}>
                  {placed(annotation.graphics).map(([at, graphic]) => (
                    <GraphicMark key={at} {...{ graphic, state, layout, colour, isHalo }} />
                  ))}
                </g>
              ))}
              {placed(annotation.texts).map(([at, text]) => (
                <TextMark key={at} text={text} state={state} layout={layout} colour={colour} />
              ))}
            </g>
          );
        })}
    </svg>
  );
}

/** With their places, which name them: what a state has never changes its order. */
const placed = <Item,>(items: readonly Item[]): [number, Item][] => [...items.entries()];

const greyOf = (share: number): string => {
  const grey = Math.round(255 * Math.min(1, Math.max(0, share)));
  return `rgb(${grey} ${grey} ${grey})`;
};

const move = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');

/** What lies outside any of its shapes is covered: each is a hole in a sheet over the whole stage. */
function ShutterMarks({
  shutter: { rectangle, circle, polygon, grey },
  state,
  layout,
}: {
  readonly shutter: Shutter;
  readonly state: StateOnImage;
  readonly layout: Layout;
}) {
  const on = (column: number, row: number) => positionOn([column, row], 'pixel', state, layout);
  const shapes = {
    rectangle: rectangle && [
      on(rectangle.left, rectangle.top),
      on(rectangle.right, rectangle.top),
      on(rectangle.right, rectangle.bottom),
      on(rectangle.left, rectangle.bottom),
    ],
    circle: circle && around(circle).map(([column, row]) => on(column, row)),
    polygon: polygon?.map(([column, row]) => on(column, row)),
  };
  const sheet = move([on(0, 0), on(layout.columns, 0), on(layout.columns, layout.rows), on(0, layout.rows)]);
  return Object.entries(shapes).map(([name, shape]) =>
    shape ? (
      <path key={name} data-shutter="" d={`M${sheet}ZM${move(shape)}Z`} fill={greyOf(grey)} fillRule="evenodd" />
    ) : null,
  );
}

const STEPS = 96;
function around({ column, row, radius }: { column: number; row: number; radius: number }): [number, number][] {
  return Array.from({ length: STEPS }, (_, at) => {
    const angle = (at / STEPS) * 2 * Math.PI;
    return [column + radius * Math.cos(angle), row + radius * Math.sin(angle)];
  });
}

function GraphicMark({
  graphic: { type, units, points: flat, isFilled },
  state,
  layout,
  colour,
  isHalo,
}: {
  readonly graphic: Graphic;
  readonly state: StateOnImage;
  readonly layout: Layout;
  readonly colour: string;
  /** A dark edge, so that a bright line is seen on bright parts of the image as well. */
  readonly isHalo: boolean;
}) {
  const points = Array.from({ length: flat.length / 2 }, (_, at) =>
    positionOn([flat[at * 2] ?? 0, flat[at * 2 + 1] ?? 0], units, state, layout),
  );
  const [first, second, third, fourth] = points;
  if (!first) return null;
  const line = isHalo
    ? { fill: 'none', stroke: edgeOf(colour), strokeWidth: 3.5, strokeOpacity: 0.7 }
    : { fill: isFilled ? colour : 'none', fillOpacity: 0.35, stroke: colour, strokeWidth: 1.5 };
  if (type === 'point') return <circle cx={first.x} cy={first.y} r={3} {...line} fill={colour} />;
  if (type === 'circle' && second)
    return <circle cx={first.x} cy={first.y} r={Math.hypot(second.x - first.x, second.y - first.y)} {...line} />;
  if (type === 'ellipse' && second && third && fourth) {
    const angle = (Math.atan2(second.y - first.y, second.x - first.x) * 180) / Math.PI;
    const [cx, cy] = [(first.x + second.x) / 2, (first.y + second.y) / 2];
    return (
      <ellipse
        {...{ cx, cy }}
        rx={Math.hypot(second.x - first.x, second.y - first.y) / 2}
        ry={Math.hypot(fourth.x - third.x, fourth.y - third.y) / 2}
        transform={`rotate(${angle} ${cx} ${cy})`}
        {...line}
      />
    );
  }
  return <path d={type === 'interpolated' ? curve(points) : `M${move(points)}`} {...line} />;
}

/** A smooth curve through all points (Catmull-Rom), which the standard leaves to the viewer (PS3.3 C.10.5.1.2). */
function curve(points: readonly Point[]): string {
  const [first] = points;
  if (!first) return '';
  const isClosed = points.length > 2 && points.at(-1)?.x === first.x && points.at(-1)?.y === first.y;
  const at = (index: number) => {
    const last = points.length - 1;
    const turned = isClosed ? (index + last) % last : Math.min(last, Math.max(0, index));
    return points[turned] ?? first;
  };
  const parts = points.slice(1).map((to, index) => {
    const [before, from, after] = [at(index - 1), at(index), at(index + 2)];
    const control = (a: number, b: number, c: number, side: 1 | -1) => (b + (side * (c - a)) / 6).toFixed(1);
    return `C${control(before.x, from.x, to.x, 1)} ${control(before.y, from.y, to.y, 1)} ${control(from.x, to.x, after.x, -1)} ${control(from.y, to.y, after.y, -1)} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
  });
  return `M${first.x.toFixed(1)} ${first.y.toFixed(1)}${parts.join('')}`;
}

const LINE_HEIGHT = 15;
const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const;

function TextMark({
  text: { text, box, anchor },
  state,
  layout,
  colour,
}: {
  readonly text: GraphicText;
  readonly state: StateOnImage;
  readonly layout: Layout;
  readonly colour: string;
}) {
  const target = anchor && positionOn(anchor.at, anchor.units, state, layout);
  const corners = box && [box.from, box.to].map((corner) => positionOn(corner, box.units, state, layout));
  const [one, other] = corners ?? [];
  const gap = Math.min(8, Math.max(2, shownScale(layout) * 2));
  const frame = one &&
    other && { left: Math.min(one.x, other.x), right: Math.max(one.x, other.x), top: Math.min(one.y, other.y) };
  const align = box?.align ?? 'left';
  const at = frame
    ? { x: { left: frame.left, right: frame.right, center: (frame.left + frame.right) / 2 }[align], y: frame.top }
    : target && { x: target.x + gap, y: target.y - LINE_HEIGHT / 2 };
  if (!at) return null;
  const lines = text.split('\n');
  return (
    <>
      {target && frame && anchor?.isVisible && (
        <line x1={at.x} y1={at.y + (lines.length * LINE_HEIGHT) / 2} x2={target.x} y2={target.y} stroke={colour} />
      )}
      <text
        fill={colour}
        stroke={edgeOf(colour)}
        strokeWidth={3}
        paintOrder="stroke"
        textAnchor={ANCHORS[align]}
        className="text-xs"
      >
        {placed(lines).map(([place, line]) => (
          <tspan key={place} x={at.x} y={at.y + (place + 0.8) * LINE_HEIGHT}>
            {line}
          </tspan>
        ))}
      </text>
    </>
  );
}

const edgeOf = (colour: string): string => (Number(/\d+/.exec(colour)?.[0]) < 110 ? '#fff' : '#000');
