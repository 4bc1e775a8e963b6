import type { ByteSource } from '../files/byte-source.ts';
import { bulkValue } from './bulk-value.ts';
import { BULK_PLACE, dataSetJson } from './data-set-json.ts';
import { keywordOfTag } from './keyword-of-tag.ts';

/** One value that is another in the second file; null: the element is not there. */
export interface ElementDifference {
  /** Keywords down to the element, with the number of the item in each sequence: RequestAttributesSequence[1].StudyID. */
  element: string;
  first: string | null;
  second: string | null;
}

export interface DataSetComparison {
  differences: ElementDifference[];
  /** Further ones that are not listed. */
  more: number;
  /** Private elements that differ; what they mean only their maker knows. */
  privateOnes: number;
  /** Whether the two name the person differently. */
  namesDiffer: boolean;
}

const MOST_LISTED = 100;
/** Characters of a value that are told. */
const MOST_CHARACTERS = 200;
/** What stands in front of the first character that differs, in a value that is longer. */
const BEFORE = 40;
const TOLD_OCTETS = 16;
const BULK_PREFIX = BULK_PLACE.slice('"BulkDataURI":"'.length);
const PIXELS = /^7FE000(08|09|10)$/;
/** Name, id, date of birth and sex of the person: told first. */
const OF_PERSON = /^001000(10|20|30|40)$/;

interface Attribute {
  vr: string;
  Value?: unknown[];
  InlineBinary?: string;
  BulkDataURI?: string;
}
type DataSet = Record<string, Attribute>;
interface Found extends ElementDifference {
  tag: string;
  isPrivate: boolean;
}

/**
 * In which elements two files differ, pixels and file meta information apart. Elements that describe pixels are compared as these are
 * given out (`dataSetJson`), and texts whatever character set they are written in.
 * @throws ImagingError as `dataSetJson`
 */
export async function compareDataSets(first: ByteSource, second: ByteSource): Promise<DataSetComparison> {
  const [one, other] = [await dataSetOf(first), await dataSetOf(second)];
  const found: Found[] = [];
  const octetsOf = async (place: string) => [await bulkValue(first, place), await bulkValue(second, place)] as const;
  await collect(one, other, { path: '', isPrivate: false, octetsOf, found });
  const told = found.filter(({ isPrivate }) => !isPrivate);
  const ofPerson = ({ tag, element }: Found) => OF_PERSON.test(tag) && !element.includes('.');
  const inOrder = [...told.filter(ofPerson), ...told.filter((difference) => !ofPerson(difference))];
  return {
    differences: inOrder.slice(0, MOST_LISTED).map(({ element, ...values }) => ({
      element,
      ...shortened(values.first, values.second),
    })),
    more: Math.max(0, told.length - MOST_LISTED),
    privateOnes: found.length - told.length,
    namesDiffer: told.some(ofPerson),
  };
}

const dataSetOf = async (file: ByteSource): Promise<DataSet> => JSON.parse(await dataSetJson(file)) as DataSet;

interface Around {
  path: string;
  isPrivate: boolean;
  /** The large values at one place. */
  octetsOf(place: string): Promise<readonly [Uint8Array | undefined, Uint8Array | undefined]>;
  found: Found[];
}

async function collect(one: DataSet, other: DataSet, around: Around): Promise<void> {
  for (const tag of [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()) {
    if (PIXELS.test(tag)) continue;
    const [a, b] = [one[tag], other[tag]];
    const isPrivate = around.isPrivate || Number.parseInt(tag.slice(0, 4), 16) % 2 === 1;
    const element = around.path + keywordOfTag(tag);
    if (a?.vr === 'SQ' && b?.vr === 'SQ') {
      const [left, right] = [(a.Value ?? []) as DataSet[], (b.Value ?? []) as DataSet[]];
      for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
        const [item, its] = [left[at], right[at]];
        const name = `${element}[${at + 1}]`;
        if (item && its) await collect(item, its, { ...around, path: `${name}.`, isPrivate });
        else
          around.found.push({
            ...{ tag, isPrivate, element: name },
            ...{ first: item ? valueText(item) : null, second: its ? valueText(its) : null },
          });
      }
      continue;
    }
    const texts = await differing(a, b, around);
    if (texts) around.found.push({ tag, isPrivate, element, ...texts });
  }
}

/** Both values as text; undefined where they are the same. */
async function differing(
  a: Attribute | undefined,
  b: Attribute | undefined,
  { octetsOf }: Around,
): Promise<{ first: string | null; second: string | null } | undefined> {
  const place = a?.BulkDataURI ?? b?.BulkDataURI;
  if (place !== undefined) {
    const [left, right] = await octetsOf(place.slice(BULK_PREFIX.length));
    if (left && right && isSame(left, right)) return undefined;
    const told = (octets: Uint8Array | undefined, attribute: Attribute | undefined) =>
      octets ? octetsText(octets) : attribute ? textOf(attribute) : null;
    return { first: told(left, a), second: told(right, b) };
  }
  const [first, second] = [a ? textOf(a) : null, b ? textOf(b) : null];
  // An element without a value says as little as none.
  return (first ?? '') === (second ?? '') ? undefined : { first, second };
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((octet, at) => octet === b[at]);

function textOf({ Value = [], InlineBinary }: Attribute): string {
  if (InlineBinary !== undefined)
    return octetsText(Uint8Array.from(atob(InlineBinary), (character) => character.charCodeAt(0)));
  return Value.map(valueText).join('\\');
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  // A person's name in up to three spellings; anything else is an item of a sequence that stands on one side alone.
  const isName = Object.values(value).every((part) => typeof part === 'string');
  if (isName) return Object.values(value).join('=');
  return Object.entries(value as DataSet)
    .map(([tag, attribute]) => `${keywordOfTag(tag)}: ${textOf(attribute)}`)
    .join(', ');
}

const octetsText = (octets: Uint8Array): string => {
  const told = [...octets.subarray(0, TOLD_OCTETS)].map((octet) => octet.toString(16).padStart(2, '0')).join(' ');
  return `${octets.length} B: ${told}${octets.length > TOLD_OCTETS ? ' …' : ''}`;
};

/** Of long values the part in which they differ. */
function shortened(first: string | null, second: string | null): { first: string | null; second: string | null } {
  let same = 0;
  while (same < (first?.length ?? 0) && first?.[same] === second?.[same]) same += 1;
  const from = Math.max(first?.length ?? 0, second?.length ?? 0) > MOST_CHARACTERS ? Math.max(0, same - BEFORE) : 0;
  const part = (text: string | null) =>
    text === null
      ? null
      : `${from > 0 ? '…' : ''}${text.slice(from, from + MOST_CHARACTERS)}${text.length > from + MOST_CHARACTERS ? '…' : ''}`;
  return { first: part(first), second: part(second) };
}
