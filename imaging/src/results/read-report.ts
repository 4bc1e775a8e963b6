import type { DataSet } from 'dicom-parser';
import { ImagingError } from '../files/refusal.ts';
import type { CodedConcept, ItemReader } from './read-items.ts';

/** A number in a report, with the images that it was measured on. */
export interface ReportedNumber {
  concept: CodedConcept;
  value: number;
  unit: string;
  /** SOP Instance UIDs. */
  images: string[];
}
/** A statement in a report: what was examined, and what was found. */
export interface ReportedStatement {
  concept: CodedConcept;
  said: string;
  images: string[];
}
export interface ReportContent {
  numbers: ReportedNumber[];
  statements: ReportedStatement[];
}

/** More items than a genuine report has, and the limit of a result. */
const MOST_ITEMS = 2000;
/** DCM 125007: Measurement Group (PS3.16 TID 1411 and 1501). */
const MEASUREMENT_GROUP = '125007';

/**
 * Numbers (NUM) and statements (CODE) of a structured report, as Measurement Report (PS3.16 TID 1500) nests them; other
 * templates are read too. The images of a measurement group apply to all its items.
 * @throws ImagingError NOT_READABLE for an invalid number, or for too many items
 */
export function readReport(root: DataSet, reader: ItemReader): ReportContent {
  const found: ReportContent = { numbers: [], statements: [] };
  let items = 0;

  const walk = (item: DataSet, images: string[]): void => {
    items += 1;
    if (items > MOST_ITEMS)
      throw new ImagingError('NOT_READABLE', 'the report has too many items', { isOverLimit: true });
    const concept = reader.code(item, 'x0040a043');
    const children = reader.items(item, 'x0040a730');
    const type = reader.text(item, 'x0040a040');
    if (type === 'NUM' && concept) addNumber(item, concept, imagesOf(item, images));
    if (type === 'CODE' && concept) {
      const said = reader.code(item, 'x0040a168');
      if (said) found.statements.push({ concept, said: said.meaning || said.value, images: imagesOf(item, images) });
    }
    const isGroup = concept?.scheme === 'DCM' && concept.value === MEASUREMENT_GROUP;
    const inside = isGroup ? everyImageIn(item) : images;
    for (const child of children) walk(child, inside);
  };

  function addNumber(item: DataSet, concept: CodedConcept, images: string[]): void {
    const [measured] = reader.items(item, 'x0040a300');
    // An empty sequence means that there is no value (PS3.3 C.18.1).
    if (!measured) return;
    const text = reader.text(measured, 'x0040a30a') ?? '';
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value))
      throw new ImagingError('NOT_READABLE', 'a number of the report is none');
    found.numbers.push({ concept, value, unit: reader.code(measured, 'x004008ea')?.value ?? '', images });
  }

  const ownImages = (item: DataSet) =>
    reader.items(item, 'x00081199').flatMap((reference) => reader.text(reference, 'x00081155') ?? []);
  function everyImageIn(item: DataSet): string[] {
    return [...ownImages(item), ...reader.items(item, 'x0040a730').flatMap(everyImageIn)];
  }
  const imagesOf = (item: DataSet, outer: string[]) => {
    const own = everyImageIn(item);
    return own.length > 0 ? own : outer;
  };

  for (const item of reader.items(root, 'x0040a730')) walk(item, []);
  return found;
}
