import { type CorrectedPatient, OF_ANOTHER_BIRTH_DATE, OF_ANOTHER_PERSON } from './correct-patient.ts';

interface JsonAttribute {
  vr: string;
  Value?: unknown[];
}
/** A data set as DICOM JSON (PS3.18 annex F), by tags. */
type JsonDataSet = Record<string, JsonAttribute>;

const NAME = '00100010';
const PATIENT_ID = '00100020';
const BIRTH_DATE = '00100030';
const SEX = '00100040';
const ORIGINALS = '04000561';
const nameOf = (tag: number): string => tag.toString(16).toUpperCase().padStart(8, '0');

/** `correctPatient` for the text of a data set as DICOM JSON, which is UTF-8 whatever its character set says. */
export function correctPatientJson(json: string, patient: CorrectedPatient): string {
  const dataSet = JSON.parse(json) as JsonDataSet;
  const told = (tag: string): unknown => dataSet[tag]?.Value?.[0];
  const isOther = (tag: string, value: string | null) => (told(tag) ?? null) !== value;
  const removed = [
    ...(isOther(PATIENT_ID, patient.patientId) ? OF_ANOTHER_PERSON : []),
    ...(isOther(BIRTH_DATE, patient.birthDate) ? OF_ANOTHER_BIRTH_DATE : []),
  ].map(nameOf);
  const former = Object.fromEntries(
    [NAME, PATIENT_ID, BIRTH_DATE, SEX, ...removed].sort().flatMap((tag) => {
      const attribute = dataSet[tag];
      return attribute ? [[tag, attribute]] : [];
    }),
  );
  const item: JsonDataSet = {
    '04000550': { vr: 'SQ', Value: [Object.keys(former).length > 0 ? former : { [PATIENT_ID]: { vr: 'LO' } }] },
    '04000562': { vr: 'DT', Value: [patient.at] },
    '04000563': { vr: 'LO', Value: ['DUAI'] },
    '04000564': { vr: 'LO' },
    '04000565': { vr: 'CS', Value: ['CORRECT'] },
  };
  const changed: JsonDataSet = {
    ...dataSet,
    [NAME]: valued('PN', patient.name && { Alphabetic: patient.name }),
    [PATIENT_ID]: valued('LO', patient.patientId),
    [BIRTH_DATE]: valued('DA', patient.birthDate),
    [SEX]: valued('CS', patient.sex),
    [ORIGINALS]: { vr: 'SQ', Value: [...(dataSet[ORIGINALS]?.Value ?? []), item] },
  };
  for (const tag of removed) delete changed[tag];
  return written(changed);
}

/** With names in ascending order (PS3.18 section F.2.2), which objects do not keep where a name is a number. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, of]) => `${JSON.stringify(name)}:${written(of)}`).join(',')}}`;
}

const valued = (vr: string, value: unknown): JsonAttribute =>
  value === null || value === '' ? { vr } : { vr, Value: [value] };
