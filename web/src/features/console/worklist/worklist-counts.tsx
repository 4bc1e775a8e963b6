import { cases, notes, secondReads, studies } from '@duai/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AlarmClock, Inbox, MessagesSquare, UsersRound } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../../../lib/api.ts';
import { followEvents } from '../../../lib/event-stream.ts';
import { useWorkTexts } from '../../../lib/messages.tsx';
import { paced } from '../../../lib/queries.ts';
import { isAnswerOf, keyOf } from '../../../lib/query-keys.ts';
import { renewAll } from '../../../lib/renewals.ts';
import { Badge } from '../../../ui/badge.tsx';

/** One refetch a second at most: the analysis of a case changes it many times a second. */
const RENEW_EVERY_MS = 1000;

/** Refetches everything about the worklist when the server reports a changed case, and that case where it is being read. */
function useConsoleEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const changed = new Set<string>();
    const renew = paced(
      async () => {
        const read = [...changed].flatMap((caseId) =>
          [studies.getReading, secondReads.getSecondRead].map((shown) => keyOf(shown, { params: { caseId } })),
        );
        changed.clear();
        await renewAll(queryClient, isAnswerOf(cases.countWorklist, cases.searchWorklist, notes.listNotes));
        // Who reads a case that a colleague takes over is told at once, not with the next text that cannot be saved; and so is
        // who waits for a second reader.
        await Promise.all(read.map((key) => renewAll(queryClient, key)));
      },
      RENEW_EVERY_MS,
      signal,
    );
    void followEvents(cases.streamConsoleEvents, {
      signal,
      onOpen: (isReconnect) => isReconnect && renew(),
      onEvent: ({ event, data }) => {
        if (event !== 'case') return;
        changed.add(cases.caseEventSchema.parse(JSON.parse(data)).caseId);
        renew();
      },
    });
    return () => controller.abort();
  }, [queryClient]);
}

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
