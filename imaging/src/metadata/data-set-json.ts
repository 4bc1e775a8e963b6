import { assertDepth, type ElementAt } from '../deidentify/profile/elements.ts';
import type { ByteSource } from '../files/byte-source.ts';
import { ImagingError } from '../files/refusal.ts';
import { givenPixels } from '../pixels/frames/frame-bytes.ts';
import { type DecodeText, textDecoderFor } from '../text/charset.ts';
import { base64, littleEndian, MAY_BE_BULK, OCTETS, valuesOf } from './json-values.ts';
import { elementsOf, isPixels, itemsOf, type Run, readTail, typeOf, withHead } from './read-data-set.ts';

/** What the address of bulk data begins with in what `dataSetJson` writes; the text never has it elsewhere. */
export const BULK_PLACE = '"BulkDataURI":"bulkdata/';
/** The version of what is written here: a copy that was made by another is made anew. */
export const DATA_SET_JSON_VERSION = 1;

/** Octets up to this length stand in the text. */
const INLINE_OCTETS = 1024;
/** The same for numbers and long texts. */
const INLINE_BYTES = 64 * 1024;
const MOST_CHARACTERS = 64 * 1024 * 1024;

const SPECIFIC_CHARACTER_SET = 0x00080005;
const PIXEL_REPRESENTATION = 0x00280103;
const TRAILING_PADDING = 0xfffcfffc;

interface Surroundings {
  decode: DecodeText;
  isSigned: boolean;
  depth: number;
  /** The place of bulk data around this data set. */
  path: string;
  written: { characters: number };
}

/**
 * The whole data set of a file in the DICOM JSON model (PS3.18 annex F), one object. Large values have a BulkDataURI relative to
 * the instance; pixels always have one, and are described as `frameBytes` gives them, for that is what is given out.
 * @throws ImagingError TRUNCATED, NOT_READABLE, TOO_LARGE, NESTING_TOO_DEEP
 */
export async function dataSetJson(file: ByteSource): Promise<string> {
  const { entries, tail } = await withHead(file, (head, source, layout) => {
    const around = surroundings();
    const found = objectOf(head, around);
    return { entries: found.entries, tail: { source, layout, around, pixels: found.pixels } };
  });
  const { source, layout, around, pixels } = tail;
  const behind = pixels && (await readTail(source, layout, pixels));
  if (behind) addReadable(entries, behind, around);
  return textOf(asGiven(entries));
}

const surroundings = (): Surroundings => ({
  decode: textDecoderFor(undefined),
  isSigned: false,
  depth: 0,
  path: '',
  written: { characters: 0 },
});

type Entries = Map<number, string>;

/** In ascending order of tags (PS3.18 section F.2.2); integer-like keys of an object would come first, so no object is made. */
const textOf = (entries: Entries): string =>
  `{${[...entries]
    .sort(([a], [b]) => a - b)
    .map(([tag, text]) => `"${nameOf(tag)}":${text}`)
    .join(',')}}`;
const nameOf = (tag: number): string => tag.toString(16).toUpperCase().padStart(8, '0');

function objectOf(run: Run, around: Surroundings): { entries: Entries; pixels: ElementAt | null } {
  const entries: Entries = new Map();
  let inside = around;
  for (const element of elementsOf(run, around.depth)) {
    const { tag } = element;
    if (around.depth === 0 && isPixels(tag)) {
      entries.set(tag, `{"vr":"${element.vr ?? 'OW'}",${BULK_PLACE}${nameOf(tag)}"}`);
      return { entries, pixels: element };
    }
    if ((tag & 0xffff) === 0 || tag === TRAILING_PADDING) continue;
    inside = known(run, element, inside);
    const text = attributeOf(run, element, inside);
    inside.written.characters += text.length;
    if (inside.written.characters > MOST_CHARACTERS)
      throw new ImagingError('TOO_LARGE', 'the data set grows too large as JSON', { isOverLimit: true });
    entries.set(tag, text);
  }
  return { entries, pixels: null };
}

/** What stands behind the pixels is read as far as it can be: no image needs it. */
function addReadable(entries: Entries, behind: Run, around: Surroundings): void {
  try {
    for (const element of elementsOf(behind, 0)) {
      if ((element.tag & 0xffff) === 0 || element.tag === TRAILING_PADDING || isPixels(element.tag)) continue;
      entries.set(element.tag, attributeOf(behind, element, around));
    }
  } catch (error) {
    if (!(error instanceof ImagingError)) throw error;
  }
}

