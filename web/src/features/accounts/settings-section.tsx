import { useId } from 'react';
import { apiErrorOf, messageOf } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';

/** One thing that can be set, under its own heading. */
export function SettingsSection({
  heading,
  help,
  children,
}: {
  readonly heading: string;
  readonly help?: React.ReactNode;
  readonly children: React.ReactNode;
}) {
  const id = useId();
  return (
    <Card>
      <section aria-labelledby={id} className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={id} className="font-serif text-xl font-semibold">
            {heading}
          </h2>
          {help && <p className="text-grey-4">{help}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}

/** What went wrong, beside the form that it concerns; nothing where nothing did. */
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
