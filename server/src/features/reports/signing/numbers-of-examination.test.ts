import type { ImageIdentity } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { numbersOfExamination } from './numbers-of-examination.ts';

const CURRENT = [{ id: 'now' }, { id: 'also-now' }];

/** An identity of a study, with a patient ID and an accession number that goes with it. */
const named = (studyId: string, patientId: string | null, ...differs: ImageIdentity['differs']): ImageIdentity => ({
  ...{ studyId, patientId, accessionNumber: patientId && `A-${patientId}`, differs },
  ...{ name: 'IŞIK ZEYNEP', birthDate: null, sex: null, isRemoved: false, images: 1, differenceKey: null },
});
const numbers = (...identities: ImageIdentity[]) => numbersOfExamination(identities, CURRENT);

describe('numbers that a report tells of its patient', () => {
  it('are those of the examination that was read, not of earlier ones', () => {
    expect(numbers(named('now', '1'), named('earlier', '2'))).toEqual({
      ...{ patientIds: ['1'], accessionNumbers: ['A-1'], areNumbersLeftOut: false },
    });
  });

  it.each(['name', 'birth-date', 'sex'] as const)('are not of images that name another person by %s', (differs) => {
    expect(numbers(named('now', '1', 'patient-id'), named('now', '2', differs, 'patient-id'))).toEqual({
      ...{ patientIds: ['1'], accessionNumbers: ['A-1'], areNumbersLeftOut: true },
    });
    expect(numbers(named('now', '2', differs))).toEqual({
      ...{ patientIds: [], accessionNumbers: [], areNumbersLeftOut: true },
    });
  });

  it('are none of an examination with several numbers; two hospitals have one each', () => {
    expect(numbers(named('now', '1', 'patient-id'), named('now', '2', 'patient-id'))).toEqual({
      ...{ patientIds: [], accessionNumbers: [], areNumbersLeftOut: true },
    });
    expect(numbers(named('also-now', '2'), named('now', '1'))).toEqual({
      ...{ patientIds: ['1', '2'], accessionNumbers: ['A-1', 'A-2'], areNumbersLeftOut: false },
    });
  });

  it('are not said to be left out where the other images have none, or nothing was read', () => {
    const none = named('now', null, 'name');
    expect(numbers(named('now', '1'), none, named('now', null, 'not-read')).areNumbersLeftOut).toBe(false);
  });
});
