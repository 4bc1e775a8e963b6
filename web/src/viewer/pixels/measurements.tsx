import { formatFigure } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import type { Point } from '../stage/gestures.ts';
import type { FrameValues } from './frame-values.ts';
import { type Layout, pixelAspectOf, toStage } from './layout.ts';
import {
  angleOf,
  areaOf,
  cobbAngleOf,
  isRegion,
  isWhole,
  lengthOf,
  type Measurement,
  outlineOf,
  statisticsOf,
} from './measure.ts';

/** Values as a reader knows them: HU of CT, SUV of PET where it is known. */
export interface ValueScale {
  readonly factor: number;
  readonly unit: string | null;
}

/** What is told of stored values beside them. */
export interface PixelTexts {
  readonly byTable: string;
  readonly window: (p: { center: string | number; width: string | number }) => string;
  readonly edges: (p: { left: string; right: string; top: string; bottom: string }) => string;
  readonly atDetector: (p: { value: string }) => string;
  readonly calibrated: string;
  readonly atImager: string;
  readonly noSpacing: string;
  readonly side: (p: { side: string }) => string;
  readonly outside: string;
  readonly mean: (p: { value: string }) => string;
  readonly deviation: (p: { value: string }) => string;
  readonly least: (p: { value: string }) => string;
  readonly most: (p: { value: string }) => string;
}

const figure = (value: number, decimals = 1): string => formatFigure(value, decimals, activeLanguage());
const withUnit = (text: string, unit: string | null): string => (unit ? `${text} ${unit}` : text);
export const valueText = (value: number, { factor, unit }: ValueScale): string =>
  withUnit(figure(value * factor, factor === 1 ? 0 : 2), unit);

export interface ToldMeasurement extends Measurement {
  /** What it found. */
  readonly text: string;
}

/** What a measurement found, as it is told beside it; nothing of an angle before its last leg. */
export function measurementText(
  { measure, points }: Pick<Measurement, 'measure' | 'points'>,
  values: FrameValues,
  scale: ValueScale,
  texts: PixelTexts,
): string {
  if (!isWhole({ measure, points })) return '';
  const { spacing } = values.description;
  // At the detector things are larger than in the body.
  const told = (value: string) => (spacing?.of === 'imager' ? texts.atDetector({ value }) : value);
  switch (measure) {
    case 'length': {
      const { value, unit } = lengthOf(points, spacing);
      return told(`${figure(value)} ${unit}`);
    }
    case 'angle':
      return `${figure(angleOf(points, pixelAspectOf(spacing)))}°`;
    case 'cobb':
      return `${figure(cobbAngleOf(points, pixelAspectOf(spacing)))}°`;
    case 'bidirectional': {
      const [long, short] = [lengthOf(points, spacing), lengthOf(points.slice(2), spacing)].sort(
        (one, other) => other.value - one.value,
      );
      return told(`${figure(long?.value ?? 0)} × ${figure(short?.value ?? 0)} ${long?.unit}`);
    }
    case 'arrow':
      return '';
    case 'probe': {
      const [point] = points;
      const found = point ? statisticsOf('rectangle', pixelAround(point), values) : null;
      return found ? valueText(found.mean, scale) : texts.outside;
    }
    case 'ellipse':
    case 'rectangle':
    case 'freehand': {
      const area = areaOf(measure, points, spacing);
      const found = statisticsOf(measure, points, values);
      const said = found
        ? [
            texts.mean({ value: valueText(found.mean, scale) }),
            texts.deviation({ value: figure(found.deviation * scale.factor, scale.factor === 1 ? 1 : 2) }),
            texts.least({ value: valueText(found.least, { ...scale, unit: null }) }),
            texts.most({ value: valueText(found.most, { ...scale, unit: null }) }),
          ]
        : [];
      return [...said, told(`${figure(area.value)} ${area.unit}`)].join(', ');
    }
  }
}

const pixelAround = ({ x, y }: Point): Point[] => [
  { x: Math.floor(x), y: Math.floor(y) },
  { x: Math.floor(x) + 1, y: Math.floor(y) + 1 },
];

/** Measurements of the frame on show, in CSS pixels of its stage: lines and letters keep their size at every zoom. */
export function MeasurementMarks({
  measurements,
  layout,
}: {
  readonly measurements: readonly ToldMeasurement[];
  readonly layout: Layout;
}) {
  const { width, height } = layout.stage;
  return (
    <svg
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full"
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
    >
      {measurements.map((measurement) => {
        const points = measurement.points.map((point) => toStage(point, layout));
        const last = points.at(-1);
        if (!last) return null;
        return (
          <g key={measurement.id} fill="none" stroke="#ffd23f" strokeWidth={1.5}>
            <Shape measurement={measurement} points={points} layout={layout} />
            <text
              x={last.x + 8}
              y={last.y - 6}
              fill="#ffd23f"
              stroke="#000"
              strokeWidth={3}
              paintOrder="stroke"
              className="text-xs tabular-nums"
            >
              {measurement.text}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** CSS pixels. */
const HEAD = 9;

function Shape({
  measurement: { measure, points: inImage },
  points,
  layout,
}: {
  readonly measurement: Measurement;
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
    // The head is where the drag began: at what is pointed at.
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

const pathOf = (points: readonly Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(' ');
