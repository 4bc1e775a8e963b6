/** The patient named in the headers of a study, in FHIR R4 terms. */
export interface NamedPatient {
  /** DICOM (0010,0020): the id by which the institution knows the patient. */
  patientId: string | null;
  name: Record<string, unknown> | null;
  birthDate: string | null;
  accessionNumber: string | null;
}

interface Identity {
  name: string | null;
  patientId: string | null;
  /** YYYYMMDD (PS3.5 section 6.2, DA). */
  birthDate: string | null;
  accessionNumber: string | null;
}

/** Null where the headers name nobody, or more than one person, since the patient of the results is then unknown. */
export function namedPatient(identities: readonly Identity[]): NamedPatient | null {
  const people = new Set(
    identities.map(({ name, patientId, birthDate }) => JSON.stringify([name, patientId, birthDate])),
  );
  const [first] = identities;
  if (!first || people.size > 1) return null;
  const numbers = new Set(identities.flatMap(({ accessionNumber }) => accessionNumber ?? []));
  return {
    patientId: first.patientId,
    name: first.name ? humanName(first.name) : null,
    birthDate: dayOf(first.birthDate),
    accessionNumber: numbers.size === 1 ? [...numbers][0]! : null,
  };
}

/** Converts a PN value (PS3.5 section 6.2.1): family, given, middle, prefix and suffix of the alphabetic group. */
function humanName(name: string): Record<string, unknown> | null {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = name
    .split('=')[0]!
    .split('^')
    .map((part) => part.trim());
  const givenNames = [given, middle].filter(Boolean);
  const parts = {
    ...(family ? { family } : {}),
    ...(givenNames.length > 0 ? { given: givenNames } : {}),
    ...(prefix ? { prefix: [prefix] } : {}),
    ...(suffix ? { suffix: [suffix] } : {}),
  };
  return Object.keys(parts).length > 0 ? parts : null;
}

function dayOf(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  return year && !Number.isNaN(Date.parse(date)) ? date : null;
}
