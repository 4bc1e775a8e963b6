import { cases } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { AlarmClock, Inbox, MessagesSquare, UsersRound } from 'lucide-react';
import { call } from '../../../lib/api.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { keyOf } from '../../../lib/query-keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useConsoleEvents } from './console-events.ts';

/** In the header of every page of a radiologist: what nobody has claimed, what is late, and what colleagues ask. Read out when it changes. */
export function WorklistCounts() {
  const texts = useWorkTexts().console.layout;
  useConsoleEvents();
  const { data } = useQuery({
    queryKey: keyOf(cases.countWorklist),
    queryFn: ({ signal }) => call(cases.countWorklist, { signal }),
  });
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
      {data && data.unclaimed > 0 && (
        <Badge tone="signal" icon={Inbox}>
          {texts.newCases({ count: data.unclaimed })}
        </Badge>
      )}
      {data && data.late > 0 && (
        <Badge tone="red" icon={AlarmClock}>
          {texts.lateCases({ count: data.late })}
        </Badge>
      )}
      {data && data.notes > 0 && (
        <Badge tone="blue" icon={MessagesSquare}>
          {texts.colleagueNotes({ count: data.notes })}
        </Badge>
      )}
      {data && data.secondReads > 0 && (
        <Badge tone="yellow" icon={UsersRound}>
          {texts.secondReads({ count: data.secondReads })}
        </Badge>
      )}
      {data && data.unclaimed + data.late + data.notes + data.secondReads === 0 && (
        <span className="text-grey-4">{texts.noNewCases}</span>
      )}
    </p>
  );
}
