import { useState } from 'react';
import { TrialRegistration } from '../../features/institutions/trial-registration.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { linkClasses } from '../../ui/page.tsx';
import { TrialPage } from './trial-page.tsx';
import { TypedTagline } from './typed-tagline.tsx';

export default function TrialRegisterPage() {
  const [mailto, setMailto] = useState<string | null>(null);
  if (mailto) {
    return (
      <TrialPage title="Registration received" heading="Thank you">
        <Banner tone="success" title="Application received">
          A specialist should reach out within 48 hours. Your e-mail program opens a prefilled message that you may send
          along; the registration is complete without it.{' '}
          <a className={linkClasses} href={mailto}>
            Open the message again
          </a>
        </Banner>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/duaicheck-trial/login">Go to Login</ButtonLink>
          <ButtonLink to="/duaicheck-trial" variant="secondary">
            Return to Trial Portal
          </ButtonLink>
        </div>
      </TrialPage>
    );
  }
  return (
    <TrialPage
      title="Register for trial"
      heading="Register for the trial"
      intro={<TypedTagline text="30 days and 100 scans, on your own images." />}
    >
      <TrialRegistration onRegistered={setMailto} />
    </TrialPage>
  );
}
