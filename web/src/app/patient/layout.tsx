import { Outlet } from 'react-router';
import { LanguageProvider, useMessages } from '../../lib/messages.tsx';
import { Room } from '../../ui/room.tsx';
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
      <Room name="patient">
        <Outlet />
      </Room>
    </LanguageProvider>
  );
}

/** What stands beside the logo in every page of this room. */
export const useServiceName = (): string => useMessages().accounts.serviceName;
