import { describe, expect, it } from 'vitest';
import { asOnDisc, compareWithIndex, isDiscIndex } from './disc-index.ts';

describe('the index of a disc', () => {
  it('is known by its name, however the system spells it', () => {
    expect(['DICOMDIR', 'dicomdir', 'DICOMDIR.;1', 'DICOMDIR.'].every((name) => isDiscIndex({ name }))).toBe(true);
    expect(['DICOMDIR.txt', 'IM0001', 'MYDICOMDIR'].some((name) => isDiscIndex({ name }))).toBe(false);
    expect(asOnDisc('dicom/pat1/im000001.;1')).toBe('DICOM/PAT1/IM000001');
  });

  it('names what is missing, and what lies beside it without being named', () => {
    const index = ['DICOM/IM1', 'DICOM/IM2', 'DICOM/SR1'];
    expect(
      compareWithIndex(
        { root: 'cd/', paths: index },
        {
          files: ['dicom/im1', 'dicom/sr1', 'dicom/im3', 'viewer.exe'],
          images: ['dicom/im1', 'dicom/im3'],
        },
      ),
    ).toEqual({ root: 'cd/', indexed: 3, missing: ['DICOM/IM2'], unlisted: ['dicom/im3'] });
  });

  it('that is whole, or cannot be read, misses nothing', () => {
    expect(compareWithIndex({ root: '', paths: ['IM1'] }, { files: ['IM1.;1'], images: ['IM1.;1'] })).toEqual({
      root: '',
      indexed: 1,
      missing: [],
      unlisted: [],
    });
    expect(compareWithIndex({ root: '', paths: null }, { files: ['IM1'], images: ['IM1'] })).toEqual({
      root: '',
      indexed: null,
      missing: [],
      unlisted: [],
    });
  });
});
