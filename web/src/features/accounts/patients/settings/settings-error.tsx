import { apiErrorOf, messageOf } from '../../../../lib/api.ts';
import { useMessages } from '../../../../lib/messages.tsx';
import { Banner } from '../../../../ui/banner.tsx';

/** The error beside its form; nothing if there is none. */
export function SettingsError({ error }: { readonly error: unknown }) {
  const messages = useMessages();
  if (!error) return null;
  return (
    <Banner tone="error" title={messages.settings.failedTitle}>
      {messageOf(
        error,
        apiErrorOf(error)?.status === 0 ? messages.interface.noConnection : messages.interface.unexpected,
      )}
    </Banner>
  );
}
