import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../lib/api.ts';
import { formatDateTime } from '../lib/formatting.ts';
import { activeLanguage } from '../lib/language.ts';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { ErrorState } from './empty-state.tsx';
import { Skeleton } from './spinner.tsx';

/**
 * The state of a query: the skeleton of its table, its error, or the data. With `tellsAge` old data whose renewal failed
 * stand below a warning that says from when they are.
 */
export function Loaded<T>({
  query,
  tellsAge = false,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly tellsAge?: boolean;
  readonly children: (data: T) => React.ReactNode;
}) {
  const texts = useInterfaceTexts();
  const tryAgain = () => void query.refetch();
  if (query.data !== undefined) {
    return (
      <>
        {tellsAge && query.isError && (
          <Banner
            tone="error"
            title={texts.notRenewedTitle}
            className="mb-4"
            action={
              <Button size="small" variant="secondary" isPending={query.isFetching} onClick={tryAgain}>
                {texts.retry}
              </Button>
            }
          >
            <p>
              {texts.notRenewedText({
                time: formatDateTime(new Date(query.dataUpdatedAt).toISOString(), activeLanguage()),
              })}{' '}
              {messageOf(query.error, texts.nothingLost)}
            </p>
          </Banner>
        )}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) {
    return (
      <ErrorState
        title={texts.notLoadedTitle}
        description={messageOf(query.error, texts.nothingLost)}
        actionLabel={texts.retry}
        onAction={tryAgain}
      />
    );
  }
  return (
    <div role="status" aria-label={texts.loading} className="grid gap-2">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-10 w-full" />
      ))}
    </div>
  );
}
