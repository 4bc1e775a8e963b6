import type { rights } from '@duai/contract';
import { messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/formatting.ts';
import { useLanguage } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { useAccess } from './rights-queries.ts';

/** "Who saw my data?": who did what to which case and when, in plain words. */
export function AccessSection() {
  const { messages } = useLanguage();
  const texts = messages.rights.access;
  const access = useAccess();
  const lines = access.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <SectionCard heading={texts.heading} help={texts.help}>
      {access.isPending && <Skeleton className="h-48 w-full" />}
      {access.isError && (
        <ErrorState
          title={texts.failed}
          description={messageOf(access.error, messages.interface.noConnection)}
          actionLabel={messages.interface.retry}
          onAction={() => void access.refetch()}
        />
      )}
      {access.data && lines.length === 0 && <p>{texts.empty}</p>}
      {lines.length > 0 && (
        <ol aria-label={texts.caption} className="grid divide-y divide-grey-2 border-y border-grey-2">
          {lines.map((line) => (
            <AccessLine key={`${line.from} ${line.party} ${line.name} ${line.kind} ${line.caseNumber}`} line={line} />
          ))}
        </ol>
      )}
      {access.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-start"
          isPending={access.isFetchingNextPage}
          onClick={() => void access.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </SectionCard>
  );
}

function AccessLine({ line }: { readonly line: rights.AccessLine }) {
  const { language, messages } = useLanguage();
  const texts = messages.rights.access;
  const isOthers = line.party !== 'you' && line.party !== 'system';
  return (
    <li className="grid gap-0.5 py-3">
      <p>
        <span className={isOthers ? 'font-semibold' : undefined}>
          {line.name ? (
            <>
              <bdi>{line.name}</bdi> ({texts.parties[line.party]})
            </>
          ) : (
            texts.parties[line.party]
          )}
        </span>
        : {texts.kinds[line.kind]}
        {line.count > 1 && ` (${texts.times({ count: line.count })})`}
        {line.caseNumber && (
          <span className="whitespace-nowrap text-grey-4">
            {' · '}
            <bdi className="font-mono text-[0.9em]">{line.caseNumber}</bdi>
          </span>
        )}
      </p>
      <time dateTime={line.to} className="text-[0.9em] text-grey-4 tabular-nums">
        {formatDateTime(line.to, language)}
      </time>
    </li>
  );
}
