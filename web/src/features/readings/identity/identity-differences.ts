import type { IdentityDifference, ImageIdentity, studies } from '@duai/contract';
import type { WorkTexts } from '../../../lib/messages.tsx';
import { genderName } from '../people.ts';

type Differing = ImageIdentity & { differenceKey: string };

/** The people named by images who are somebody other than the person of the case, as far as the headers tell. */
export const differingOf = (identities: readonly ImageIdentity[]): Differing[] =>
  identities.filter((identity): identity is Differing => identity.differenceKey !== null);

/** What the images carry instead of what the case says. */
export function sentenceOf(
  identity: Differing,
  patient: studies.Reading['case']['patient'],
  texts: WorkTexts['readings']['identity'],
  names: WorkTexts['names'],
): string {
  if (identity.differs.includes('not-read')) return texts.differenceNotRead;
  const sides: Record<
    Exclude<IdentityDifference, 'not-read'>,
    readonly [found: string | null, expected: string | null]
  > = {
    name: [identity.name, `${patient.firstName} ${patient.lastName}`],
    'birth-date': [identity.birthDate, patient.dateOfBirth],
    sex: [genderName(identity.sex, names), genderName(patient.gender, names)],
    'patient-id': [identity.patientId, null],
  };
  const differences = identity.differs
    .filter((field) => field !== 'not-read')
    .map((field) => {
      const [found, expected] = sides[field];
      return texts.differences[field]({ found: found ?? texts.noId, expected: expected ?? texts.noId });
    });
  return texts.difference({ count: identity.images, differences: differences.join('; ') });
}
