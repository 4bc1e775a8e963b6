import type { institutions } from '@duai/contract';
import { CONTACTS } from '../../content/contacts.ts';

const or = (text: string | undefined): string => text?.trim() || 'Not specified';

/** The mail that an applicant may send in addition: to the technical team, with the AI team in copy. */
export function registrationDraft(application: institutions.TrialRegistration): { subject: string; body: string } {
  return {
    subject: `[DuaiCheck Trial] New Registration: ${application.institutionName}`,
    body: [
      'Institution details',
      `Institution: ${application.institutionName}`,
      `Contact: ${application.contactName}`,
      `Email: ${application.email}`,
      `Phone: ${application.phone}`,
      `Country: ${application.country}`,
      '',
      'Technical details',
      `PACS vendor: ${application.pacsVendor}`,
      `PACS version: ${or(application.pacsVersion)}`,
      `DICOM nodes: ${or(application.dicomNodes)}`,
      `Modalities: ${or(application.modalities.join(', '))}`,
      `Studies per day: ${or(application.studiesPerDay)}`,
      `Comments: ${or(application.comments)}`,
      '',
      'A specialist should reach out within 48 hours.',
    ].join('\n'),
  };
}

/** RFC 6068: a mailto address with subject, copy and body; line breaks are CRLF. */
export function registrationMailto(application: institutions.TrialRegistration): string {
  const { subject, body } = registrationDraft(application);
  const fields = { cc: CONTACTS.aiTeam, subject, body: body.replaceAll('\n', '\r\n') };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${CONTACTS.technicalTeam}?${query.join('&')}`;
}
