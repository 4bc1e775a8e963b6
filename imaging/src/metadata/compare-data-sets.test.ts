import { expect, it } from 'vitest';
import { bytesSource } from '../files/byte-source.ts';
import type { ElementToWrite } from '../files/write.ts';
import { rowOfValues } from '../testing/row-of-values.ts';
import { compareDataSets } from './compare-data-sets.ts';

const compared = (first: ElementToWrite[], second: ElementToWrite[]) =>
  compareDataSets(bytesSource(rowOfValues(first)), bytesSource(rowOfValues(second)));
const NOTHING = { differences: [], more: 0, privateOnes: 0, namesDiffer: false };

it('names elements by keyword with both values, those of the person first, and items of sequences by their number', async () => {
  const sequence = (...descriptions: string[]): ElementToWrite => ({
    tag: 0x00400275,
    vr: 'SQ',
    value: { items: descriptions.map((value) => [{ tag: 0x00400007, vr: 'LO', value } as const]) },
  });
  const found = await compared(
    [
      { tag: 0x0008103e, vr: 'LO', value: 'Lung' },
      { tag: 0x00100010, vr: 'PN', value: 'ÖZ^AYŞE' },
      { tag: 0x00180050, vr: 'DS', value: '1.0' },
      sequence('Chest', 'Neck'),
    ],
    [
      { tag: 0x0008103e, vr: 'LO', value: 'Soft' },
      { tag: 0x00100010, vr: 'PN', value: 'BAŞKA^ALİ' },
      { tag: 0x00180050, vr: 'DS', value: '1.00' },
      { tag: 0x00204000, vr: 'ST', value: 'corrected' },
      sequence('Head'),
    ],
  );
  expect(found.namesDiffer).toBe(true);
  expect(found.differences.map(({ element, first, second }) => [element, first, second])).toEqual([
    ['PatientName', expect.stringContaining('^AY'), expect.stringContaining('^AL')],
    ['SeriesDescription', 'Lung', 'Soft'],
    ['ImageComments', null, 'corrected'],
    ['RequestAttributesSequence[1].ScheduledProcedureStepDescription', 'Chest', 'Head'],
    ['RequestAttributesSequence[2]', 'ScheduledProcedureStepDescription: Neck', null],
  ]);
});

it('tells of large values and of long ones where they differ, and counts private elements', async () => {
  const large = Uint8Array.from({ length: 3000 }, (_, at) => at % 251);
  const other = large.slice();
  other[2999] = 0;
  const of = (octets: Uint8Array, comment: string): ElementToWrite[] => [
    { tag: 0x00091010, vr: 'OB', value: octets },
    { tag: 0x00204000, vr: 'ST', value: `${'x'.repeat(500)}${comment}` },
    { tag: 0x00282000, vr: 'OB', value: octets },
  ];
  expect(await compared(of(large, 'a'), of(large, 'a'))).toEqual(NOTHING);
  expect(await compared(of(large, 'a'), of(other, 'b'))).toEqual({
    ...NOTHING,
    differences: [
      { element: 'ImageComments', first: `…${'x'.repeat(40)}a`, second: `…${'x'.repeat(40)}b` },
      {
        element: 'ICCProfile',
        first: expect.stringMatching(/^3000 B: 00 01/),
        second: expect.stringMatching(/^3000 B/),
      },
    ],
    privateOnes: 1,
  });
});

it('lists a hundred and counts the others, so that no answer grows with a file', async () => {
  const items = (value: string): ElementToWrite => ({
    tag: 0x00400275,
    vr: 'SQ',
    value: { items: Array.from({ length: 150 }, () => [{ tag: 0x00400007, vr: 'LO', value } as const]) },
  });
  const { differences, more } = await compared([items('a')], [items('b')]);
  expect([differences.length, more]).toEqual([100, 50]);
});
