import { Outlet } from 'react-router';
import { storedLanguage } from '../../lib/language.ts';
import { LanguageProvider, WORK_TEXTS } from '../../lib/messages.tsx';
import { Room } from '../../ui/room.tsx';
import { Spinner } from '../../ui/spinner.tsx';

// Its texts are on their way before the page is drawn for the first time. One that fails is asked for again below.
if (typeof document !== 'undefined') WORK_TEXTS[storedLanguage() ?? 'en']?.().catch(() => {});

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
