import { type cases as contract, given, type Language } from '@duai/contract';
import { describeImageProblem } from '../../core/check-texts.ts';
import { canTakeBack } from './cases.policy.ts';
import type { FirstReportRow, ImageRow } from './cases.store.ts';
import type { CaseRow, PersonDeclarationRow } from './cases.tables.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** A case as its patient sees it, without pipeline, claims and AI results. */
export const presentCase = (
  row: CaseRow,
  images: ImageRow[],
  firstReport: FirstReportRow | undefined,
  declarations: PersonDeclarationRow[],
  { isCriticalOpen, hasSecondReader }: { isCriticalOpen: boolean; hasSecondReader: boolean },
  language: Language,
): contract.PatientCase => ({
  id: row.id,
  caseNumber: row.caseNumber,
  modality: row.modality,
  bodyPart: row.bodyPart,
  side: row.side,
  subject: subjectOf(row),
  firstReport: presentFirstReport(firstReport),
  clinicalHistory: row.clinicalHistory,
  symptoms: row.symptoms,
  urgency: row.urgency,
  status: row.status,
  uploadedAt: row.uploadedAt.toISOString(),
  submittedAt: iso(row.submittedAt),
  dueAt: iso(row.dueAt),
  completedAt: iso(row.completedAt),
  question: row.question,
  hasReport: row.status === 'completed',
  isCriticalOpen,
  canTakeBack: canTakeBack(row, hasSecondReader),
  images: images.map(({ id, originalName, isDicom, hasPreview, problemCode }) => ({
    id,
    originalName,
    isDicom,
    hasPreview,
    problem: problemCode && describeImageProblem(problemCode, language),
  })),
  personDeclarations: declarations.map(presentDeclaration),
});

export const presentDeclaration = ({ namedPeople, declaredAt }: PersonDeclarationRow): contract.PersonDeclaration => ({
  namedPeople,
  declaredAt: declaredAt.toISOString(),
});

/** Compares by the account: both of the holder, or both of a relative with the same name and date of birth. */
export function isSamePerson(one: CaseRow, other: CaseRow): boolean {
  const key = (row: CaseRow) => {
    const subject = subjectOf(row);
    // Without a date of birth a grandfather and a grandson of one name are told apart by what they are to the holder.
    const born = subject && (subject.dateOfBirth ?? subject.relation);
    return subject && [subject.firstName, subject.lastName, born].join('|').toLocaleLowerCase('tr');
  };
  return key(one) === key(other);
}

/** The relative whom the images show; null where it is the account holder. */
export const subjectOf = (row: CaseRow): contract.CaseSubject | null =>
  row.subjectRelation && {
    relation: row.subjectRelation,
    firstName: given(row.subjectFirstName, 'the first name'),
    lastName: given(row.subjectLastName, 'the last name'),
    dateOfBirth: row.subjectDateOfBirth,
    gender: row.subjectGender,
  };

export const presentFirstReport = (row: FirstReportRow | undefined): contract.FirstReport | null =>
  row
    ? {
        text: row.text,
        file: row.fileName === null ? null : { name: row.fileName, sizeBytes: row.sizeBytes ?? 0 },
      }
    : null;
