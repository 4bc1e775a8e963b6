import type { IdentityDifference, ImageIdentity } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { patientIn } from './patient-of-objects.ts';

const PERSON = { firstName: 'Ada', lastName: 'Işık', dateOfBirth: null, gender: 'unspecified' };
const identity = (number: string, ...differs: IdentityDifference[]): ImageIdentity => ({
  ...{ studyId: 'now', images: 1, name: 'x', birthDate: null, sex: null, isRemoved: false, differenceKey: null },
  ...{ patientId: number, accessionNumber: `A-${number}`, differs },
});
const patientOf = (...identities: ImageIdentity[]) => patientIn(identities, PERSON)({ id: 'now' }).patient;

describe('whom objects of a study are about', () => {
  it('is the patient of its images where nothing differs, whatever another study says', () => {
    expect(patientOf(identity('1'))).toBeUndefined();
    expect(patientOf({ ...identity('2', 'name'), studyId: 'earlier' })).toBeUndefined();
  });

  it('is the person of the case with their own number, where the study has images of somebody else too', () => {
    expect(patientOf(identity('1', 'patient-id'), identity('2', 'name', 'patient-id'))).toEqual({
      ...{ name: 'Işık^Ada', birthDate: null, sex: null, patientId: '1', order: { accessionNumber: 'A-1' } },
    });
  });

  it('has no number where several of them could be theirs, or where headers were not read', () => {
    const none = { patientId: null, order: { accessionNumber: null } };
    expect(patientOf(identity('1', 'patient-id'), identity('2', 'patient-id'))).toMatchObject(none);
    expect(patientOf({ ...identity('1', 'not-read'), patientId: null, accessionNumber: null })).toMatchObject(none);
    const [first, second] = [identity('1', 'birth-date'), { ...identity('1'), accessionNumber: 'A-2' }];
    expect(patientOf(first, second, identity('1'))).toMatchObject({ patientId: '1', order: { accessionNumber: null } });
  });
});
