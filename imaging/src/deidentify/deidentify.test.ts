import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { DataSet } from 'dicom-parser';
import { expect, it } from 'vitest';
import { bytesSource } from '../files/byte-source.ts';
import { openDataSet } from '../files/data-set.ts';
import { inspectFile } from '../files/inspect.ts';
import { ImagingError } from '../files/refusal.ts';
import { readHeader } from '../headers/read-header.ts';
import { hasProfileTable, readProfileTable } from '../testing/confidentiality-profile.ts';
import { deidentified, MAPPING } from '../testing/deidentified.ts';
import { DICOM_DATA, hasDicomData } from '../testing/samples.ts';

/** Checked with another parser and another copy of the table than the product uses. */
const hasData = hasDicomData && hasProfileTable;
if (!hasData) console.log('data not present: de-identification is not tried on it');

const table = new Map(
  (hasData ? readProfileTable() : []).map((row) => [`x${row.tag.replace(/[(),]/g, '').toLowerCase()}`, row]),
);

/** What the table requires with the product's options: the attribute must be absent, or changed, or may be kept. */
function fateOf(tag: string): 'absent' | 'changed' | 'kept' {
  const group = Number.parseInt(tag.slice(1, 5), 16);
  if (group % 2 === 1 || [0x50, 0x60].includes(group >> 8)) return 'absent';
  const row = table.get(tag);
  if (!row || row.patientCharacteristics === 'K' || row.basic === 'X/Z/U*') return 'kept';
  if (row.basic === 'X') return row.modifiedDates === 'C' ? 'changed' : 'absent';
  return 'changed';
}

interface Leaf {
  tag: string;
  vr: string | undefined;
  value: string;
  /** Tags of the enclosing sequences. */
  path: string[];
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

function leavesOf(dataSet: DataSet, bytes: Uint8Array, path: string[] = []): Leaf[] {
  return Object.values(dataSet.elements).flatMap((element): Leaf[] => {
    const { tag, vr } = element;
    if (element.items)
      return element.items.flatMap((item) => (item.dataSet ? leavesOf(item.dataSet, bytes, [...path, tag]) : []));
    if (path.length === 0 && /^x7fe000(08|09|10)$/.test(tag)) return [];
    return [{ tag, vr, path, value: latin1(bytes.subarray(element.dataOffset, element.dataOffset + element.length)) }];
  });
}

const tagsOf = (dataSet: DataSet): string[] =>
  Object.values(dataSet.elements).flatMap(({ tag, items }) => [
    tag,
    ...(items ?? []).flatMap((item) => (item.dataSet ? tagsOf(item.dataSet) : [])),
  ]);

/** Text values, one by one. Binary values, recognised by control characters, contain no text to look for. */
const textsOf = ({ value }: Leaf): string[] => {
  const text = value.replace(/\0+$/, '');
  const isBinary = /\p{Cc}/u.test(
    text
      .replace(/[\u0080-\u009f]/g, '')
      .replaceAll(ESCAPE, '')
      .replace(/[\t\r\n\f]/g, ''),
  );
  return isBinary ? [] : text.split('\\').map((part) => part.trim());
};
const ESCAPE = String.fromCharCode(0x1b);

/** The structure of a sequence that is replaced as a whole is kept: value types, relationships, SOP classes. */
const isForm = ({ tag, vr, path }: Leaf): boolean =>
  (vr === 'CS' || vr === 'UI') &&
  [...path, tag].every((each) => fateOf(each) === 'kept' || table.get(each)?.basic === 'D') &&
  !table.has(tag);

/** Times of day are kept. */
const isTime = ({ tag, vr, value }: Leaf): boolean =>
  table.get(tag)?.modifiedDates === 'C' &&
  (vr === 'TM' || ((vr === undefined || vr === 'UN') && /^\d{2}(:?\d{2}){0,2}(\.\d*)? *$/.test(value)));

async function leaksOf(original: Uint8Array, result: Uint8Array): Promise<string[]> {
  const before = openDataSet(original);
  const after = openDataSet(result);
  const leaks = tagsOf(after.dataSet)
    .filter((tag) => fateOf(tag) === 'absent')
    .map((tag) => `${tag} is there`);
  const leaves = leavesOf(before.dataSet, before.bytes);
  const isKept = (leaf: Leaf) =>
    isTime(leaf) || isForm(leaf) || [...leaf.path, leaf.tag].every((tag) => fateOf(tag) === 'kept');
  const kept = [before.layout.mediaStorageSopClassUid, ...leaves.filter(isKept).map(({ value }) => value)].join('\n');
  const written = `${latin1(result)}\n${latin1(after.bytes)}`;
  const removed = new Set(leaves.filter((leaf) => !isKept(leaf)).flatMap(textsOf));
  for (const text of removed) {
    if (text.length >= 6 && !/^REMOVED$|^19000101/.test(text) && written.includes(text) && !kept.includes(text))
      leaks.push(`a removed value of ${text.length} characters is found`);
  }
  return leaks;
}

it.runIf(hasData)(
  '[TRU-009] of every file of the test data what PS3.15 table E.1-1 removes is absent at every depth, and its values from the bytes',
  async () => {
    const entries = await readdir(DICOM_DATA, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv');
    const outcomes = await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = relative(DICOM_DATA, join(parentPath, name));
        const original = new Uint8Array(await readFile(join(parentPath, name)));
        const before = await inspectFile(bytesSource(original));
        const result = await deidentified(original).catch((error: unknown) => {
          if (error instanceof ImagingError) return null;
          throw error;
        });
        // A file that cannot be de-identified must be one that the service refuses.
        if (!result)
          return { path, problems: before.status === 'accepted' ? ['it is refused'] : [], isRewritten: false };
        const after = await inspectFile(bytesSource(result));
        const problems = await leaksOf(original, result);
        if (before.status !== after.status) problems.push(`it was ${before.status} and is ${after.status}`);
        if (before.status === 'accepted' && before.kind === 'dicom') problems.push(...differences(original, result));
        return { path, problems, isRewritten: true };
      }),
    );
    expect(outcomes.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(300);
    expect(outcomes.filter(({ isRewritten }) => isRewritten).length).toBeGreaterThan(290);
  },
  120_000,
);

