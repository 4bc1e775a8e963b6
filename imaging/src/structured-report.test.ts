import dicomParser, { type DataSet } from 'dicom-parser';
import { describe, expect, it } from 'vitest';
import { chestPhantom } from './phantom/chest.ts';
import { writeStructuredReport } from './structured-report.ts';

const { files } = chestPhantom({ slices: 4, matrix: 32, pixelSpacingMm: 11, sliceThicknessMm: 60 });
const source = dicomParser.parseDicom(files[0]!.bytes);
const report = writeStructuredReport(
  {
    sopInstanceUid: '2.25.1',
    seriesInstanceUid: '2.25.2',
    deviceName: 'DuaiCheck',
    deviceUid: '2.25.3',
    at: '2026-11-21T08:09:10.000Z',
    seriesDescription: 'AI findings',
    comment: 'Not a diagnosis.',
    results: [
      {
        algorithm: { name: 'ct.lung-density', version: '1.2.0' },
        series: { name: 'Series 1 of 2: B40f', instanceUid: '1.2.3' },
        findings: ['Share of lung below −950 HU (LAA-950) 5.1%.', 'Nothing else.'],
        measurements: [
          { code: 'LAA_950', meaning: 'LAA-950', value: 5.123, unit: '%', unitMeaning: 'percent' },
          { code: 'LUNG_VOLUME_RIGHT', meaning: 'right lung', value: 2001, unit: 'ml', unitMeaning: 'milliliter' },
        ],
      },
    ],
    evidence: [
      { seriesInstanceUid: '1.2.3', sopClassUid: '1.2.840.10008.5.1.4.1.1.2', sopInstanceUid: '1.2.3.1' },
      { seriesInstanceUid: '1.2.3', sopClassUid: '1.2.840.10008.5.1.4.1.1.2', sopInstanceUid: '1.2.3.2' },
    ],
  },
  files[0]!.bytes,
);
const read = dicomParser.parseDicom(report);
const items = (dataSet: DataSet, tag: string): DataSet[] => dataSet.elements[tag]!.items!.map((item) => item.dataSet!);
const meaning = (dataSet: DataSet) => items(dataSet, 'x0040a043')[0]!.string('x00080104');

describe('a structured report', () => {
  it('is a Comprehensive SR of the same patient and study as the images', () => {
    expect(read.string('x00080016')).toBe('1.2.840.10008.5.1.4.1.1.88.33');
    expect(read.string('x00020002')).toBe('1.2.840.10008.5.1.4.1.1.88.33');
    for (const tag of ['x0020000d', 'x00100020', 'x00100010'])
      expect(read.string(tag) ?? '').toBe(source.string(tag) ?? '');
    expect([read.string('x00080023'), read.string('x00080033'), read.string('x0040a493')]).toEqual([
      '20261121',
      '080910',
      'UNVERIFIED',
    ]);
  });

  it('says findings in UTF-8 and measurements with their UCUM unit', () => {
    const root = items(read, 'x0040a730');
    const [group, comment] = items(root.find((item) => meaning(item) === 'Findings')!, 'x0040a730');
    expect([meaning(group!), meaning(comment!)]).toEqual(['Measurement Group', 'Comment']);
    const of = items(group!, 'x0040a730');
    const findings = of.filter((item) => item.string('x0040a010') === 'CONTAINS');
    expect(findings.map((item) => item.string('x0040a040'))).toEqual(['TEXT', 'TEXT', 'NUM', 'NUM']);
    const { dataOffset, length } = findings[0]!.elements.x0040a160!;
    expect(new TextDecoder().decode(report.subarray(dataOffset, dataOffset + length)).trim()).toBe(
      'Share of lung below −950 HU (LAA-950) 5.1%.',
    );
    const measured = items(findings[2]!, 'x0040a300')[0]!;
    expect(measured.string('x0040a30a')).toBe('5.123');
    expect(items(measured, 'x004008ea')[0]!.string('x00080100')).toBe('%');
    // A code is never cut: one of more than 16 characters is a Long Code Value.
    const long = items(findings[3]!, 'x0040a043')[0]!;
    expect([long.string('x00080119'), long.string('x00080100')]).toEqual(['LUNG_VOLUME_RIGHT', undefined]);
  });

  it('says which algorithm spoke of which series', () => {
    const root = items(read, 'x0040a730');
    const group = items(root.find((item) => meaning(item) === 'Findings')!, 'x0040a730')[0]!;
    const said = Object.fromEntries(
      items(group, 'x0040a730').map((item) => [meaning(item), item.string('x0040a160') ?? item.string('x0040a124')]),
    );
    expect(said).toMatchObject({
      'Algorithm Name': 'ct.lung-density',
      'Algorithm Version': '1.2.0',
      'Tracking Identifier': 'Series 1 of 2: B40f',
      'Series Instance UID': '1.2.3',
    });
  });

  it('names every image that was looked at', () => {
    const study = items(read, 'x0040a375')[0]!;
    const series = items(study, 'x00081115');
    expect(series).toHaveLength(1);
    expect(items(series[0]!, 'x00081199').map((image) => image.string('x00081155'))).toEqual(['1.2.3.1', '1.2.3.2']);
  });
});
