import type { DataSet } from 'dicom-parser';
import type { Annotation, Graphic, GraphicLayer, GraphicText, Position, Units } from './presentation-content.ts';
import type { StateReader } from './state-reader.ts';

/** Least points of each type of graphic (PS3.3 C.10.5.1.2), and those that have so many exactly. */
const TYPES = {
  POINT: { type: 'point', least: 1, most: 1 },
  POLYLINE: { type: 'polyline', least: 2, most: Number.POSITIVE_INFINITY },
  INTERPOLATED: { type: 'interpolated', least: 2, most: Number.POSITIVE_INFINITY },
  CIRCLE: { type: 'circle', least: 2, most: 2 },
  ELLIPSE: { type: 'ellipse', least: 4, most: 4 },
} as const;
const TYPE_NAMES = Object.keys(TYPES) as (keyof typeof TYPES)[];
const ALIGN = { LEFT: 'left', RIGHT: 'right', CENTER: 'center' } as const;

export interface ReadAnnotations {
  annotations: Annotation[];
  layers: GraphicLayer[];
  /** Something of it is not drawn. */
  isPartial: boolean;
  hasCompound: boolean;
  hasStyles: boolean;
}

/** The graphic annotations (PS3.3 C.10.5) and their layers (C.10.7). What cannot be drawn is left out, and told. */
export function readAnnotations(root: DataSet, reader: StateReader): ReadAnnotations {
  const told = { isPartial: false, hasCompound: false, hasStyles: false };
  const annotations = reader.items(root, 'x00700001').flatMap((item): Annotation[] => {
    const scope = reader.scope(item);
    if (!scope) told.isPartial = true;
    if (reader.items(item, 'x00700209').length > 0) told.hasCompound = true;
    const graphics = reader.items(item, 'x00700009').flatMap((graphic) => {
      if (STYLES.some((tag) => graphic.elements[tag])) told.hasStyles = true;
      return readGraphic(graphic, reader) ?? [];
    });
    const texts = reader.items(item, 'x00700008').flatMap((text) => {
      if (STYLES.some((tag) => text.elements[tag])) told.hasStyles = true;
      return readText(text, reader) ?? [];
    });
    const named = ['x00700009', 'x00700008'].reduce((sum, tag) => sum + (item.elements[tag]?.items?.length ?? 0), 0);
    if (named > graphics.length + texts.length) told.isPartial = true;
    return scope ? [{ ...scope, layer: item.string('x00700002')?.trim() ?? '', graphics, texts }] : [];
  });
  const layers = reader.items(root, 'x00700060').flatMap((item) => {
    const name = item.string('x00700002')?.trim();
    const [order] = reader.numbers(item, 'x00700062', 1) ?? [0];
    const grey = item.uint16('x00700066');
    if (!name || order === undefined) return [];
    return [
      { name, order, grey: grey === undefined ? null : grey / 65_535, description: reader.text(item, 'x00700068') },
    ];
  });
  return { annotations, layers, ...told };
}

/** What de-identification writes in place of a text. */
const DUMMY = 'REMOVED';

/** Text Style, Line Style and Fill Style Sequence (PS3.3 C.10.5): drawn plainly here. */
const STYLES = ['x00700231', 'x00700232', 'x00700233'];

function readGraphic(item: DataSet, reader: StateReader): Graphic | null {
  const units = unitsOf(item, 'x00700005', reader);
  const name = reader.word(item, 'x00700023', TYPE_NAMES);
  const count = item.uint16('x00700021') ?? 0;
  if (!units || !name || item.uint16('x00700020') !== 2) return null;
  const { type, least, most } = TYPES[name];
  if (count < least || count > most) return null;
  const points = reader.floats(item, 'x00700022', count * 2);
  // De-identification leaves dummies (PS3.15 table E.1-1): they are no drawing.
  if (!points?.some((value) => value !== 0)) return null;
  return { units, type, isFilled: reader.word(item, 'x00700024', ['Y']) === 'Y', points };
}

function readText(item: DataSet, reader: StateReader): GraphicText | null {
  const text = reader.text(item, 'x00700006');
  if (!text || text === DUMMY) return null;
  const boxUnits = unitsOf(item, 'x00700003', reader);
  const [from, to] = ['x00700010', 'x00700011'].map((tag) => position(item, tag, reader));
  const align = reader.word(item, 'x00700012', ['LEFT', 'RIGHT', 'CENTER']) ?? 'LEFT';
  const anchorUnits = unitsOf(item, 'x00700004', reader);
  const at = position(item, 'x00700014', reader);
  const box = boxUnits && from && to ? { units: boxUnits, from, to, align: ALIGN[align] } : null;
  const isVisible = reader.word(item, 'x00700015', ['Y']) === 'Y';
  const anchor = anchorUnits && at ? { units: anchorUnits, at, isVisible } : null;
  return box || anchor ? { text, box, anchor } : null;
}

function unitsOf(item: DataSet, tag: string, reader: StateReader): Units | null {
  const word = reader.word(item, tag, ['PIXEL', 'DISPLAY']);
  return word && ({ PIXEL: 'pixel', DISPLAY: 'display' } as const)[word];
}

function position(item: DataSet, tag: string, reader: StateReader): Position | null {
  const [column, row] = reader.floats(item, tag, 2) ?? [];
  return column === undefined || row === undefined ? null : [column, row];
}
