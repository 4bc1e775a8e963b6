import dicomParser, { type DataSet } from 'dicom-parser';
import { describe, expect, it } from 'vitest';
import { petUnitOf } from '../../headers/pet-units.ts';
import { figuresOf } from '../../measuring/figures.ts';
import type { Spacing } from '../../measuring/spacing.ts';
import { chestPhantom } from '../../phantom/chest.ts';
import { type ReaderMark, type ValueKind, writeReaderMeasurements } from './reader-measurements.ts';

const { files } = chestPhantom({ slices: 4, matrix: 32, pixelSpacingMm: 11, sliceThicknessMm: 60 });
const IMAGE = { sopClassUid: '1.2.840.10008.5.1.4.1.1.2', sopInstanceUid: '1.2.3.1' };
const field = { rows: 8, columns: 8, valueAt: (column: number) => column };

function mark(measure: ReaderMark['measure'], spacing: Spacing | null, valueKind: ValueKind): ReaderMark {
  const points = [
    { x: 1, y: 1 },
    { x: 4, y: 5 },
  ];
  const figures = figuresOf({ measure, points }, { spacing }, field);
  return {
    trackingId: measure,
    trackingUid: '2.25.9',
    note: '',
    image: IMAGE,
    measure,
    points,
    spacing,
    valueKind,
    figures,
  };
}
const items = (dataSet: DataSet, tag: string): DataSet[] =>
  (dataSet.elements[tag]?.items ?? []).map(({ dataSet: of }) => of!);
const codeIn = (dataSet: DataSet, tag: string) => items(dataSet, tag)[0]!.string('x00080100');

/** Concept, unit and method of every number of one mark. */
function told(one: ReaderMark) {
  const read = dicomParser.parseDicom(
    writeReaderMeasurements(
      {
        sopInstanceUid: '2.25.1',
        seriesInstanceUid: '2.25.2',
        at: '2026-11-21T08:09:10.000Z',
        utcOffset: '+0300',
        seriesDescription: 'Measurements by the reader',
        language: 'en',
        procedure: { scheme: 'LN', value: '18748-4', meaning: 'Diagnostic Imaging Report' },
        observer: 'Dr. Deniz Örnek',
        verification: null,
        marks: [one],
        evidence: [{ ...IMAGE, studyInstanceUid: '1.2', seriesInstanceUid: '1.2.3' }],
      },
      files[0]!.bytes,
    ),
  );
  const [group] = items(read, 'x0040a730')
    .filter((item) => item.string('x0040a040') === 'CONTAINER')
    .flatMap((item) => items(item, 'x0040a730'));
  return items(group!, 'x0040a730')
    .filter((item) => item.string('x0040a040') === 'NUM')
    .map((item) => {
      const methods = items(item, 'x0040a730').filter(
        (child) => child.string('x0040a040') === 'CODE' && codeIn(child, 'x0040a043') === '370129005',
      );
      const [measured] = items(item, 'x0040a300');
      return [
        codeIn(item, 'x0040a043'),
        String(Number(Number(measured!.string('x0040a30a')).toFixed(6))),
        codeIn(measured!, 'x004008ea'),
        methods.map((method) => codeIn(method, 'x0040a168')).join(),
      ];
    });
}

describe('measurements of a reader in DICOM', () => {
  it('are in mm where the spacing is known, and say whether it is that of the patient or of the detector; else in pixels', () => {
    const length = (spacing: Spacing | null) => told(mark('length', spacing, 'HU'))[0];
    expect(length({ rowMm: 2, columnMm: 1, of: 'patient' })?.slice(2)).toEqual(['mm', 'SPACING_PATIENT']);
    expect(length({ rowMm: 2, columnMm: 1, of: 'imager' })?.slice(2)).toEqual(['mm', 'SPACING_IMAGER']);
    expect(length({ rowMm: 2, columnMm: 1, of: 'film' })?.slice(2)).toEqual(['mm', 'SPACING_FILM']);
    expect(length({ rowMm: 2, columnMm: 1, of: 'region' })?.slice(2)).toEqual(['mm', 'SPACING_REGION']);
    expect(length(null)).toEqual(['410668003', '5', '{pixels}', 'SPACING_NONE']);
    expect(told(mark('rectangle', null, 'HU')).at(-1)).toEqual(['42798000', '12', '{pixels}', 'SPACING_NONE']);
  });

  it('name the values of an image as what they are', () => {
    const mean = (kind: ValueKind) => told(mark('rectangle', null, kind))[0];
    expect(mean('HU')).toEqual(['112031', '2', "[hnsf'U]", '']);
    expect(mean('SUV')).toEqual(['126401', '2', '{SUVbw}g/ml', '']);
    expect(mean('MR')).toEqual(['110852', '2', '1', '']);
    expect(mean(petUnitOf('BQML'))).toEqual(['PIXEL_VALUE', '2', 'Bq/ml', '']);
    expect(mean(petUnitOf('CNTS'))).toEqual(['PIXEL_VALUE', '2', '{counts}', '']);
    // None, one that the standard does not define, and no term at all.
    for (const term of ['NONE', 'FURLONG', 'toString', null, undefined])
      expect(mean(petUnitOf(term))).toEqual(['PIXEL_VALUE', '2', '1', '']);
    expect(mean(null)).toEqual(['PIXEL_VALUE', '2', '1', '']);
  });
});
