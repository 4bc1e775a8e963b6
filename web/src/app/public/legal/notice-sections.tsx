import type { PatientNotice } from '../../../content/patient-notices.ts';
import type { LegalSection } from './legal-page.tsx';

/** Sections of a policy in the other languages of the patient interface, placed after the numbered ones. */
export const noticeSections = (notices: readonly PatientNotice[]): LegalSection[] =>
  notices.map(({ language, title, parts }) => ({
    id: `notice-${language}`,
    title,
    language,
    body: parts.map(({ heading, text }) => (
      <div key={heading}>
        <h3>{heading}</h3>
        <p>{text}</p>
      </div>
    )),
  }));
