import type { marks } from '@duai/contract';
import {
  type Drawn,
  type Figure,
  type FigureName,
  figuresOf,
  isRegion,
  outlineOf,
  type Spacing,
} from '@duai/imaging/browser';
import { formatFigure } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { type Layout, toStage } from '../pixels/layout.ts';
import { type FrameValues, fieldOf } from '../pixels/values/frame-values.ts';
import { deviationText, figureText, type ValueScale, valueText } from '../pixels/values/value-scale.ts';
import type { Point } from '../stage/gestures.ts';
import { LINE_HEIGHT, textPlaces } from './text-places.ts';

/** Texts for displayed values. */
export interface PixelTexts {
  readonly byTable: string;
  readonly window: (p: { center: string | number; width: string | number }) => string;
  readonly edges: (p: { left: string; right: string; top: string; bottom: string }) => string;
  readonly atDetector: (p: { value: string }) => string;
  readonly onFilm: (p: { value: string }) => string;
  /** Of ultrasound, for the scale bar. */
  readonly inRegion: (p: { value: string }) => string;
  readonly calibrated: string;
  readonly atImager: string;
  readonly atFilm: string;
  readonly inRegions: string;
  readonly noSpacing: string;
  readonly side: (p: { side: string }) => string;
  /** On a mirrored image whose directions are not known. */
  readonly mirrored: string;
  readonly outside: string;
  readonly mean: (p: { value: string }) => string;
  readonly deviation: (p: { value: string }) => string;
  readonly least: (p: { value: string }) => string;
  readonly most: (p: { value: string }) => string;
}

/** A length that is not that in the body, or not everywhere, says so. */
export function lengthText(value: string, spacing: Spacing | null, texts: PixelTexts): string {
  if (spacing?.of === 'imager') return texts.atDetector({ value });
  if (spacing?.of === 'film') return texts.onFilm({ value });
  return spacing?.of === 'region' ? texts.inRegion({ value }) : value;
}

const figure = (value: number): string => formatFigure(value, 1, activeLanguage());

/** The value of one pixel, told as a maximum where it is that of a slab. */
export function pixelText(value: number, { description }: FrameValues, scale: ValueScale, texts: PixelTexts): string {
  const told = valueText(value, scale);
  return description.isMaximum ? texts.most({ value: told }) : told;
}

export interface ToldMeasurement extends Drawn {
  readonly id: string;
  /** The displayed result. */
  readonly text: string;
}

/** What a measurement tells: its text, and the figures of its values in the displayed unit. */
export interface Told {
  readonly text: string;
  readonly values: NonNullable<marks.Measurement['values']>;
}

export const tellingOf =
  (values: FrameValues, scale: ValueScale, texts: PixelTexts) =>
  (drawn: Drawn): Told => {
    const found = figuresOf(drawn, values.description, fieldOf(values, scale.factor));
    return {
      text: textOf(drawn, found, values, scale, texts),
      values: found.flatMap(({ name, value, unit }) => (unit === 'value' ? [{ name: name as ValueName, value }] : [])),
    };
  };
type ValueName = Told['values'][number]['name'];

/** The text beside a measurement; empty for an angle without its second leg. */
function textOf(
  drawn: Drawn,
  found: readonly Figure[],
  values: FrameValues,
  scale: ValueScale,
  texts: PixelTexts,
): string {
  const { spacing } = values.description;
  if (drawn.measure === 'probe' && found.length === 0) return texts.outside;
  const told = (value: string) => lengthText(value, spacing, texts);
  const [long, short] = found;
  if (drawn.measure === 'bidirectional' && long && short)
    return told(`${figure(long.value)} × ${figure(short.value)} ${long.unit}`);
  const said: Record<FigureName, (value: number, unit: string) => string> = {
    length: (value, unit) => told(`${figure(value)} ${unit}`),
    'long-axis': (value, unit) => told(`${figure(value)} ${unit}`),
    'short-axis': (value, unit) => told(`${figure(value)} ${unit}`),
    angle: (value) => `${figure(value)}°`,
    'cobb-angle': (value) => `${figure(value)}°`,
    value: (value) => pixelText(value, values, scale, texts),
    mean: (value) => texts.mean({ value: valueText(value, scale) }),
    deviation: (value) => texts.deviation({ value: deviationText(value, scale) }),
    least: (value) => texts.least({ value: figureText(value, scale) }),
    most: (value) => texts.most({ value: figureText(value, scale) }),
    area: (value, unit) => told(`${figure(value)} ${unit}`),
  };
  return found.map(({ name, value, unit }) => said[name](value, unit)).join(', ');
}

