import { describe, expect, it } from 'vitest';
import { readDicomDirectory } from './dicomdir.ts';
import { ImagingError } from './refusal.ts';
import { type ElementToWrite, writePart10 } from './write.ts';

const record = (type: string, fileId?: string, inUse = 0xffff): ElementToWrite[] => [
  { tag: 0x00041410, vr: 'US', value: [inUse] },
  { tag: 0x00041430, vr: 'CS', value: type },
  ...(fileId === undefined ? [] : [{ tag: 0x00041500, vr: 'CS' as const, value: fileId }]),
];
const directory = (items: ElementToWrite[][]) =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.1.3.10' },
    { tag: 0x00080018, vr: 'UI', value: '1.2.3' },
    { tag: 0x00041220, vr: 'SQ', value: { items } },
  ]);

describe('a DICOMDIR', () => {
  it('names its files once each, as paths, in the order of its records', () => {
    expect(
      readDicomDirectory(
        directory([
          record('PATIENT'),
          record('STUDY'),
          record('SERIES'),
          record('IMAGE', 'DICOM\\PAT1\\IM000001'),
          record('IMAGE', 'DICOM\\PAT1\\IM000002 '),
          record('IMAGE', 'DICOM\\PAT1\\IM000001'),
          record('SR DOCUMENT', 'REPORT'),
        ]),
      ),
    ).toEqual([
      { path: 'DICOM/PAT1/IM000001', recordType: 'IMAGE' },
      { path: 'DICOM/PAT1/IM000002', recordType: 'IMAGE' },
      { path: 'REPORT', recordType: 'SR DOCUMENT' },
    ]);
  });

  it('leaves out records that are no longer in use, and may be empty', () => {
    expect(readDicomDirectory(directory([record('IMAGE', 'GONE', 0)]))).toEqual([]);
    expect(readDicomDirectory(directory([]))).toEqual([]);
  });

  it('is told apart from an image and from what is no DICOM', () => {
    expect(
      readDicomDirectory(
        writePart10([
          { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
          { tag: 0x00080018, vr: 'UI', value: '1.2.3' },
          { tag: 0x00080060, vr: 'CS', value: 'CT' },
        ]),
      ),
    ).toBeNull();
    expect(() => readDicomDirectory(new TextEncoder().encode('an index, but of what?'))).toThrow(ImagingError);
  });
});
