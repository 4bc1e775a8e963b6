import { LIMITS } from '@duai/contract';
import { COMPANY } from '../../../content/contacts.ts';
import { PATIENT_NOTICES } from '../../../content/patient-notices.ts';
import { STATIC_PAGE } from '../../../static-page.ts';
import { LegalPage, type LegalSection } from './legal-page.tsx';
import { noticeSections } from './notice-sections.tsx';

export const handle = STATIC_PAGE;

const sections: LegalSection[] = [
  {
    id: 'controller',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          {COMPANY.name}, {COMPANY.address} ("DUAI", "we"), decides why and how your personal data are processed. We are
          the controller under the General Data Protection Regulation (GDPR) and the data controller ("veri sorumlusu")
          under Turkish Law No. 6698 (KVKK). Our representative in Türkiye ("veri sorumlusu temsilcisi") is{' '}
          {COMPANY.representativeInTurkiye}. Our data protection officer is reached at{' '}
          <a href={`mailto:${COMPANY.privacyEmail}`}>{COMPANY.privacyEmail}</a>.
        </p>
        <p>
          For scans that an institution uploads in the DuaiCheck trial, the institution decides and we work on its
          instructions as its processor (GDPR Article 28). Please turn to your institution first about those.
        </p>
      </>
    ),
  },
  {
    id: 'data-collected',
    title: 'Data we collect',
    body: (
      <>
        <h3>From patients</h3>
        <ul>
          <li>
            <strong>Account:</strong> first and last name, e-mail address, password (kept only as a one-way hash),
            chosen way of notification and language; where you give them, phone number, date of birth, gender and
            country; the public key of a passkey, if you add one.
          </li>
          <li>
            <strong>Health data:</strong> the images you upload with what is written in them, body part, clinical
            history, symptoms, earlier reports, what you and the radiologist write to each other, the measurements of
            our software and the signed report.
          </li>
          <li>
            <strong>Consents:</strong> which text, in which version and language, and when you gave or withdrew each.
          </li>
        </ul>
        <h3>From institutions</h3>
        <ul>
          <li>
            Name and contact of the institution, details of its archive system, its users, and the scans it uploads.
          </li>
        </ul>
        <h3>From every visitor</h3>
        <ul>
          <li>
            The time, network address, browser and outcome of requests, as far as security needs them. What is stored in
            your browser is listed in the <a href="/cookie-policy">Cookie Policy</a>. We use no analytics and no
            advertising service.
          </li>
        </ul>
        <p>
          Patients' data come from the patients themselves; those of a trial from the institution and its archive (GDPR
          Article 14). They are collected electronically, by forms, uploads and connections between archives.
        </p>
        <p>
          You are not obliged to give any of it. Without account data and images, however, we cannot give a second
          opinion.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for, and on what ground',
    body: (
      <>
        <dl className="legal-pairs">
          <div>
            <dt>Second opinion: analysis by AI, reading and report by a radiologist</dt>
            <dd>
              Your explicit consent, asked for each purpose apart: GDPR Articles 6(1)(a) and 9(2)(a), KVKK Articles 5(1)
              and 6(3)(a)
            </dd>
          </div>
          <div>
            <dt>Your account, sign-in, messages about your case</dt>
            <dd>Contract: GDPR Article 6(1)(b), KVKK Article 5(2)(c). Messages carry no clinical content.</dd>
          </div>
          <div>
            <dt>Trial applications and trial accounts of institutions</dt>
            <dd>Steps before and under a contract: GDPR Article 6(1)(b), KVKK Article 5(2)(c)</dd>
          </div>
          <div>
            <dt>Security, and the record of every access to health data</dt>
            <dd>
              Legal duty and legitimate interest: GDPR Articles 6(1)(c), 6(1)(f) and 32, KVKK Articles 5(2)(ç), 5(2)(f)
              and 12
            </dd>
          </div>
          <div>
            <dt>Showing that the law was kept: consents, record of access, proof of an erasure, legal claims</dt>
            <dd>
              Legal duty and legal claims: GDPR Articles 5(2), 6(1)(c), 7(1) and 9(2)(f), KVKK Articles 5(2)(ç) and
              5(2)(e)
            </dd>
          </div>
        </dl>
        <p>
          We do not sell data and show no advertising. Your images train no algorithm. Should that ever change, we ask
          you first, apart from everything else.
        </p>
        <p>
          <strong>No decision by software alone.</strong> Algorithms measure and check. A radiologist reads the images,
          writes and signs. No result of an algorithm reaches you before that (GDPR Article 22).
        </p>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'Who sees it',
    body: (
      <>
        <ul>
          <li>The radiologist who reads your case, and the staff who operate the service, as far as the task needs.</li>
          <li>
            Processors that run servers, send e-mails or text messages for us, under contract and on our instructions
            only. They receive no clinical content in messages.
          </li>
          <li>
            Persons you choose yourself: a physician to whom you give a link and a PIN. You see when it was opened, and
            can close it at any time; it ends after {LIMITS.shareDays} days at most.
          </li>
          <li>Authorities and courts, where a law obliges us.</li>
        </ul>
        <p>
          Images that leave for anybody else are de-identified first (DICOM PS3.15, Annex E). Every access to a case is
          recorded, and the record cannot be changed unnoticed.
        </p>
        <p>
          <strong>Other countries.</strong> Data are kept in the European Union. If a transfer outside the European
          Economic Area, or out of Türkiye, becomes necessary, it takes place only under an adequacy decision, standard
          contractual clauses with the measures they need, or your explicit consent (GDPR Chapter V, KVKK Article 9).
        </p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>
          Account, cases, images, reports and messages: until you erase your account. It is erased{' '}
          {LIMITS.erasureGraceDays} days after you ask for it, so that you can change your mind; you then receive a
          proof of what was removed.
        </li>
        <li>Uploads that were begun and not finished: {LIMITS.uploadKeptDays} days.</li>
        <li>Scans of a trial: for the trial of {LIMITS.trialDays} days, then until the institution has them erased.</li>
        <li>
          Trial applications that were not approved: {LIMITS.applicationKeptDays} days after our last word, so that
          questions about our answer can be answered, and no longer than until you ask us to erase them.
        </li>
        <li>
          Sessions, with network address and browser: {LIMITS.endedSessionKeptDays} days after they ended. Messages to
          you: what they say until they are sent, the fact that they were until the account is erased.
        </li>
        <li>Technical logs, which carry no names and nothing clinical: 90 days at most.</li>
        <li>
          Backups: 35 days at most; they are opened for nothing but a restore, after which erasures are done again.
        </li>
        <li>
          Audit records: under a random pseudonym once your account is erased, for as long as the law obliges us. The
          proof of erasure lists each thing that is kept, with the reason.
        </li>
        <li>
          Consents: as long as your account exists; the record that they were given stays among the audit records.
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>Under the GDPR (Articles 15 to 22) and KVKK (Article 11) you may, free of charge:</p>
        <ul>
          <li>learn whether and which data about you are processed, for what, and who received them;</li>
          <li>receive a copy of everything, in a common machine-readable format;</li>
          <li>have wrong data corrected, and have data erased or their use restricted;</li>
          <li>object to processing that rests on a legitimate interest;</li>
          <li>
            withdraw a consent at any time, as easily as you gave it. What was done before stays lawful; a report that
            was signed stays signed;
          </li>
          <li>object to a result against you that comes from automated analysis alone, and claim damages.</li>
        </ul>
        <p>
          A patient does most of it alone, under "My data" of the account: a copy of everything, the record of who saw
          what, each consent, and erasure. For all else write to{' '}
          <a href={`mailto:${COMPANY.privacyEmail}`}>{COMPANY.privacyEmail}</a>. We answer within 30 days.
        </p>
        <p>
          You may also complain to a supervisory authority: in Cyprus the Office of the Commissioner for Personal Data
          Protection (<span className="inline-block max-w-full wrap-anywhere">www.dataprotection.gov.cy</span>), in
          Türkiye the Personal Data Protection Authority, Kişisel Verileri Koruma Kurumu (
          <span className="inline-block max-w-full wrap-anywhere">www.kvkk.gov.tr</span>), or the authority of the
          country where you live or work.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <ul>
        <li>Connections are encrypted. Health data are never kept in a shared or browser cache.</li>
        <li>Files carry a checksum (SHA-256) that is verified whenever they are read for reading or analysis.</li>
        <li>Passwords are hashed with Argon2id. Staff sign in with a second factor.</li>
        <li>Sessions end on their own and can be revoked at once.</li>
        <li>
          If a breach puts your rights at risk, we tell the authority within 72 hours, and you without undue delay (GDPR
          Articles 33 and 34, KVKK Article 12).
        </li>
      </ul>
    ),
  },
  {
    id: 'information-not-consent',
    title: 'This is information, not consent',
    body: (
      <p>
        This text informs you (GDPR Articles 13 and 14, KVKK Article 10). Reading it, or confirming that you have read
        it, is no consent. Consent to the processing of your health data and to the analysis by AI is asked for apart,
        with one box for each purpose, none of them ticked beforehand, and is stored with text version, language and
        time.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact and changes',
    body: (
      <>
        <p>
          Questions, requests and our data protection officer:{' '}
          <a href={`mailto:${COMPANY.privacyEmail}`}>{COMPANY.privacyEmail}</a>, or by post to {COMPANY.name},{' '}
          {COMPANY.address}.
        </p>
        <p>
          A new version is announced on this page with its own date. If it changes what you consented to, we ask you
          again before the next case.
        </p>
      </>
    ),
  },
  ...noticeSections(PATIENT_NOTICES),
];

export default function PrivacyPolicy() {
  return (
    <LegalPage
      path="/privacy-policy"
      title="Privacy Policy"
      description="Which personal and health data DUAI collects, what they are used for, who sees them, how long they are kept, and your rights under GDPR and KVKK."
      summary={
        <>
          <p>
            We process health data only with your explicit consent, to give you a report that a radiologist has signed.
          </p>
          <p>We sell nothing, track nobody, and you can take out or erase everything that is yours.</p>
        </>
      }
      sections={sections}
    />
  );
}
