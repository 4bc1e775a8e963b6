// Written by npm run texts from the JSON files of texts/.
export interface Texts {
  readonly "questions": (p: { readonly contact: string | number }) => string;
  readonly "templates": {
    readonly "verify-email": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "images-arrived": {
      readonly "subject": (p: { readonly caseNumber: string | number }) => string;
      readonly "text": (p: { readonly caseNumber: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "password-reset": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "password-changed": {
      readonly "subject": string;
      readonly "text": (p: { readonly contact: string | number }) => string;
    };
    readonly "change-email": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "change-email-asked": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "security-changed": {
      readonly "subject": string;
      readonly "text": (p: { readonly contact: string | number }) => string;
    };
    readonly "recovery-code-used": {
      readonly "subject": string;
      readonly "text": (p: { readonly left: string | number; readonly contact: string | number }) => string;
    };
    readonly "phone-code": {
      readonly "subject": string;
      readonly "text": (p: { readonly code: string | number }) => string;
    };
    readonly "account-exists": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "report-ready": {
      readonly "subject": (p: { readonly caseNumber: string | number }) => string;
      readonly "text": (p: { readonly caseNumber: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "case-question": {
      readonly "subject": (p: { readonly caseNumber: string | number }) => string;
      readonly "text": (p: { readonly caseNumber: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "case-answer": {
      readonly "subject": (p: { readonly caseNumber: string | number }) => string;
      readonly "text": (p: { readonly caseNumber: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "case-arrived": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "case-late": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "case-unclaimed": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "colleague-asks": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "colleague-answers": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "second-read-open": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "second-read-adjudication": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "second-read-confirmation": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "application-received": {
      readonly "subject": string;
      readonly "text": string;
    };
    readonly "application-to-operators": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "application-declined": {
      readonly "subject": string;
      readonly "text": (p: { readonly reason: string | number }) => string;
    };
    readonly "application-question": {
      readonly "subject": string;
      readonly "text": (p: { readonly question: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "application-answered": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "upgrade-requested": {
      readonly "subject": string;
      readonly "text": (p: { readonly institution: string | number; readonly message: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "staff-invitation": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "member-invitation": {
      readonly "subject": string;
      readonly "text": (p: { readonly institution: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "invitation": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "erasure-asked": {
      readonly "subject": (p: { readonly date: string | number }) => string;
      readonly "text": (p: { readonly date: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "erasure-cancelled": {
      readonly "subject": string;
      readonly "text": string;
    };
    readonly "erasure-done": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "critical-finding": {
      readonly "subject": (p: { readonly caseNumber: string | number }) => string;
      readonly "text": (p: { readonly caseNumber: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "critical-unacknowledged": {
      readonly "subject": string;
      readonly "text": (p: { readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "studies-expire": {
      readonly "subject": (p: { readonly institution: string | number }) => string;
      readonly "text": (p: { readonly institution: string | number; readonly studies: string | number; readonly day: string | number; readonly evaluated: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "version-breach": {
      readonly "subject": (p: { readonly name: string | number }) => string;
      readonly "text": (p: { readonly name: string | number; readonly measure: string | number; readonly day: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
    readonly "version-paused": {
      readonly "subject": (p: { readonly name: string | number }) => string;
      readonly "text": (p: { readonly name: string | number; readonly measure: string | number; readonly day: string | number; readonly link: string | number }) => string;
      readonly "action": string;
    };
  };
  readonly "copyAddress": string;
}
declare const texts: Texts;
export default texts;
