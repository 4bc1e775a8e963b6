import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../lib/api.ts';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { ErrorState } from './empty-state.tsx';
import { Skeleton } from './spinner.tsx';

/** The state of a query: the skeleton of its table, its error, or the data. */
export function Loaded<T>({
  query,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => React.ReactNode;
}) {
  const texts = useInterfaceTexts();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorState
        title={texts.notLoadedTitle}
        description={messageOf(query.error, texts.nothingLost)}
        actionLabel={texts.retry}
        onAction={() => void query.refetch()}
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
