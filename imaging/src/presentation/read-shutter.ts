import type { DataSet } from 'dicom-parser';
import type { Shutter } from './presentation-content.ts';
import type { StateReader } from './state-reader.ts';

const EDGES = ['x00181602', 'x00181604', 'x00181606', 'x00181608'];
const MOST_VERTICES = 10_000;

/**
 * The display shutter (PS3.3 C.7.6.11), in columns and rows from the upper left corner of the image: the file counts pixels
 * from 1, and its edges belong to what is shown. `isWhole`: false where a shape that it names cannot be read.
 */
export function readShutter(root: DataSet, reader: StateReader): { shutter: Shutter | null; isWhole: boolean } {
  const shapes = (root.string('x00181600') ?? '')
    .split('\\')
    .map((shape) => shape.trim().toUpperCase())
    .filter(Boolean);
  const named = shapes.filter((shape) => shape !== 'BITMAP');
  if (named.length === 0) return { shutter: null, isWhole: shapes.length === 0 };
  const [left, right, top, bottom] = EDGES.map((tag) => reader.numbers(root, tag, 1)?.[0]);
  const isRectangle = left !== undefined && right !== undefined && top !== undefined && bottom !== undefined;
  const rectangle =
    named.includes('RECTANGULAR') && isRectangle ? { left: left - 1, top: top - 1, right, bottom } : null;
  const [row, column] = reader.numbers(root, 'x00181610', 2) ?? [];
  const [radius] = reader.numbers(root, 'x00181612', 1) ?? [];
  const circle =
    named.includes('CIRCULAR') && row !== undefined && column !== undefined && radius !== undefined && radius > 0
      ? { column: column - 0.5, row: row - 0.5, radius }
      : null;
  const polygon = named.includes('POLYGONAL') ? verticesOf(root, reader) : null;
  const isRead = named.every(
    (shape) => ({ RECTANGULAR: rectangle, CIRCULAR: circle, POLYGONAL: polygon })[shape] !== null,
  );
  const shutter =
    rectangle || circle || polygon
      ? { rectangle, circle, polygon, grey: (root.uint16('x00181622') ?? 0) / 65_535 }
      : null;
  return { shutter, isWhole: isRead && named.length === shapes.length };
}

function verticesOf(root: DataSet, reader: StateReader): Shutter['polygon'] {
  const count = (root.string('x00181620') ?? '').split('\\').length;
  if (count < 6 || count % 2 === 1 || count > MOST_VERTICES * 2) return null;
  reader.take('points', count / 2);
  const values = reader.numbers(root, 'x00181620', count);
  if (!values) return null;
  return Array.from({ length: count / 2 }, (_, at) => [(values[at * 2 + 1] ?? 0) - 0.5, (values[at * 2] ?? 0) - 0.5]);
}
