import { Outlet } from 'react-router';
import { LanguageProvider, WORK_TEXTS } from '../../lib/messages.tsx';
import { Room } from '../../ui/room.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** The console, in English or Turkish. */
export default function ConsoleRoom() {
  return (
    <LanguageProvider
      catalogue={WORK_TEXTS}
      defaultLanguage="en"
      loading={
        <Room name="reading" className="items-center justify-center">
          <Spinner label="DUAI" />
        </Room>
      }
    >
      <Outlet />
    </LanguageProvider>
  );
}
