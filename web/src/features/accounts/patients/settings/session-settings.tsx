import type { accountSettings } from '@duai/contract';
import { MonitorSmartphone } from 'lucide-react';
import { formatDateTime, formatRelative } from '../../../../lib/formatting.ts';
import { useLanguage } from '../../../../lib/messages.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { deviceName } from './device-name.ts';
import { ListState } from './list-state.tsx';
import { useEndSession, useSessions } from './settings-queries.ts';

/** The sessions of the account; each can be ended except the current one. */
export function SessionSettings() {
  const { messages } = useLanguage();
  const texts = messages.settings.sessions;
  const list = useSessions();
  const end = useEndSession();
  return (
    <SectionCard heading={texts.heading} help={texts.help}>
      <ListState list={list} failedTitle={texts.failedTitle} />
      {list.data && (
        <>
          <ul className="grid divide-y divide-grey-2">
            {list.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isEnding={end.isPending && end.variables === session.id}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </ul>
          {list.data.length > 1 && (
            <Button
              variant="secondary"
              className="justify-self-start"
              isPending={end.isPending && end.variables === null}
              onClick={() => end.mutate(null)}
            >
              {texts.endOthers}
            </Button>
          )}
        </>
      )}
    </SectionCard>
  );
}

function SessionRow({
  session,
  isEnding,
  onEnd,
}: {
  readonly session: accountSettings.Session;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}) {
  const { language, messages } = useLanguage();
  const texts = messages.settings.sessions;
  const device = deviceName(session.userAgent) ?? texts.unknownDevice;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-grey-4" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <bdi>{device}</bdi>
          {session.isCurrent && <Badge tone="signal">{texts.current}</Badge>}
        </p>
        <p className="text-[0.9em] text-grey-4">
          <time dateTime={session.lastUsedAt} title={formatDateTime(session.lastUsedAt, language)}>
            {texts.lastUsed({ time: formatRelative(session.lastUsedAt, language, Date.now()) })}
          </time>
          {' · '}
          <time dateTime={session.createdAt}>
            {texts.opened({ time: formatDateTime(session.createdAt, language) })}
          </time>
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="secondary"
          size="small"
          aria-label={texts.endOf({ device })}
          isPending={isEnding}
          onClick={onEnd}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}
