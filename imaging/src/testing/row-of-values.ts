import { type ElementToWrite, writePart10 } from '../files/write.ts';

/** An image of one row with the 8-bit values 0 to 255, and additional elements: tables, a window. */
export const rowOfValues = (more: ElementToWrite[], { isSigned = false } = {}): Uint8Array =>
  writePart10([
    { tag: 0x00080016, vr: 'UI', value: '1.2.840.10008.5.1.4.1.1.1' },
    { tag: 0x00080018, vr: 'UI', value: '2.25.881' },
    { tag: 0x00080060, vr: 'CS', value: 'CR' },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [1] },
    { tag: 0x00280011, vr: 'US', value: [256] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [isSigned ? 1 : 0] },
    { tag: 0x7fe00010, vr: 'OB', value: Uint8Array.from({ length: 256 }, (_, index) => index) },
    ...more,
  ]);
