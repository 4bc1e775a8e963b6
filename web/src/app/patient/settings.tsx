import { accountSettings } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ConsentSettings } from '../../features/accounts/patients/settings/consent-settings.tsx';
import { EmailSettings } from '../../features/accounts/patients/settings/email-settings.tsx';
import { NotificationSettings } from '../../features/accounts/patients/settings/notification-settings.tsx';
import { PasskeySettings } from '../../features/accounts/patients/settings/passkey-settings.tsx';
import { PasswordSettings } from '../../features/accounts/patients/settings/password-settings.tsx';
import { PersonalSettings } from '../../features/accounts/patients/settings/personal-settings.tsx';
import { SessionSettings } from '../../features/accounts/patients/settings/session-settings.tsx';
import { rememberLanguage } from '../../features/accounts/patients/settings/settings-queries.ts';
import { TwoFactorSettings } from '../../features/accounts/patients/settings/two-factor-settings.tsx';
import { UnverifiedBanner } from '../../features/accounts/patients/unverified-banner.tsx';
import { MyDataLink } from '../../features/rights/my-data-link.tsx';
import { useMessages } from '../../lib/messages.tsx';
import { renew } from '../../lib/renewals.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { LanguageSwitch } from '../../ui/forms/switches.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useSignedInPatient } from './signed-in.tsx';

export default function Settings() {
  const texts = useMessages().settings;
  const patient = useSignedInPatient();
  const queryClient = useQueryClient();
  const refreshSessions = () => void renew(queryClient, accountSettings.listSessions);
  return (
    <div className="mx-auto grid max-w-2xl gap-6 px-5 py-8">
      <title>{texts.pageTitle}</title>
      <BackLink to="/second-opinion/dashboard">{texts.back}</BackLink>
      <h1 className="font-serif text-3xl font-semibold tracking-tight">{texts.heading}</h1>
      {!patient.isEmailVerified && <UnverifiedBanner />}
      <PersonalSettings patient={patient} />
      <EmailSettings patient={patient} />
      <NotificationSettings patient={patient} />
      <SectionCard heading={texts.language.heading} help={texts.language.help}>
        <LanguageSwitch isField onChoose={(language) => void rememberLanguage(language)} />
      </SectionCard>
      <PasswordSettings email={patient.email} onChanged={refreshSessions} />
      <TwoFactorSettings patient={patient} />
      <PasskeySettings email={patient.email} />
      <SessionSettings />
      <ConsentSettings missing={patient.missingConsents} />
      <MyDataLink />
    </div>
  );
}
