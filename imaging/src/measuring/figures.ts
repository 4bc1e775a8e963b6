import {
  angleOf,
  areaOf,
  cobbAngleOf,
  type Drawn,
  isWhole,
  lengthOf,
  type PixelField,
  type Point,
  statisticsOf,
} from './measure.ts';
import { shapeAt } from './regions.ts';
import { type PixelShape, pixelAspectOf } from './spacing.ts';

/** The figures that a measurement can yield. */
export type FigureName =
  | 'length'
  | 'long-axis'
  | 'short-axis'
  | 'angle'
  | 'cobb-angle'
  | 'value'
  | 'mean'
  | 'deviation'
  | 'least'
  | 'most'
  | 'area';
export interface Figure {
  readonly name: FigureName;
  readonly value: number;
  /** 'value': the unit of the pixel field. */
  readonly unit: 'mm' | 'px' | 'mm²' | 'px²' | '°' | 'value';
}

/**
 * All figures of a measurement, in display order; empty for an incomplete one and for an arrow. Where the pixel size is not
 * known, lengths are in widths of a pixel, areas in squares of them.
 */
export function figuresOf(drawn: Drawn, image: PixelShape, field: PixelField): Figure[] {
  const { measure, points } = drawn;
  if (!isWhole(drawn)) return [];
  const shape = shapeAt(image, points);
  const pixelAspect = pixelAspectOf(shape);
  switch (measure) {
    case 'length':
      return [{ name: 'length', ...lengthOf(points, shape) }];
    case 'angle':
      return [{ name: 'angle', value: angleOf(points, pixelAspect), unit: '°' }];
    case 'cobb':
      return [{ name: 'cobb-angle', value: cobbAngleOf(points, pixelAspect), unit: '°' }];
    case 'bidirectional': {
      const [one, other] = [lengthOf(points, shape), lengthOf(points.slice(2), shape)];
      const [long, short] = one.value >= other.value ? [one, other] : [other, one];
      return [
        { name: 'long-axis', ...long },
        { name: 'short-axis', ...short },
      ];
    }
    case 'arrow':
      return [];
    case 'probe': {
      const [{ x, y } = { x: -1, y: -1 }] = points;
      const value = field.valueAt(pixelAt(x, field.columns), pixelAt(y, field.rows));
      return value === null ? [] : [{ name: 'value', value, unit: 'value' }];
    }
    case 'ellipse':
    case 'rectangle':
    case 'freehand': {
      const found = statisticsOf(measure, points, field);
      const told = (['mean', 'deviation', 'least', 'most'] as const).flatMap((name): Figure[] =>
        found ? [{ name, value: found[name], unit: 'value' }] : [],
      );
      return [...told, { name: 'area', ...areaOf(measure, points, shape) }];
    }
  }
}

/** The column or row of a place; the far edge of an image belongs to its last one (PS3.3 C.18.6). */
const pixelAt = (place: number, count: number): number => (place === count ? count - 1 : Math.floor(place));

/** The ends of the longer axis of the ellipse between two corners, then of the shorter one, as drawn on the image. */
export function axesOf([from, to]: readonly Point[]): readonly Point[] {
  if (!from || !to) return [];
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const across = [
    { x: from.x, y },
    { x: to.x, y },
  ];
  const down = [
    { x, y: from.y },
    { x, y: to.y },
  ];
  return Math.abs(to.x - from.x) >= Math.abs(to.y - from.y) ? [...across, ...down] : [...down, ...across];
}
