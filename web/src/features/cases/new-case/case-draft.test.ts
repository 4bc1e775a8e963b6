import { cases } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { EMPTY_CASE, toCreation } from './case-draft.ts';

describe('the form of a new case', () => {
  it('sends a person only where the images are somebody else’s, a side only where there are two', () => {
    const fields = { ...EMPTY_CASE, modality: 'MRI' as const, bodyPart: 'Diz', side: 'left' as const };
    const own = cases.caseCreationSchema.parse(toCreation(fields, true));
    expect(own).toMatchObject({ modality: 'MRI', bodyPart: 'Diz', side: 'left', urgency: 'routine' });
    expect(own.subject).toBeUndefined();
    expect(cases.caseCreationSchema.parse(toCreation(fields, false)).side).toBeUndefined();
  });

  it('asks who the relative is, and for the declaration', () => {
    const problems = cases.caseCreationSchema
      .safeParse(toCreation({ ...EMPTY_CASE, modality: 'CT', whose: 'relative' }, false))
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    expect(problems).toEqual([
      'subject.relation: RELATION_NOT_CHOSEN',
      'subject.firstName: FIRST_NAME_TOO_SHORT',
      'subject.lastName: LAST_NAME_TOO_SHORT',
      'subject.isDeclared: AUTHORITY_NOT_CONFIRMED',
    ]);
  });
});
