import { concatenate } from '../files/concatenate.ts';
import type { Encoding } from '../files/layout.ts';
import { IMPLEMENTATION_CLASS_UID } from '../files/write.ts';
import { writeElement, writeItem } from './profile/elements.ts';
import { padded } from './values.ts';

export interface WrittenElement {
  tag: number;
  bytes: Uint8Array;
}

/** Context group CID 7050 (PS3.16): codes of the profile and its options, which are written into the file. */
const BASIC_PROFILE = ['113100', 'Basic Application Confidentiality Profile'] as const;
const CLEAN_PIXEL_DATA = ['113101', 'Clean Pixel Data Option'] as const;
const MODIFIED_DATES = ['113107', 'Retain Longitudinal Temporal Information Modified Dates Option'] as const;
const PATIENT_CHARACTERISTICS = ['113108', 'Retain Patient Characteristics Option'] as const;

/** What the file states about its own de-identification (PS3.15 section E.1.1 and E.3, PS3.3 C.12.1). */
export function statements(isPixelDataClean: boolean, encoding: Encoding): WrittenElement[] {
  const element = (tag: number, vr: string, value: Uint8Array): WrittenElement => ({
    tag,
    bytes: writeElement(tag, vr, value, encoding),
  });
  const text = (tag: number, vr: string, value: string) => element(tag, vr, padded(value, 0x20));
  const codes = [
    BASIC_PROFILE,
    ...(isPixelDataClean ? [CLEAN_PIXEL_DATA] : []),
    MODIFIED_DATES,
    PATIENT_CHARACTERISTICS,
  ].map(([value, meaning]) =>
    writeItem(
      concatenate([
        text(0x00080100, 'SH', value).bytes,
        text(0x00080102, 'SH', 'DCM').bytes,
        text(0x00080104, 'LO', meaning).bytes,
      ]),
      encoding,
    ),
  );
  return [
    text(0x00120062, 'CS', 'YES'),
    text(0x00120063, 'LO', 'DICOM PS3.15 table E.1-1, edition 2024e'),
    element(0x00120064, 'SQ', concatenate(codes)),
    ...(isPixelDataClean ? [text(0x00280301, 'CS', 'NO')] : []),
    text(0x00280303, 'CS', 'MODIFIED'),
  ];
}

/** Preamble, prefix and meta group (PS3.10 section 7.1), without any trace of the application that wrote the original. */
export function metaGroup(of: {
  sopClassUid: string | null;
  sopInstanceUid: string | null;
  transferSyntaxUid: string;
}): Uint8Array {
  const uid = (tag: number, value: string | null) =>
    value === null ? [] : [writeElement(tag, 'UI', padded(value, 0), 'explicit-le')];
  const elements = concatenate([
    writeElement(0x00020001, 'OB', new Uint8Array([0, 1]), 'explicit-le'),
    ...uid(0x00020002, of.sopClassUid),
    ...uid(0x00020003, of.sopInstanceUid),
    ...uid(0x00020010, of.transferSyntaxUid),
    ...uid(0x00020012, IMPLEMENTATION_CLASS_UID),
  ]);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, elements.length, true);
  const beginning = new Uint8Array(132);
  beginning.set([0x44, 0x49, 0x43, 0x4d], 128);
  return concatenate([beginning, writeElement(0x00020000, 'UL', length, 'explicit-le'), elements]);
}
