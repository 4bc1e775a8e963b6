import { accounts } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { LogOut, Settings } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Navigate, Outlet, PrefetchPageLinks, useLocation, useOutletContext } from 'react-router';
import {
  patientKey,
  useConsentRefusals,
  usePatient,
  useVerificationInOtherTab,
} from '../../features/accounts/patients/patient-queries.ts';
import { SessionEndedDialog } from '../../features/accounts/patients/session-ended-dialog.tsx';
import { rememberLanguage } from '../../features/accounts/patients/settings/settings-queries.ts';
import { useCaseEvents } from '../../features/cases/case-queries.ts';
import { apiErrorOf, call, messageOf } from '../../lib/api.ts';
import { dropAllDrafts } from '../../lib/draft.ts';
import { useMessages } from '../../lib/messages.tsx';
import { renew } from '../../lib/renewals.ts';
import { forgetPatientToken, onTokenChangedElsewhere, patientToken, renewPatientToken } from '../../lib/session.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/forms/switches.tsx';
import { Logo } from '../../ui/logo.tsx';
import { OfflineBanner } from '../../ui/offline-banner.tsx';
import { Content, SkipLink } from '../../ui/page.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { LoginState } from './login.tsx';

const LOGIN = '/second-opinion/login';

/**
 * Pages whose code is loaded as soon as one of them is open. Otherwise, without a connection, opening another one would
 * reload the document, which fails and loses the files chosen for upload.
 */
const PAGES = ['dashboard', 'settings', 'my-data', 'cases/:', 'cases/:/report', 'cases/:/images'];

/** The signed-in patient, for the pages below. */
export const useSignedInPatient = (): accounts.Patient => useOutletContext<accounts.Patient>();

/** Layout of all pages behind the patient's sign-in: loads the patient, keeps the page live, renews an ended session in place. */
export default function SignedIn() {
  const { pathname } = useLocation();
  const [token, setToken] = useState(patientToken);
  const state: LoginState = { from: pathname };
  if (!token) return <Navigate to={LOGIN} replace state={state} />;
  return <Session token={token} onRenewed={() => setToken(patientToken())} />;
}

function Session({ token, onRenewed }: { readonly token: string; readonly onRenewed: () => void }) {
  const messages = useMessages();
  const texts = messages.cases;
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const patient = usePatient();
  useVerificationInOtherTab();
  useConsentRefusals();
  useSessionOfOtherTabs(onRenewed);
  useCaseEvents(patient.data ? token : null);

  if (patient.data === undefined) {
    if (patient.isPending) {
      return (
        <Content className="grid flex-1 place-items-center">
          <title>{texts.dashboardTitle}</title>
          <Spinner label={texts.loading} />
        </Content>
      );
    }
    if (apiErrorOf(patient.error)?.status === 401) {
      forgetPatientToken();
      const state: LoginState = { isSessionEnded: true, from: pathname };
      return <Navigate to={LOGIN} replace state={state} />;
    }
    return (
      <Content className="mx-auto w-full max-w-xl flex-1 content-center p-5">
        <title>{texts.dashboardTitle}</title>
        <ErrorState
          headingLevel={1}
          title={texts.patientFailedTitle}
          description={messageOf(patient.error, texts.failedHint)}
          actionLabel={messages.interface.retry}
          onAction={() => void patient.refetch()}
        />
      </Content>
    );
  }
  return (
    <>
      <SkipLink />
      <PatientHeader patient={patient.data} />
      <Content className="flex-1">
        <OfflineBanner className="mx-auto mt-6 w-[calc(100%-2.5rem)] max-w-[53.5rem]" />
        <Outlet context={patient.data} />
        {PAGES.map((page) => (
          <PrefetchPageLinks key={page} page={`/second-opinion/${page}`} />
        ))}
      </Content>
      <SessionEndedDialog
        email={patient.data.email}
        onRenewed={() => {
          onRenewed();
          void renew(queryClient, patientKey);
        }}
      />
    </>
  );
}

/**
 * Handles a sign-in or sign-out in another tab. If the same patient signed in again, this page goes on with the new session
 * and keeps chosen files. Otherwise it is reloaded; drafts stay in the tab and belong to the patient who typed them.
 */
function useSessionOfOtherTabs(onRenewed: () => void): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onTokenChangedElsewhere(async () => {
        const token = patientToken();
        const shown = queryClient.getQueryData<accounts.Patient>(patientKey);
        const now = token && shown ? await call(accounts.getPatient).catch(() => null) : null;
        if (!token || !now || now.email !== shown?.email) return window.location.reload();
        renewPatientToken(token);
        onRenewed();
      }),
    [queryClient, onRenewed],
  );
}

function PatientHeader({ patient }: { readonly patient: accounts.Patient }) {
  const texts = useMessages();
  const [isLeaving, setIsLeaving] = useState(false);
  const signOut = async () => {
    setIsLeaving(true);
    // The session ends on this device in any case; if the server cannot be reached, it ends there by expiry.
    await call(accounts.logoutPatient).catch(() => undefined);
    forgetPatientToken();
    dropAllDrafts();
    window.location.assign(LOGIN);
  };
  return (
    <header className="border-b border-grey-2 bg-surface print:hidden">
      <div className="mx-auto flex max-w-4xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-2.5">
        <Logo to="/second-opinion/dashboard" suffix={texts.accounts.serviceName} />
        <div className="-ms-2 flex flex-wrap items-center gap-x-1">
          <LanguageSwitch onChoose={(language) => void rememberLanguage(language)} />
          <ThemeSwitch />
        </div>
        <div className="flex w-full flex-wrap items-center justify-between gap-x-4 border-t border-grey-2 pt-2">
          <p className="flex min-w-0 flex-1 basis-52 flex-wrap gap-x-2 text-[0.9em] leading-snug [overflow-wrap:anywhere]">
            <bdi className="font-semibold">{`${patient.firstName} ${patient.lastName}`}</bdi>
            <bdi className="text-grey-4">{patient.email}</bdi>
          </p>
          <div className="-mx-3 flex shrink-0">
            <Link to="/second-opinion/settings" className={buttonClasses('quiet', 'small')}>
              <Settings aria-hidden className="size-4" />
              {texts.settings.link}
            </Link>
            <Button variant="quiet" size="small" isPending={isLeaving} onClick={() => void signOut()}>
              <LogOut aria-hidden className="size-4 rtl:-scale-x-100" />
              {texts.cases.signOut}
            </Button>
          </div>
        </div>
      </div>
    </header>
  );
}
