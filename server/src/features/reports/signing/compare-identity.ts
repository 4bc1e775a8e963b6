import type { IdentityDifference } from '@duai/contract';
import { comparePersonName, type PatientIdentity } from '@duai/imaging';
import { isoDate } from '../../studies/index.ts';

/** The person of a case: the holder of the account, or the relative that the case is for. */
export interface CasePerson {
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  gender: string | null;
}

/** Patient's Sex (PS3.3 C.7.1.1). */
const SEXES: Readonly<Record<string, string>> = { M: 'male', F: 'female', O: 'other' };

/** Patient's Sex of the person of a case; null where the attribute has no term for it. */
export const sexOf = ({ gender }: Pick<CasePerson, 'gender'>): string | null =>
  Object.keys(SEXES).find((sex) => SEXES[sex] === gender) ?? null;

/**
 * The fields in which a header and the person of the case differ; a field that either side lacks is not compared.
 * `patientIds`: all Patient IDs of one examination. It is of one patient (PS3.3 A.1.2), so several ids are a
 * difference; different hospitals use different ids.
 */
export function differencesOf(
  identity: Pick<PatientIdentity, 'name' | 'birthDate' | 'sex'>,
  person: CasePerson,
  patientIds: ReadonlySet<string>,
): IdentityDifference[] {
  const born = identity.birthDate === null ? null : (isoDate(identity.birthDate) ?? identity.birthDate);
  const isBirthKnown = born !== null && person.dateOfBirth !== null;
  const isSameBirth = isBirthKnown && born === person.dateOfBirth;
  const name = identity.name === null ? 'same' : comparePersonName(identity.name, person);
  const sex = identity.sex === null ? null : (SEXES[identity.sex.toUpperCase()] ?? identity.sex);
  const differs: Partial<Record<IdentityDifference, boolean>> = {
    name: name === 'other' || (name === 'alike' && !isSameBirth),
    'birth-date': isBirthKnown && !isSameBirth,
    sex: sex !== null && person.gender !== null && sex !== person.gender,
    'patient-id': patientIds.size > 1,
  };
  return (Object.keys(differs) as IdentityDifference[]).filter((field) => differs[field]);
}
