import { STATIC_PAGE } from '../../static-page.ts';
import { LegalPage } from './legal-page.tsx';

export const handle = STATIC_PAGE;

export default function TermsOfService() {
  return (
    <LegalPage title="Terms of Service">
      <h2>1. What we provide</h2>
      <p>
        DUAI provides a website, the DuaiCheck trial for healthcare institutions, and a second-opinion service for
        patients in which software analyses medical images and a radiologist writes and signs a report.
      </p>
      <h2>2. What it is not</h2>
      <p>
        A second opinion supports a decision; it does not replace your treating physician, and it is not for
        emergencies. If you are in acute distress, call your local emergency number. Outputs of algorithms are decision
        support and are released to patients only within a report that a radiologist has signed.
      </p>
      <h2>3. Your account</h2>
      <p>
        Give true details, keep your password to yourself, and tell us if you suspect misuse. Upload only images of
        yourself or of a person for whom you may act.
      </p>
      <h2>4. Trial accounts of institutions</h2>
      <p>
        A trial lasts 30 days and includes 100 scans. The institution makes sure that it may upload the examinations it
        sends. Results of the trial are for evaluation and do not become part of a patient's record by themselves.
      </p>
      <h2>5. Acceptable use</h2>
      <p>
        Do not upload unlawful or malicious files, probe other people's data, or disturb the service. We may suspend an
        account that does.
      </p>
      <h2>6. Availability and changes</h2>
      <p>
        We work to keep the service available and the stated turnaround times, and we say so where we cannot. We may
        change these terms; a change that concerns your rights is announced before it takes effect, and consents are
        asked again where they are affected.
      </p>
      <h2>7. Liability</h2>
      <p>
        We are liable for intent and gross negligence, for injury to life and health, and for the breach of essential
        duties, in the last case limited to the foreseeable damage. Mandatory rights of consumers and patients stay
        untouched.
      </p>
      <h2>8. Governing law</h2>
      <p>
        These terms are governed by Cypriot law. Mandatory consumer protection of the country in which you live applies
        beside it. Contact: <a href="mailto:legal@duai.example">legal@duai.example</a>.
      </p>
    </LegalPage>
  );
}
