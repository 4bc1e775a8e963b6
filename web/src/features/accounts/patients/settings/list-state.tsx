import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../../../lib/api.ts';
import { useMessages } from '../../../../lib/messages.tsx';
import { ErrorState } from '../../../../ui/empty-state.tsx';
import { Skeleton } from '../../../../ui/spinner.tsx';

/** Placeholder for a list of the settings while it loads or after it failed to load. */
export function ListState({
  list,
  failedTitle,
}: {
  readonly list: UseQueryResult<unknown>;
  readonly failedTitle: string;
}) {
  const { interface: texts } = useMessages();
  if (list.isPending) return <Skeleton className="h-14 w-full" />;
  if (!list.isError) return null;
  return (
    <ErrorState
      title={failedTitle}
      description={messageOf(list.error, texts.noConnection)}
      actionLabel={texts.retry}
      onAction={() => void list.refetch()}
    />
  );
}
