import { describe, expect, it } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { blankIdentity, findIdentity, identityEnd } from './identity.ts';
import { inspectFile } from './inspect.ts';
import { chestPhantom } from './phantom/chest.ts';

const { bytes } = chestPhantom({ slices: 2, matrix: 32, pixelSpacingMm: 10, sliceThicknessMm: 10 }).files[0]!;
const text = (of: Uint8Array) => new TextDecoder('latin1').decode(of);

describe('identity', () => {
  it('names what says who the person is, with its value and its place', async () => {
    const { elements, canBlank } = await findIdentity(bytesSource(bytes));
    expect(canBlank).toBe(true);
    const name = elements.find(({ keyword }) => keyword === 'PatientName')!;
    expect(name.value).toBe('PHANTOM^CHEST');
    expect(text(bytes.subarray(name.offset, name.offset + 13))).toBe('PHANTOM^CHEST');
    expect(elements.map(({ keyword }) => keyword)).toContain('PatientID');
  });

  it('blanks the values and nothing else: the same length, the same image, nobody named', async () => {
    const { elements } = await findIdentity(bytesSource(bytes));
    const blanked = blankIdentity(bytes, elements);
    expect(blanked).toHaveLength(bytes.length);
    expect(text(blanked)).not.toContain('PHANTOM^CHEST');
    expect(blanked.subarray(identityEnd(elements))).toEqual(bytes.subarray(identityEnd(elements)));
    expect((await findIdentity(bytesSource(blanked))).elements).toEqual([]);
    const [before, after] = await Promise.all([bytes, blanked].map((of) => inspectFile(bytesSource(of))));
    if (before?.status !== 'accepted' || before.kind !== 'dicom') throw new Error('the phantom is refused');
    expect(after).toEqual({ ...before, header: { ...before.header, patientKey: null } });
  });

  it('finds nothing in what is no DICOM', async () => {
    const letter = new TextEncoder().encode('a letter, not an image');
    expect((await findIdentity(bytesSource(letter))).elements).toEqual([]);
  });
});
