import type { OpenDataSet } from '../files/data-set.ts';
import { textOf } from './read-header.ts';

/** The person named in a header (PS3.3 C.7.1.1 and C.7.1.3), as written; null for missing values. Health data. */
export interface PatientIdentity {
  /** Person Name with all its component groups (PS3.5 section 6.2.1). */
  name: string | null;
  patientId: string | null;
  /** DA, as written. */
  birthDate: string | null;
  sex: string | null;
  accessionNumber: string | null;
  /** Patient Identity Removed (0012,0062): any name that is still there is not a real person's. */
  isRemoved: boolean;
}

/** Referring Physician's Name (PS3.3 section C.7.2.1), as it is written; null where the header names nobody. */
export function readReferringPhysician({ dataSet, bytes }: Pick<OpenDataSet, 'dataSet' | 'bytes'>): string | null {
  return somebody(textOf(dataSet, bytes)('x00080090'));
}

export function readPatientIdentity({ dataSet, bytes }: Pick<OpenDataSet, 'dataSet' | 'bytes'>): PatientIdentity {
  const decode = textOf(dataSet, bytes);
  return {
    name: somebody(decode('x00100010')),
    patientId: decode('x00100020'),
    birthDate: decode('x00100030'),
    sex: decode('x00100040'),
    accessionNumber: decode('x00080050'),
    isRemoved: decode('x00120062') === 'YES',
  };
}

/** A name of delimiters alone names nobody. */
const somebody = (name: string | null): string | null => (name && /[^^=\s]/.test(name) ? name : null);
