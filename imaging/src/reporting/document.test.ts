import { expect, it } from 'vitest';
import { writePart10 } from '../files/write.ts';
import { studyOf } from './document.ts';

it('dates and times of images in the form of ACR-NEMA are copied in that of DICOM, all others as they are', () => {
  const copied = (date: string, time: string) => {
    const source = writePart10([
      { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.2' },
      { tag: 0x00080018, vr: 'UI', value: '1.2.3' },
      { tag: 0x00080020, vr: 'DA', value: date },
      { tag: 0x00080030, vr: 'TM', value: time },
      { tag: 0x00100030, vr: 'DA', value: date },
    ]);
    const { elements } = studyOf(source, '+0300');
    return [0x00080020, 0x00080030, 0x00100030].map((tag) => elements.find((one) => one.tag === tag)?.value);
  };
  expect(copied('2026.01.02', '10:20:30.5')).toEqual(['20260102', '102030.5', '20260102']);
  expect(copied('20260102', '10:20')).toEqual(['20260102', '1020', '20260102']);
  expect(copied('', '102030')).toEqual(['', '102030', '']);
});
