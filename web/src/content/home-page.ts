import { CONTACTS } from './contacts.ts';

/** Sample addresses outside this site. */
export const EXTERNAL = {
  waitlist: 'https://zerotoken.example/waitlist',
  manuscript: 'https://manuscripts.example/quantact',
  embeddedVideo: 'https://video.example/embed/quantact',
  linkedin: 'https://www.linkedin.com/company/duai-sample',
  x: 'https://x.com/duai_sample',
} as const;

export const LOCATIONS = [
  { city: 'Nicosia', role: 'Head office', country: 'Cyprus', position: '35.17° N 33.36° E' },
  { city: 'Dubai', role: 'Gulf region', country: 'United Arab Emirates', position: '25.20° N 55.27° E' },
] as const;

export interface ContactRequest {
  readonly id: 'demo' | 'partnership' | 'media' | 'quantum-study';
  readonly label: string;
  readonly text: string;
  readonly subject: string;
  readonly body: string;
}

/** The kinds of request; each opens a prefilled mail draft. */
export const CONTACT_REQUESTS: readonly ContactRequest[] = [
  {
    id: 'demo',
    label: 'Request a demo',
    text: 'See DuaiCheck on sample studies or on your own.',
    subject: 'Request: DuaiCheck demo',
    body: 'Hello DUAI team,\n\nwe would like to see DuaiCheck.\n\nInstitution:\nCountry:\nModalities:\nGood times for a call:\n\nKind regards,\n',
  },
  {
    id: 'partnership',
    label: 'Propose a partnership',
    text: 'Bring an algorithm, a PACS or an insurance scheme.',
    subject: 'Request: partnership with DUAI',
    body: 'Hello DUAI team,\n\nwe would like to talk about a partnership.\n\nCompany:\nWhat we bring:\nWhat we look for:\n\nKind regards,\n',
  },
  {
    id: 'media',
    label: 'Ask as a journalist',
    text: 'Questions, pictures, someone to talk to.',
    subject: 'Request: media',
    body: 'Hello DUAI team,\n\nI am writing about diagnostics and have a question.\n\nPublication:\nQuestion:\nDeadline:\n\nKind regards,\n',
  },
  {
    id: 'quantum-study',
    label: 'Join the quantum study',
    text: 'Machine time, data, or a second analysis of ours.',
    subject: 'Request: QuantAct study',
    body: 'Hello DUAI team,\n\nI am interested in the QuantAct study.\n\nAffiliation:\nWhat I could contribute:\n\nKind regards,\n',
  },
];

/** RFC 6068: a mailto address with subject and body; line breaks are CRLF. */
export function mailDraft(to: string, { subject, body }: Pick<ContactRequest, 'subject' | 'body'>): string {
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`;
}

export const CAREERS_DRAFT = mailDraft(CONTACTS.careers, {
  subject: 'Application to DUAI',
  body: 'Hello DUAI team,\n\nI would like to work with you.\n\nRole I look for:\nWhat I have done:\nWhere I live:\n\nKind regards,\n',
});
