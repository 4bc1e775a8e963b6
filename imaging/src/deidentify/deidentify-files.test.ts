import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../files/byte-source.ts';
import { concatenate } from '../files/concatenate.ts';
import { openDataSet } from '../files/data-set.ts';
import { inspectFile } from '../files/inspect.ts';
import { DEFLATED_LE, EXPLICIT_LE } from '../files/layout.ts';
import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { chestPhantom } from '../phantom/chest.ts';
import { deidentified, MAPPING } from '../testing/deidentified.ts';
import { caseMapping } from './case-mapping.ts';

const phantom = chestPhantom({ slices: 2, matrix: 32, pixelSpacingMm: 10, sliceThicknessMm: 10 });
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** A small image of 2 × 2 pixels with these additional elements. */
const image = (elements: ElementToWrite[]): Uint8Array =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
    { tag: 0x00080018, vr: 'UI', value: '1.2.3.4.1' },
    { tag: 0x0020000d, vr: 'UI', value: '1.2.3.4.2' },
    { tag: 0x0020000e, vr: 'UI', value: '1.2.3.4.3' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [2] },
    { tag: 0x00280011, vr: 'US', value: [2] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    ...elements,
    { tag: 0x7fe00010, vr: 'OB', value: new Uint8Array([1, 2, 3, 4]) },
  ]);
const opened = async (elements: ElementToWrite[]) => openDataSet(await deidentified(image(elements))).dataSet;

