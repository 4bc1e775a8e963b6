import { IDENTITY_DIFFERENCES, type IdentityDifference, type ImageIdentity } from '@duai/contract';

/** What makes an identity that of another person; hospitals give one person different numbers. */
const OTHER_PERSON: readonly IdentityDifference[] = IDENTITY_DIFFERENCES.filter(
  (difference) => difference !== 'patient-id' && difference !== 'not-read',
);

/**
 * Patient IDs and accession numbers that a report tells: of the examination that was read, from headers that do not contradict
 * the person of the case. An examination is of one patient (PS3.3 A.1.2): of several IDs in one none can be told to be
 * theirs.
 */
export function numbersOfExamination(
  identities: readonly ImageIdentity[],
  current: readonly { readonly id: string }[],
): { patientIds: string[]; accessionNumbers: string[]; areNumbersLeftOut: boolean } {
  const there = identities.filter(({ studyId }) => current.some(({ id }) => id === studyId));
  const own = there.filter(({ differs }) => !differs.some((difference) => OTHER_PERSON.includes(difference)));
  const told = [...Map.groupBy(own, ({ studyId }) => studyId).values()].filter(
    (ofStudy) => sorted(ofStudy.map(({ patientId }) => patientId)).length <= 1,
  );
  const kept = told.flat();
  return {
    patientIds: sorted(kept.map(({ patientId }) => patientId)),
    accessionNumbers: sorted(kept.map(({ accessionNumber }) => accessionNumber)),
    areNumbersLeftOut: there.some(
      (identity) => !kept.includes(identity) && (identity.patientId !== null || identity.accessionNumber !== null),
    ),
  };
}

const sorted = (numbers: readonly (string | null)[]): string[] =>
  [...new Set(numbers.filter((number) => number !== null))].sort();
