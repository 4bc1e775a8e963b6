import { STATIC_PAGE } from '../../static-page.ts';
import { LegalPage } from './legal-page.tsx';

export const handle = STATIC_PAGE;

export default function PrivacyPolicy() {
  return (
    <LegalPage title="Privacy Policy">
      <p>
        This policy says what personal data DUAI processes, why, who sees it, how long it is kept, and what you can ask
        of us. It covers this website, the DuaiCheck trial portal and the second-opinion service. Health data is
        special-category data (GDPR Article 9, KVKK Article 6); we process it only with your explicit consent.
      </p>
      <h2>1. Data we collect</h2>
      <ul>
        <li>
          Account data: name, e-mail address and, where you give them, phone number, date of birth, gender and country.
          Passwords are stored only as a one-way hash.
        </li>
        <li>
          Health data you send us for a second opinion: images, clinical history, symptoms, your answers to a
          radiologist's question, and the report made from them.
        </li>
        <li>Institution data: the details of a trial application, its users, and the scans the institution uploads.</li>
        <li>
          Technical data: the time, address and outcome of each access to health data, kept as an audit trail that
          cannot be altered unnoticed.
        </li>
      </ul>
      <h2>2. What we use it for</h2>
      <ul>
        <li>To analyse your images with AI, to have a radiologist read them, and to give you the signed report.</li>
        <li>
          To tell you by the channel you chose that something has happened to your case. Such messages carry no clinical
          content.
        </li>
        <li>To keep the service secure and to meet legal duties.</li>
      </ul>
      <p>We do not sell data, show advertising, or train algorithms on your images without a separate consent.</p>
      <h2>3. Who sees it</h2>
      <p>
        The radiologist who reads your case and the staff who operate the service, each only as far as the task needs.
        Every access to a case is recorded. Nobody else receives identifiable health data unless you ask for it or the
        law obliges us. What leaves for a third party for any other purpose is de-identified first.
      </p>
      <h2>4. Your rights</h2>
      <p>
        You may ask for access, correction, a copy of everything in a common format, restriction, and erasure, and you
        may withdraw a consent at any time for the future. Signed reports and audit entries are kept as long as the law
        obliges us, detached from your account where that is possible. You may complain to your data-protection
        authority.
      </p>
      <h2>5. Security</h2>
      <p>
        Connections are encrypted. Files are stored with a checksum that is verified whenever they are read. Staff sign
        in with a second factor. Sessions end on their own and can be revoked at once.
      </p>
      <h2>6. Contact</h2>
      <p>
        Questions and requests: <a href="mailto:privacy@duai.example">privacy@duai.example</a>.
      </p>
    </LegalPage>
  );
}