/** Checks that the image is the same under other UIDs, and that the file states what was done. */
function differences(original: Uint8Array, result: Uint8Array): string[] {
  const [before, after] = [openDataSet(original), openDataSet(result)];
  const [was, is] = [readHeader(before), readHeader(after)];
  const problems: string[] = [];
  const pixels = ({ bytes }: typeof before, { pixelData }: typeof was) =>
    Buffer.from(
      bytes.subarray(pixelData.offset, pixelData.offset + (pixelData.isEncapsulated ? 64 : pixelData.length)),
    );
  if (!pixels(before, was).equals(pixels(after, is))) problems.push('its pixels differ');
  for (const uid of ['sopInstanceUid', 'seriesInstanceUid', 'studyInstanceUid', 'frameOfReferenceUid'] as const) {
    if (was[uid] !== null && is[uid] !== MAPPING.uid(was[uid])) problems.push(`its ${uid} is not the mapped one`);
  }
  // An age computed from the birth date disappears with it.
  if (!/^\d{1,3}[DWMY]/.test(before.dataSet.string('x00101010') ?? '')) was.patientAgeYears = null;
  const same = ['rows', 'modality', 'patientSex', 'patientAgeYears', 'windowCenter', 'imagePositionPatientMm'] as const;
  for (const field of same) {
    if (JSON.stringify(was[field]) !== JSON.stringify(is[field])) problems.push(`its ${field} has changed`);
  }
  if (is.patientKey !== null) problems.push('it names a person');
  if (is.sopInstanceUid !== null && after.layout.mediaStorageSopInstanceUid !== is.sopInstanceUid)
    problems.push('its meta group names another instance');
  const codes = after.dataSet.elements.x00120064?.items?.map((item) => item.dataSet?.string('x00080100'));
  if (after.dataSet.string('x00120062') !== 'YES' || `${codes}` !== '113100,113107,113108')
    problems.push('it does not say what was done');
  return problems;
}
