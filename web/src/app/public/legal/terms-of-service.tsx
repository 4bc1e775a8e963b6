import { LIMITS } from '@duai/contract';
import { COMPANY } from '../../../content/contacts.ts';
import { TERMS_SUMMARIES } from '../../../content/terms-summaries.ts';
import { STATIC_PAGE } from '../../../static-page.ts';
import { LegalPage, type LegalSection } from './legal-page.tsx';
import { noticeSections } from './notice-sections.tsx';

export const handle = STATIC_PAGE;

/** Eight numbered sections, as the specification requires, and the sections for patients in their own language. */
const sections: LegalSection[] = [
  {
    id: 'services',
    title: 'What we provide',
    body: (
      <>
        <p>
          These terms are between you and {COMPANY.name}, {COMPANY.address} ("DUAI", "we"). They cover this website and
          two services:
        </p>
        <ul>
          <li>
            <strong>Second opinion:</strong> you send images of a finished examination, software measures and checks
            them, and a radiologist reads them and signs a report for you. We aim at 24 to 48 hours; your case shows
            when the report is due, and we tell you if it takes longer.
          </li>
          <li>
            <strong>DuaiCheck trial:</strong> a healthcare institution tries the algorithms of the platform on its own
            scans, free of charge, for {LIMITS.trialDays} days and up to {LIMITS.trialScans} scans.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'medical-limits',
    title: 'What it is not',
    body: (
      <>
        <p>
          <strong>Not for emergencies.</strong> If you are in acute distress, call your local emergency number (112 in
          Europe and Türkiye) and do not wait for a report.
        </p>
        <p>
          A second opinion supports a decision. It rests on the images and words you send, without an examination of
          your person, and does not replace your treating physician. Do not begin, change or stop a treatment on it
          alone.
        </p>
        <p>
          Results of algorithms are decision support. They are released to patients only within a report that a
          radiologist has signed. In the trial they are shown to professionals for evaluation and are not for clinical
          use.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          You must be 18 or older, or act for a person whom you may represent. Give true details, keep your password to
          yourself, and tell us at once if you suspect misuse. You may close your account at any time.
        </p>
        <p>
          Upload only images of yourself or of a person for whom you may act. They stay yours: we use them to give you
          the service and for nothing else that you did not consent to. How we treat personal data stands in the{' '}
          <a href="/privacy-policy">Privacy Policy</a>; accepting these terms is no consent to it.
        </p>
      </>
    ),
  },
  {
    id: 'trial',
    title: 'Trials of institutions',
    body: (
      <>
        <p>
          A trial begins when we approve an application and the institution redeems its invitation. It ends by itself;
          nothing is charged without an order. After an order, each scan is charged at the agreed price.
        </p>
        <p>
          The institution makes sure that it may upload the examinations it sends, names the persons who may sign in,
          and concludes the processing agreement of GDPR Article 28 with us. Results of the trial do not become part of
          a patient's record by themselves.
        </p>
      </>
    ),
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    body: (
      <>
        <p>You agree not to</p>
        <ul>
          <li>upload unlawful or malicious files, or images of persons for whom you may not act;</li>
          <li>try to reach data of others, or to identify persons in de-identified images;</li>
          <li>disturb the service, get around its limits, or copy the algorithms by systematic queries;</li>
          <li>present a draft or a measurement of software as a signed medical report.</li>
        </ul>
        <p>
          We may suspend an account that does; we say why, and what has to happen for it to be opened again. Security
          researchers who report a weakness in good faith need not fear that.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Availability and changes',
    body: (
      <p>
        We work to keep the service available and say so where we cannot. We may improve it, and may change these terms
        for a good reason: a change that concerns your rights is announced by e-mail at least 30 days before it takes
        effect, you may close your account until then, and consents are asked for again where they are affected. A paid
        case is finished under the terms with which it was opened.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We are liable without limit for intent and gross negligence, for injury to life, body or health, and where the
          law does not allow a limit. For the slightly negligent breach of an essential duty we are liable for the
          damage that was foreseeable and is typical. Otherwise liability is excluded.
        </p>
        <p>Rights that consumers and patients cannot waive by law stay untouched.</p>
      </>
    ),
  },
  {
    id: 'governing-law',
    title: 'Governing law and contact',
    body: (
      <>
        <p>
          These terms are governed by Cypriot law. The courts of Nicosia have jurisdiction. If you are a consumer, you
          keep the protection of the mandatory rules of the country in which you live and may sue there. If a clause is
          void, the others hold.
        </p>
        <p>
          Contact: <a href={`mailto:${COMPANY.legalEmail}`}>{COMPANY.legalEmail}</a>, or by post to {COMPANY.name},{' '}
          {COMPANY.address}.
        </p>
      </>
    ),
  },
  ...noticeSections(TERMS_SUMMARIES),
];

export default function TermsOfService() {
  return (
    <LegalPage
      path="/terms-of-service"
      title="Terms of Service"
      description="Terms for the DUAI website, the second-opinion service for patients and the DuaiCheck trial for institutions. Governed by Cypriot law."
      summary={
        <>
          <p>A radiologist signs what you receive. It supports your physician's decision and does not replace it.</p>
          <p>In an emergency call your local emergency number.</p>
        </>
      }
      sections={sections}
    />
  );
}
