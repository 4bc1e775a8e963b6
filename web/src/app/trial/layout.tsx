import { Outlet } from 'react-router';
import { TrialAuthProvider } from '../../features/accounts/institutions/trial-auth.tsx';
import { LanguageProvider, WORK_TEXTS } from '../../lib/messages.tsx';
import { useIsStaticPage } from '../../static-page.ts';
import { Spinner } from '../../ui/spinner.tsx';

/** The trial portal, in English or Turkish: a light workbench with an equal dark theme. Its landing page is static. */
export default function TrialLayout() {
  const page = (
    <div className="flex min-h-dvh flex-col">
      <Outlet />
    </div>
  );
  if (useIsStaticPage()) return page;
  return (
    <LanguageProvider
      catalogue={WORK_TEXTS}
      defaultLanguage="en"
      loading={
        <div className="grid min-h-dvh place-items-center">
          <Spinner label="DUAI" />
        </div>
      }
    >
      <TrialAuthProvider>{page}</TrialAuthProvider>
    </LanguageProvider>
  );
}
