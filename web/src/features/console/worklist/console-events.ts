import { cases, notes, secondReads, studies } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followEvents } from '../../../lib/event-stream.ts';
import { paced } from '../../../lib/queries.ts';
import { isAnswerOf, keyOf } from '../../../lib/query-keys.ts';
import { renewAll } from '../../../lib/renewals.ts';

/** One refetch a second at most: the analysis of a case changes it many times a second. */
const RENEW_EVERY_MS = 1000;

/** Refetches everything about the worklist when the server reports a changed case, and that case where it is being read. */
export function useConsoleEvents(): void {
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
