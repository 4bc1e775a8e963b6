import { given, type ImageIdentity } from '@duai/contract';
import { AppError } from '../../../core/app-error.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { sha256Hex } from '../../../core/ids.ts';
import type { CaseRow } from '../../cases/index.ts';
import { isoDate, type Studies } from '../../studies/index.ts';
import type * as store from '../reports.store.ts';
import { type CasePerson, differencesOf } from './compare-identity.ts';

/**
 * The identities that the images of a case name, by study, each compared with the person of the case
 * (docs/decisions/0066).
 */
export async function identitiesOnImages(
  on: store.Queries,
  studies: Studies,
  { id: caseId }: Pick<CaseRow, 'id'>,
  person: CasePerson,
): Promise<ImageIdentity[]> {
  const found = await studies.identitiesOf(on, caseId);
  const idsOfStudy = Map.groupBy(found, ({ studyId }) => studyId);
  return found.map(({ isRead, ...identity }): ImageIdentity => {
    const patientIds = new Set(
      given(idsOfStudy.get(identity.studyId), 'the study of an identity').flatMap(({ patientId }) => patientId ?? []),
    );
    const differs = isRead ? differencesOf(identity, person, patientIds) : (['not-read'] as const);
    const { firstName, lastName, dateOfBirth, gender } = person;
    // The key covers both sides, so that an acknowledgement is valid only for exactly what was shown.
    const seen = {
      identity,
      differs,
      person: { firstName, lastName, dateOfBirth, gender },
      ids: [...patientIds].sort(),
    };
    return {
      ...identity,
      name: readableName(identity.name),
      birthDate: isoDate(identity.birthDate) ?? identity.birthDate,
      differs: [...differs],
      differenceKey: differs.length === 0 ? null : sha256Hex(canonicalJson(seen)).slice(0, 32),
    };
  });
}

/** The first group of a Person Name that is not empty, as plain text: family name first. */
const readableName = (pn: string | null): string | null =>
  pn
    ?.split('=')
    .map((group) => group.split('^').filter(Boolean).join(' ').trim())
    .find(Boolean) ?? null;

/**
 * The acknowledged differences are exactly the present ones: none is missing, and none is out of date.
 * @throws AppError IDENTITY_NOT_ACKNOWLEDGED
 */
export function assertAcknowledged(identities: readonly ImageIdentity[], acknowledged: readonly string[]): void {
  const differing = identities.flatMap(({ differenceKey }) => differenceKey ?? []);
  const isExact =
    differing.every((key) => acknowledged.includes(key)) && acknowledged.every((key) => differing.includes(key));
  if (!isExact) throw new AppError('IDENTITY_NOT_ACKNOWLEDGED');
}