describe('a file without what says who somebody is', () => {
  it('loses private elements, station, study number and responsible person, in sequences too', async () => {
    const result = await deidentified(
      image([
        { tag: 0x00081010, vr: 'SH', value: 'CTAWP12345' },
        { tag: 0x00090010, vr: 'LO', value: 'VENDOR PRIVATE' },
        { tag: 0x00091001, vr: 'LO', value: 'Isik Zeynep' },
        { tag: 0x00102297, vr: 'PN', value: 'Isik^Mehmet' },
        { tag: 0x00200010, vr: 'SH', value: 'STUDY4711' },
        {
          tag: 0x00400260,
          vr: 'SQ',
          value: { items: [[{ tag: 0x00081070, vr: 'PN', value: 'Operator^Nested' }]] },
        },
      ]),
    );
    for (const value of ['CTAWP12345', 'VENDOR', 'Zeynep', 'Mehmet', 'STUDY4711', 'Nested', '1.2.3.4.'])
      expect(text(result)).not.toContain(value);
  });

  it('moves dates by whole days, keeps times and intervals, and says so; what is half a date goes', async () => {
    const days = (a: string, b: string) => (Date.parse(a) - Date.parse(b)) / 86_400_000;
    const dataSet = await opened([
      { tag: 0x00080020, vr: 'DA', value: '20240229' },
      { tag: 0x00080021, vr: 'DA', value: '20240301' },
      { tag: 0x00080023, vr: 'DA', value: '202402' },
      { tag: 0x0008002a, vr: 'DT', value: '20240229103000.5+0300' },
      { tag: 0x00080030, vr: 'TM', value: '103000' },
      { tag: 0x00081040, vr: 'LO', value: 'Department' },
    ]);
    const iso = (date: string) => date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    const [study, series] = [iso(dataSet.string('x00080020')!), iso(dataSet.string('x00080021')!)];
    expect(days('2024-02-29', study)).toBe(MAPPING.daysBack);
    expect(days(series, study)).toBe(1);
    expect(dataSet.string('x0008002a')).toBe(`${dataSet.string('x00080020')}103000.5+0300`);
    expect(dataSet.string('x00080030')).toBe('103000');
    expect(dataSet.string('x00080023')).toBe('19000101');
    expect(dataSet.string('x00280303')).toBe('MODIFIED');
    const inspection = await inspectFile(
      bytesSource(await deidentified(image([{ tag: 0x00080020, vr: 'DA', value: '20240229' }]))),
    );
    // A moved date is never shown as the day of the examination.
    expect(inspection).toMatchObject({ status: 'accepted', header: { studyDate: null } });
  });

  it('keeps sex, age, size and weight, body part and modality', async () => {
    const kept = [
      { tag: 0x00080060, vr: 'CS', value: 'CT' },
      { tag: 0x00100040, vr: 'CS', value: 'F' },
      { tag: 0x00101010, vr: 'AS', value: '061Y' },
      { tag: 0x00101030, vr: 'DS', value: '70' },
      { tag: 0x00180015, vr: 'CS', value: 'CHEST' },
    ] as const;
    const dataSet = await opened([...kept]);
    for (const { tag, value } of kept) expect(dataSet.string(`x${tag.toString(16).padStart(8, '0')}`)).toBe(value);
  });

  it('keeps one series one series: the same key maps the same, another key otherwise', async () => {
    const other = caseMapping(new Uint8Array(32).fill(1));
    const [first, second] = await Promise.all(phantom.files.map(({ bytes }) => deidentified(bytes)));
    const again = await deidentified(phantom.files[0]!.bytes);
    const foreign = openDataSet(await deidentified(phantom.files[0]!.bytes, { mapping: other })).dataSet;
    const uid = (bytes: Uint8Array, tag: string) => openDataSet(bytes).dataSet.string(tag);
    expect(again).toEqual(first);
    expect(uid(second!, 'x0020000e')).toBe(uid(first!, 'x0020000e'));
    expect(uid(second!, 'x00080018')).not.toBe(uid(first!, 'x00080018'));
    expect(foreign.string('x0020000e')).not.toBe(uid(first!, 'x0020000e'));
    expect(uid(first!, 'x0020000e')).toMatch(/^2\.25\.[1-9]\d{30,38}$/);
  });

  it('keeps the UIDs that the standard gives to everybody', () => {
    expect(MAPPING.uid('1.2.840.10008.1.4.1.1')).toBe('1.2.840.10008.1.4.1.1');
    expect(MAPPING.uid('1.2.840.113619.2.1')).toMatch(/^2\.25\./);
  });

  it('is deflated again where it was deflated', async () => {
    const plain = image([{ tag: 0x00100010, vr: 'PN', value: 'Isik^Zeynep' }]);
    const at = text(plain).indexOf(EXPLICIT_LE);
    const { offset } = openDataSet(plain).layout;
    // The same meta group with another transfer syntax, whose UID differs only in its last three characters and has the same
    // length.
    const meta = plain.slice(0, offset);
    const uid = Buffer.alloc(22);
    uid.write(DEFLATED_LE, 'latin1');
    const lengthAt = at - 2;
    const head = concatenate([meta.subarray(0, at), uid, meta.subarray(at + EXPLICIT_LE.length + 1)]);
    new DataView(head.buffer).setUint16(lengthAt, 22, true);
    const file = concatenate([head, deflateSync(plain.subarray(offset))]);
    const result = openDataSet(await deidentified(file));
    expect(result.layout.transferSyntaxUid).toBe(DEFLATED_LE);
    expect(text(result.bytes)).not.toContain('Zeynep');
    expect([...result.bytes.subarray(-4)]).toEqual([1, 2, 3, 4]);
  });

  it('names the new instance in its meta group, and has an empty preamble', async () => {
    const source = image([]);
    source.set(Buffer.from('secret preamble'), 0);
    const result = await deidentified(source);
    expect(openDataSet(result).layout.mediaStorageSopInstanceUid).toBe(MAPPING.uid('1.2.3.4.1'));
    expect(result.subarray(0, 128).every((byte) => byte === 0)).toBe(true);
  });

  it('says that its pixels were cleaned only where they were', async () => {
    const codes = async (isPixelDataClean: boolean) => {
      const { dataSet } = openDataSet(await deidentified(image([]), { isPixelDataClean }));
      const items = dataSet.elements.x00120064!.items!.map((item) => item.dataSet!.string('x00080100'));
      return [items, dataSet.string('x00280301')];
    };
    expect(await codes(false)).toEqual([['113100', '113107', '113108'], undefined]);
    expect(await codes(true)).toEqual([['113100', '113101', '113107', '113108'], 'NO']);
  });

  it('is refused where it cannot be read to its pixels', async () => {
    const cut = image([{ tag: 0x00100010, vr: 'PN', value: 'Isik^Zeynep' }]).subarray(0, 400);
    await expect(deidentified(cut)).rejects.toMatchObject({ code: 'TRUNCATED' });
  });
});
