import { describe, expect, it } from 'vitest';
import { bytesSource } from '../files/byte-source.ts';
import { chestPhantom } from '../phantom/chest.ts';
import { deidentified } from '../testing/deidentified.ts';
import { findIdentity } from './identity.ts';

const { bytes } = chestPhantom({ slices: 2, matrix: 32, pixelSpacingMm: 10, sliceThicknessMm: 10 }).files[0]!;

describe('identity', () => {
  it('names what says who the person is, with its value', async () => {
    const elements = await findIdentity(bytesSource(bytes));
    expect(elements).toContainEqual({ keyword: 'PatientName', value: 'PHANTOM^CHEST' });
    expect(elements.map(({ keyword }) => keyword)).toContain('PatientID');
  });

  it('finds nothing in a file that was de-identified', async () => {
    expect(await findIdentity(bytesSource(await deidentified(bytes)))).toEqual([]);
  });

  it('finds nothing in what is no DICOM', async () => {
    const letter = new TextEncoder().encode('a letter, not an image');
    expect(await findIdentity(bytesSource(letter))).toEqual([]);
  });
});
