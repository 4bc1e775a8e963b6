import type { ImageIdentity } from '@duai/contract';
import type { ObjectNames } from '@duai/imaging';
import { type CasePerson, sexOf } from '../signing/compare-identity.ts';
import { numbersOfExamination } from '../signing/numbers-of-examination.ts';
import { personNameOf } from './object-names.ts';

/** Whom objects about a study are about; empty: the patient of its images, who is nobody else. */
export type PatientIn = (study: { readonly id: string }) => Pick<ObjectNames, 'patient'>;

/**
 * Objects are about the patient of the images that they are filed with (PS3.3 A.1.2), unless these images contradict the person
 * of the case: then about this person, as page and paper say, with the numbers that these tell (docs/decisions/0355).
 */
export const patientIn =
  (identities: readonly ImageIdentity[], person: CasePerson): PatientIn =>
  ({ id }) => {
    const named = identities.filter(({ studyId }) => studyId === id);
    if (named.every(({ differs }) => differs.length === 0)) return {};
    const { patientIds, accessionNumbers } = numbersOfExamination(named, [{ id }]);
    return {
      patient: {
        name: `${personNameOf(person.lastName)}^${personNameOf(person.firstName)}`.slice(0, 64),
        patientId: onlyOne(patientIds),
        birthDate: person.dateOfBirth?.replaceAll('-', '') ?? null,
        sex: sexOf(person),
        order: { accessionNumber: onlyOne(accessionNumbers) },
      },
    };
  };

const onlyOne = (numbers: readonly string[]): string | null => (numbers.length === 1 ? (numbers[0] ?? null) : null);
