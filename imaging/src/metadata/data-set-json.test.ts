import { describe, expect, it } from 'vitest';
import { bytesSource } from '../files/byte-source.ts';
import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { rowOfValues } from '../testing/row-of-values.ts';
import { bulkValue } from './bulk-value.ts';
import { dataSetJson } from './data-set-json.ts';

type Attribute = { vr: string; Value?: unknown[]; InlineBinary?: string; BulkDataURI?: string };
const jsonOf = async (file: Uint8Array): Promise<Record<string, Attribute>> =>
  JSON.parse(await dataSetJson(bytesSource(file))) as Record<string, Attribute>;
const withElements = (...more: ElementToWrite[]) => rowOfValues(more);

describe('a data set as JSON', () => {
  it('has every attribute in the order of tags, also those whose names look like numbers', async () => {
    const text = await dataSetJson(
      bytesSource(
        withElements(
          { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
          { tag: 0x00100010, vr: 'PN', value: 'ÖZ^AYŞE^^ ' },
          { tag: 0x10101004, vr: 'US', value: [7] },
          { tag: 0x00204000, vr: 'ST', value: ' two\\lines ' },
        ),
      ),
    );
    const tags = [...text.matchAll(/"([0-9A-F]{8})":/g)].map(([, tag]) => tag);
    expect(tags).toEqual(tags.toSorted());
    expect(tags).toContain('10101004');
    const json = JSON.parse(text) as Record<string, Attribute>;
    expect(json['00100010']).toEqual({ vr: 'PN', Value: [{ Alphabetic: 'ÖZ^AYŞE' }] });
    expect(json['00204000']).toEqual({ vr: 'ST', Value: [' two\\lines'] });
    expect(json['00080005']).toEqual({ vr: 'CS', Value: ['ISO_IR 192'] });
  });

  it('gives numbers as numbers, and what is none as it was written', async () => {
    const json = await jsonOf(
      withElements(
        { tag: 0x00180050, vr: 'DS', value: '1.50 \\ \\-2e1\\1,5' },
        { tag: 0x00209165, vr: 'AT', value: new Uint8Array([0x18, 0, 0x63, 0x91]) },
        { tag: 0x00189073, vr: 'FD', value: new Uint8Array(new Float64Array([0.25, Number.NaN]).buffer) },
        { tag: 0x00080060, vr: 'CS', value: '  ' },
      ),
    );
    expect(json['00180050']).toEqual({ vr: 'DS', Value: [1.5, null, -20, '1,5'] });
    expect(json['00209165']).toEqual({ vr: 'AT', Value: ['00189163'] });
    expect(json['00189073']).toEqual({ vr: 'FD', Value: [0.25, null] });
    expect(json['00080060']).toEqual({ vr: 'CS' });
  });

  it('keeps small octets, and names the place of large ones, which are read from there', async () => {
    const [small, large] = [new Uint8Array([1, 2, 3, 4]), Uint8Array.from({ length: 3000 }, (_, at) => at % 251)];
    const file = withElements(
      { tag: 0x00091010, vr: 'OB', value: small },
      {
        tag: 0x00091020,
        vr: 'SQ',
        value: { items: [[], [{ tag: 0x00091011, vr: 'OB', value: large }]] },
      },
    );
    const json = await jsonOf(file);
    expect(json['00091010']).toEqual({ vr: 'OB', InlineBinary: 'AQIDBA==' });
    expect(json['00091020']?.Value).toEqual([
      {},
      { '00091011': { vr: 'OB', BulkDataURI: 'bulkdata/00091020.2.00091011' } },
    ]);
    expect(json['7FE00010']).toEqual({ vr: 'OB', BulkDataURI: 'bulkdata/7FE00010' });
    expect(await bulkValue(bytesSource(file), '00091020.2.00091011')).toEqual(large);
    for (const place of ['00091020', '00091020.1.00091011', '00091020.3.00091011', '00091012', '7FE00010'])
      expect(await bulkValue(bytesSource(file), place), place).toBeUndefined();
  });

  it('describes pixels as frames are given: colour as RGB, single bits in bytes', async () => {
    const pixels = (photometricInterpretation: string, bits: number) =>
      writePart10([
        { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.7' },
        { tag: 0x00080018, vr: 'UI', value: '2.25.882' },
        { tag: 0x00280002, vr: 'US', value: [1] },
        { tag: 0x00280004, vr: 'CS', value: photometricInterpretation },
        { tag: 0x00280010, vr: 'US', value: [1] },
        { tag: 0x00280011, vr: 'US', value: [8] },
        { tag: 0x00280100, vr: 'US', value: [bits] },
        { tag: 0x00280101, vr: 'US', value: [bits] },
        { tag: 0x00280102, vr: 'US', value: [bits - 1] },
        { tag: 0x00280103, vr: 'US', value: [0] },
        { tag: 0x7fe00010, vr: 'OB', value: new Uint8Array(8) },
      ]);
    const palette = await jsonOf(pixels('PALETTE COLOR', 8));
    expect([palette['00280002']?.Value, palette['00280004']?.Value, palette['00280006']?.Value]).toEqual([
      [3],
      ['RGB'],
      [0],
    ]);
    const mask = await jsonOf(pixels('MONOCHROME2', 1));
    expect(['00280100', '00280101', '00280102'].map((tag) => mask[tag]?.Value)).toEqual([[8], [1], [0]]);
  });

  it('is refused where the file ends within it: nothing is made up for what is missing', async () => {
    const items = Array.from({ length: 1000 }, () => [{ tag: 0x00091011, vr: 'LO', value: '' } as const]);
    const file = withElements({ tag: 0x00091020, vr: 'SQ', value: { items } });
    await expect(dataSetJson(bytesSource(file.subarray(0, 4000)))).rejects.toThrow('ends within its header');
  });
});
