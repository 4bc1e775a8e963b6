import type { DataSet } from 'dicom-parser';
import type { ByteSource } from '../files/byte-source.ts';
import { detectContent } from '../files/content-type.ts';
import { openDataSet } from '../files/data-set.ts';
import { IMAGING_LIMITS } from '../files/limits.ts';
import { ImagingError } from '../files/refusal.ts';
import { type DecodeText, textDecoderFor } from '../text/charset.ts';

/**
 * Attributes by which people recognise themselves and their hospital; shown before sending and compared between files.
 * De-identification removes more: everything in DICOM PS3.15 table E.1-1 (`deidentify/`).
 */
export const IDENTIFYING = {
  x00100010: 'PatientName',
  x00100020: 'PatientID',
  x00100021: 'IssuerOfPatientID',
  x00100030: 'PatientBirthDate',
  x00101000: 'OtherPatientIDs',
  x00101001: 'OtherPatientNames',
  x00101005: 'PatientBirthName',
  x00101040: 'PatientAddress',
  x00101060: 'PatientMotherBirthName',
  x00102154: 'PatientTelephoneNumbers',
  x00104000: 'PatientComments',
  x00080050: 'AccessionNumber',
  x00080080: 'InstitutionName',
  x00080081: 'InstitutionAddress',
  x00081040: 'InstitutionalDepartmentName',
  x00080090: 'ReferringPhysicianName',
  x00080092: 'ReferringPhysicianAddress',
  x00080094: 'ReferringPhysicianTelephoneNumbers',
  x00081048: 'PhysiciansOfRecord',
  x00081050: 'PerformingPhysicianName',
  x00081060: 'NameOfPhysiciansReadingStudy',
  x00081070: 'OperatorsName',
  x00321032: 'RequestingPhysician',
  x0040a123: 'PersonName',
} as const;
export type IdentifyingKeyword = (typeof IDENTIFYING)[keyof typeof IDENTIFYING];

export interface IdentifyingElement {
  keyword: IdentifyingKeyword;
  value: string;
}

const FIRST_READ_BYTES = 256 * 1024;

/**
 * The elements of a file that identify the person, including those in sequences. Empty for files other than DICOM. Never
 * throws on bad input.
 */
export async function findIdentity(source: ByteSource): Promise<IdentifyingElement[]> {
  let bytes = await source.read(0, FIRST_READ_BYTES);
  if (!['dicom', 'maybe-dicom'].includes(detectContent(bytes))) return [];
  for (;;) {
    try {
      const open = openDataSet(bytes);
      const elements: IdentifyingElement[] = [];
      collect(open.dataSet, open.bytes, decoderOf(open.dataSet), elements);
      return elements;
    } catch (error) {
      const isMore = bytes.length < Math.min(source.sizeBytes, IMAGING_LIMITS.headerBytes);
      if (!(error instanceof ImagingError) || !isMore) return [];
      bytes = await source.read(0, Math.min(bytes.length * 8, source.sizeBytes, IMAGING_LIMITS.headerBytes));
    }
  }
}

const latin1 = new TextDecoder('windows-1252');
const decoderOf = (dataSet: DataSet): DecodeText =>
  textDecoderFor(dataSet.string('x00080005')) ?? ((bytes) => latin1.decode(bytes));

function collect(dataSet: DataSet, bytes: Uint8Array, decode: DecodeText, found: IdentifyingElement[]): void {
  for (const [tag, element] of Object.entries(dataSet.elements)) {
    for (const item of element.items ?? []) if (item.dataSet) collect(item.dataSet, bytes, decode, found);
    const keyword = IDENTIFYING[tag as keyof typeof IDENTIFYING] as IdentifyingKeyword | undefined;
    if (!keyword || element.items || element.length <= 0) continue;
    const value = decode(bytes.subarray(element.dataOffset, element.dataOffset + element.length))
      .replaceAll('\0', '')
      .trim();
    if (value) found.push({ keyword, value });
  }
}
