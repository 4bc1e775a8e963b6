import { Outlet } from 'react-router';
import { LanguageProvider, useMessages } from '../../lib/messages.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** The patient's room: Turkish until the reader chooses; nothing renders before its language is there. */
export default function PatientLayout() {
  return (
    <LanguageProvider
      defaultLanguage="tr"
      loading={
        <div className="grid min-h-dvh place-items-center">
          <Spinner label="DUAI" />
        </div>
      }
    >
      <div className="room-patient flex min-h-dvh flex-col">
        <Outlet />
      </div>
    </LanguageProvider>
  );
}

/** What stands beside the logo in every page of this room. */
export const useServiceName = (): string => useMessages().accounts.serviceName;
