import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router';
import { LanguageProvider, PATIENT_TEXTS, useMessages } from '../../lib/messages.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Room } from '../../ui/room.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** The patient area: Turkish until another language is chosen; nothing renders before its texts are loaded. */
export default function PatientLayout() {
  return (
    <PatientRoom>
      <Outlet />
    </PatientRoom>
  );
}

function PatientRoom({ children }: { readonly children: React.ReactNode }) {
  return (
    <LanguageProvider
      catalogue={PATIENT_TEXTS}
      defaultLanguage="tr"
      loading={
        <div className="grid min-h-dvh place-items-center">
          <Spinner label="DUAI" />
        </div>
      }
    >
      <Room name="patient">{children}</Room>
    </LanguageProvider>
  );
}

/** Shows failures of this device in the reader's language too. */
export function ErrorBoundary() {
  const error = useRouteError();
  // The root handles unknown pages.
  if (isRouteErrorResponse(error)) throw error;
  return (
    <PatientRoom>
      <BrokenPage />
    </PatientRoom>
  );
}

function BrokenPage() {
  const texts = useMessages().interface;
  return (
    <main className="mx-auto grid max-w-xl flex-1 place-items-center p-6">
      <title>{texts.brokenTitle}</title>
      <ErrorState
        headingLevel={1}
        title={texts.brokenTitle}
        description={texts.brokenText}
        actionLabel={texts.reload}
        onAction={() => window.location.reload()}
      />
    </main>
  );
}

/** The service name beside the logo on every page of this area. */
export const useServiceName = (): string => useMessages().accounts.serviceName;