/** Measurements of the displayed frame, in CSS pixels of its stage, so that lines and letters keep their size at every zoom. */
export function MeasurementMarks({
  measurements,
  gripped,
  layout,
}: {
  readonly measurements: readonly ToldMeasurement[];
  /** Its points are shown as handles. */
  readonly gripped?: string | undefined;
  readonly layout: Layout;
}) {
  const { width, height } = layout.stage;
  const drawn = measurements.flatMap((measurement) => {
    const points = measurement.points.map((point) => toStage(point, layout));
    const last = points.at(-1);
    return last ? [{ measurement, points, text: measurement.text, at: last }] : [];
  });
  return (
    <svg
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full"
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
    >
      {textPlaces(drawn, layout.stage).map(({ measurement, points, lines, x, y, isCut }) => (
        <g key={measurement.id} fill="none" stroke="#ffd23f" strokeWidth={1.5}>
          <Shape measurement={measurement} points={points} layout={layout} />
          {measurement.id === gripped && measurement.measure !== 'freehand' && (
            <path data-handles d={points.map(handlePath).join('')} fill="#000" />
          )}
          <text
            x={x}
            textAnchor={isCut ? 'end' : 'start'}
            y={y}
            fill="#ffd23f"
            stroke="#000"
            strokeWidth={3}
            paintOrder="stroke"
            className="text-xs tabular-nums"
          >
            {lines.length === 1
              ? measurement.text
              : lines.map((line, index) => {
                  const down = y + index * LINE_HEIGHT;
                  return (
                    <tspan key={down} x={x} y={down}>
                      {line}
                    </tspan>
                  );
                })}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Length in CSS pixels. */
const HEAD = 9;
const HANDLE = 5;

function Shape({
  measurement: { measure, points: inImage },
  points,
  layout,
}: {
  readonly measurement: Drawn;
  readonly points: readonly Point[];
  readonly layout: Layout;
}) {
  if (isRegion(measure)) {
    const outline = pathOf(outlineOf(measure, inImage).map((point) => toStage(point, layout)));
    return <polygon points={outline} />;
  }
  const [first, second] = points;
  if (measure === 'probe' && first) return <circle cx={first.x} cy={first.y} r={4} />;
  if (measure === 'cobb' || measure === 'bidirectional')
    return (
      <>
        <polyline points={pathOf(points.slice(0, 2))} />
        <polyline points={pathOf(points.slice(2))} />
      </>
    );
  if (measure === 'arrow' && first && second) {
    // The arrow head is where the drag began, at the object.
    const angle = Math.atan2(second.y - first.y, second.x - first.x);
    const barb = (turn: number) => ({
      x: first.x + HEAD * Math.cos(angle + turn),
      y: first.y + HEAD * Math.sin(angle + turn),
    });
    return (
      <>
        <polyline points={pathOf(points)} />
        <polyline points={pathOf([barb(0.5), first, barb(-0.5)])} />
      </>
    );
  }
  return <polyline points={pathOf(points)} />;
}

const handlePath = ({ x, y }: Point): string =>
  `M${x - HANDLE},${y}a${HANDLE},${HANDLE} 0 1 0 ${2 * HANDLE},0a${HANDLE},${HANDLE} 0 1 0 ${-2 * HANDLE},0`;
const pathOf = (points: readonly Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(' ');