/** Two attributes say how those after them are read. */
function known({ reader }: Run, element: ElementAt, around: Surroundings): Surroundings {
  if (element.tag === SPECIFIC_CHARACTER_SET) {
    const set = String.fromCharCode(...reader.valueOf(element)).replace(/[ \0]+$/, '');
    return { ...around, decode: textDecoderFor(set || undefined) ?? textDecoderFor(undefined) };
  }
  if (element.tag === PIXEL_REPRESENTATION && element.length === 2)
    return {
      ...around,
      isSigned: littleEndian(reader.valueOf(element), 'US', reader.encoding === 'explicit-be')[0] === 1,
    };
  return around;
}

function attributeOf({ reader }: Run, element: ElementAt, around: Surroundings): string {
  const { vr, inside } = typeOf(reader, element, around.isSigned);
  const name = nameOf(element.tag);
  if (vr === 'SQ') {
    const depth = around.depth + 1;
    assertDepth(depth);
    const items: string[] = [];
    for (const item of itemsOf(inside, element, depth)) {
      const path = `${around.path}${name}.${items.length + 1}.`;
      items.push(textOf(objectOf(item, { ...around, depth, path }).entries));
    }
    return items.length === 0 ? '{"vr":"SQ"}' : `{"vr":"SQ","Value":[${items.join(',')}]}`;
  }
  // The text is UTF-8, whatever the file was in (PS3.18 section F.2).
  if (element.tag === SPECIFIC_CHARACTER_SET) return '{"vr":"CS","Value":["ISO_IR 192"]}';
  if (element.length === 0) return `{"vr":"${vr}"}`;
  const most = OCTETS.has(vr) ? INLINE_OCTETS : INLINE_BYTES;
  if (element.length === null || (MAY_BE_BULK.has(vr) && element.length > most))
    return `{"vr":"${vr}",${BULK_PLACE}${around.path}${name}"}`;
  const bytes = littleEndian(reader.valueOf(element), vr, inside.encoding === 'explicit-be');
  if (OCTETS.has(vr)) return `{"vr":"${vr}","InlineBinary":"${base64(bytes)}"}`;
  const values = valuesOf(bytes, vr, around.decode);
  return JSON.stringify(values.length > 0 ? { vr, Value: values } : { vr });
}

/** The attributes that describe pixels (PS3.3 C.7.6.3) are those of the frames that are given out; the others stay. */
function asGiven(entries: Entries): Entries {
  const first = (tag: number): unknown => {
    const text = entries.get(tag);
    return text === undefined ? undefined : (JSON.parse(text) as { Value?: unknown[] }).Value?.[0];
  };
  const [samplesPerPixel, photometricInterpretation, bitsAllocated, bitsStored] = [
    first(0x00280002) ?? 1,
    first(0x00280004),
    first(0x00280100),
    first(0x00280101),
  ];
  if (
    typeof samplesPerPixel !== 'number' ||
    typeof photometricInterpretation !== 'string' ||
    typeof bitsAllocated !== 'number' ||
    typeof bitsStored !== 'number' ||
    !entries.has(0x7fe00010)
  )
    return entries;
  const stored = { samplesPerPixel, photometricInterpretation, bitsAllocated, bitsStored };
  const pixelRepresentation = first(PIXEL_REPRESENTATION) === 1 ? 1 : 0;
  const given = givenPixels({ ...stored, pixelRepresentation });
  const put = (tag: number, vr: string, value: string | number) =>
    entries.set(tag, JSON.stringify({ vr, Value: [value] }));
  put(0x00280002, 'US', given.samplesPerPixel);
  put(0x00280004, 'CS', given.photometricInterpretation);
  if (given.samplesPerPixel > 1) put(0x00280006, 'US', 0);
  put(0x00280100, 'US', given.bitsAllocated);
  put(0x00280101, 'US', given.bitsStored);
  if (given.bitsAllocated !== bitsAllocated || given.bitsStored !== bitsStored)
    put(0x00280102, 'US', given.bitsStored - 1);
  put(PIXEL_REPRESENTATION, 'US', given.pixelRepresentation);
  return entries;
}
