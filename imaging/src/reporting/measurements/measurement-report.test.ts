import dicomParser, { type DataSet } from 'dicom-parser';
import { describe, expect, it } from 'vitest';
import { chestPhantom } from '../../phantom/chest.ts';
import { writeMeasurementReport } from './measurement-report.ts';

const { files } = chestPhantom({ slices: 4, matrix: 32, pixelSpacingMm: 11, sliceThicknessMm: 60 });
const source = dicomParser.parseDicom(files[0]!.bytes);
const report = writeMeasurementReport(
  {
    sopInstanceUid: '2.25.1',
    seriesInstanceUid: '2.25.2',
    deviceName: 'DuaiCheck',
    deviceUid: '2.25.3',
    at: '2026-11-21T08:09:10.000Z',
    utcOffset: '+0300',
    language: 'en',
    procedure: { scheme: 'LN', value: '24627-2', meaning: 'CT Chest Report' },
    verification: null,
    seriesDescription: 'AI findings',
    comment: 'Not a diagnosis.',
    results: [
      {
        algorithm: { name: 'ct.lung-density', version: '1.2.0', manufacturer: 'DUAI' },
        series: { name: 'Series 1 of 2: B40f', instanceUid: '1.2.3' },
        findings: ['Share of lung below −950 HU (LAA-950) 5.1%.', 'Nothing else.'],
        measurements: [
          {
            trackingId: 'LAA-950',
            trackingUid: '2.25.4',
            concept: { value: 'LAA_950', meaning: 'LAA-950' },
            value: 5.123,
            unit: '%',
            unitMeaning: 'percent',
          },
          {
            trackingId: 'right lung',
            trackingUid: '2.25.5',
            concept: { value: 'LUNG_VOLUME_RIGHT', meaning: 'right lung' },
            value: 2001,
            unit: 'ml',
            unitMeaning: 'milliliter',
          },
        ],
      },
    ],
    evidence: [
      {
        studyInstanceUid: '1.2',
        seriesInstanceUid: '1.2.3',
        sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
        sopInstanceUid: '1.2.3.1',
      },
      {
        studyInstanceUid: '1.2',
        seriesInstanceUid: '1.2.3',
        sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
        sopInstanceUid: '1.2.3.2',
      },
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
      // In the UTC offset that the object states (PS3.3 C.12.1.1.8).
      '110910',
      'UNVERIFIED',
    ]);
  });

  const root = items(read, 'x0040a730');
  const under = (heading: string) => items(root.find((item) => meaning(item) === heading)!, 'x0040a730');

  it('says findings in UTF-8, with the algorithm and series of each', () => {
    const sentences = under('Qualitative Evaluations').map((item) => {
      const { dataOffset, length } = item.elements.x0040a160!;
      return new TextDecoder().decode(report.subarray(dataOffset, dataOffset + length)).trim();
    });
    expect(sentences).toEqual([
      'Share of lung below −950 HU (LAA-950) 5.1%. (ct.lung-density 1.2.0, Series 1 of 2: B40f)',
      'Nothing else. (ct.lung-density 1.2.0, Series 1 of 2: B40f)',
      'Not a diagnosis.',
    ]);
  });

  it('says each measurement in a group of its own, with its UCUM unit', () => {
    const numbers = under('Imaging Measurements').map(
      (group) => items(group, 'x0040a730').find((item) => item.string('x0040a040') === 'NUM')!,
    );
    const measured = items(numbers[0]!, 'x0040a300')[0]!;
    expect(measured.string('x0040a30a')).toBe('5.123');
    expect(items(measured, 'x004008ea')[0]!.string('x00080100')).toBe('%');
    // Codes are never truncated: one of more than 16 characters is a Long Code Value.
    const long = items(numbers[1]!, 'x0040a043')[0]!;
    expect([long.string('x00080119'), long.string('x00080100')]).toEqual(['LUNG_VOLUME_RIGHT', undefined]);
  });

  it('says which algorithm spoke of which series', () => {
    const [group] = under('Imaging Measurements');
    const said = Object.fromEntries(
      items(group!, 'x0040a730').map((item) => [meaning(item), item.string('x0040a160') ?? item.string('x0040a124')]),
    );
    expect(said).toMatchObject({
      'Algorithm Name': 'ct.lung-density',
      'Algorithm Version': '1.2.0',
      'Algorithm Manufacturer': 'DUAI',
      'Tracking Identifier': 'LAA-950',
      'Tracking Unique Identifier': '2.25.4',
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
