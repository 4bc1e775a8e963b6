import { keepSlicesSeen, MOST_SLICES_AT_ONCE, type studies } from '@duai/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import type { Place } from '../../viewer/study-source.ts';
import { readingKey } from './reading-queries.ts';
import { shareSeen, showSeen } from './seen-elsewhere.ts';

const EVERY_MS = 1000;

const nameOf = ({ imageId, frame }: Place) => `${imageId} ${frame}`;

/**
 * Reports in batches to the server which slices were on screen; failed reports are repeated with the next batch.
 * @returns a function to call for each slice that is drawn
 */
export function useSlicesSeen(caseId: string): (place: Place) => void {
  const queryClient = useQueryClient();
  const told = useRef(new Set<string>());
  const waiting = useRef(new Map<string, Place>());
  const isSending = useRef(false);
  const isOpen = useRef(true);
  const counted = useRef(0);
  const shared = useRef<ReturnType<typeof shareSeen>>(null);

  const send = useCallback(async () => {
    const { current: all } = waiting;
    if (isSending.current) return;
    isSending.current = true;
    do {
      const slices = [...all.values()].slice(0, MOST_SLICES_AT_ONCE);
      if (slices.length === 0) break;
      try {
        const { seenSeries } = await call(keepSlicesSeen, { params: { caseId }, body: { slices } });
        for (const name of slices.map(nameOf)) told.current.add(name);
        showSeen(queryClient, caseId, seenSeries);
        shared.current?.tell(seenSeries);
      } catch (error) {
        // If the server cannot be reached, they are sent a second later; the list shows what the server has recorded.
        if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) break;
      }
      for (const name of slices.map(nameOf)) all.delete(name);
    } while (!isOpen.current);
    isSending.current = false;
  }, [caseId, queryClient]);

  useEffect(() => {
    const sharing = shareSeen(queryClient, caseId);
    shared.current = sharing;
    return () => {
      shared.current = null;
      sharing.end();
    };
  }, [queryClient, caseId]);

  useEffect(() => {
    isOpen.current = true;
    const timer = setInterval(() => void send(), EVERY_MS);
    const onHide = () => void send();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      isOpen.current = false;
      void send();
    };
  }, [send]);

  return (place) => {
    const known = queryClient.getQueryData<studies.Reading>(readingKey(caseId))?.checks.seenSeries ?? [];
    const isComplete = known.length > 0 && known.every(({ shown, total }) => shown === total);
    const number = known.reduce((sum, { shown }) => sum + shown, 0);
    // New images restart the count: slices seen before are reported again when they are seen again.
    if (number < counted.current) told.current.clear();
    counted.current = number;
    const name = nameOf(place);
    if (!isComplete && !told.current.has(name)) waiting.current.set(name, { ...place });
  };
}
