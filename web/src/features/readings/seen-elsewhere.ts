import { type SeenSeries, seenSeriesSchema, type studies } from '@duai/contract';
import type { QueryClient } from '@tanstack/react-query';
import { renew, showChange } from '../../lib/renewals.ts';
import { readingKey } from './reading-queries.ts';

/** Between the windows of one browser: what of a case its reader has seen. Nothing of it leaves the computer. */
const CHANNEL = 'duai-slices-seen';

/** Shows what the server has recorded as seen. */
export const showSeen = (queryClient: QueryClient, caseId: string, seenSeries: SeenSeries[]): void =>
  showChange<studies.Reading>(queryClient, readingKey(caseId), (reading) => ({
    ...reading,
    checks: { ...reading.checks, seenSeries },
  }));

/** The report on one monitor knows what was seen on the other one: the signature waits for it. */
export function shareSeen(
  queryClient: QueryClient,
  caseId: string,
): { readonly tell: (seenSeries: SeenSeries[]) => void; readonly end: () => void } {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<{ readonly of?: unknown; readonly seenSeries?: unknown }>) => {
    const { data: seenSeries } = seenSeriesSchema.array().safeParse(data.seenSeries);
    const reading = queryClient.getQueryData<studies.Reading>(readingKey(caseId));
    if (data.of !== caseId || !seenSeries || !reading) return;
    showSeen(queryClient, caseId, seenSeries);
    const { openedSeries } = reading.checks;
    if (seenSeries.some(({ seriesId, shown }) => shown > 0 && !openedSeries.includes(seriesId)))
      void renew(queryClient, readingKey(caseId), { cancelRefetch: false });
  };
  return { tell: (seenSeries) => channel.postMessage({ of: caseId, seenSeries }), end: () => channel.close() };
}
