import type { cases } from '@duai/contract';
import type { z } from 'zod';
import { readDraft } from '../../../lib/draft.ts';

export type NewCaseInput = z.input<typeof cases.caseCreationSchema>;

/** The form of a new case; empty fields count as absent. */
export interface NewCaseFields {
  modality: '' | cases.CaseModality;
  bodyPart: string;
  side: '' | (typeof cases.SIDES)[number];
  clinicalHistory: string;
  symptoms: string;
  urgency: cases.Urgency;
  firstReportText: string;
  whose: 'own' | 'relative';
  subject: {
    relation: '' | cases.CaseSubject['relation'];
    firstName: string;
    lastName: string;
    dateOfBirth: string;
    gender: '' | NonNullable<cases.CaseSubject['gender']>;
    isDeclared: boolean;
  };
}

export const EMPTY_CASE: NewCaseFields = {
  modality: '',
  bodyPart: '',
  side: '',
  clinicalHistory: '',
  symptoms: '',
  urgency: 'routine',
  firstReportText: '',
  whose: 'own',
  subject: { relation: '', firstName: '', lastName: '', dateOfBirth: '', gender: '', isDeclared: false },
};

export const CASE_DRAFT = 'case';

/** The draft from this tab, or null. The declaration is not kept, because it must be given anew each time. */
export function storedCase(owner: string): NewCaseFields | null {
  const kept = readDraft(CASE_DRAFT, owner) as Partial<NewCaseFields> | null;
  if (!kept) return null;
  return { ...EMPTY_CASE, ...kept, subject: { ...EMPTY_CASE.subject, ...kept.subject, isDeclared: false } };
}

export const isUntouched = (fields: NewCaseFields): boolean => JSON.stringify(fields) === JSON.stringify(EMPTY_CASE);

/** The body of the call: a person only if the images are somebody else's, a side only if the body part has two. */
export function toCreation(fields: NewCaseFields, isSided: boolean): NewCaseInput {
  const { whose, subject, side, modality, ...rest } = fields;
  return {
    ...rest,
    modality: modality as cases.CaseModality,
    side: isSided ? side : '',
    ...(whose === 'relative' && {
      subject: { ...subject, relation: subject.relation as cases.CaseSubject['relation'] },
    }),
  };
}
