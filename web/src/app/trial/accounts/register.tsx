import { useState } from 'react';
import { TrialRegistration } from '../../../features/institutions/trial-registration.tsx';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { linkClasses } from '../../../ui/page.tsx';
import { TypedTagline } from '../landing/typed-tagline.tsx';
import { TrialPage } from '../trial-page.tsx';

export default function TrialRegisterPage() {
  const texts = useWorkTexts().portal.register;
  const [mailto, setMailto] = useState<string | null>(null);
  if (mailto) {
    return (
      <TrialPage title={texts.registrationReceived} heading={texts.thankYou}>
        <Banner tone="success" title={texts.applicationReceived}>
          {texts.aSpecialistShouldReachOut}{' '}
          <a className={linkClasses} href={mailto}>
            {texts.openTheMessageAgain}
          </a>
        </Banner>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/duaicheck-trial/login">{texts.goToLogin}</ButtonLink>
          <ButtonLink to="/duaicheck-trial" variant="secondary">
            {texts.returnToTrialPortal}
          </ButtonLink>
        </div>
      </TrialPage>
    );
  }
  return (
    <TrialPage
      title={texts.registerForTrial}
      heading={texts.registerForTheTrial}
      intro={<TypedTagline text={texts.n30DaysAnd100Scans} />}
    >
      <TrialRegistration onRegistered={setMailto} />
    </TrialPage>
  );
}
