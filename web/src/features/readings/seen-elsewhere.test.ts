import type { studies } from '@duai/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { readingKey } from './reading-queries.ts';
import { shareSeen } from './seen-elsewhere.ts';

const [caseId, other] = ['0192f0a0-0000-7000-8000-000000000001', '0192f0a0-0000-7000-8000-000000000002'];
const [axial, coronal] = ['0192f0a0-0000-7000-8000-00000000000a', '0192f0a0-0000-7000-8000-00000000000b'];
const seen = (ofAxial: number, ofCoronal: number) => [
  { seriesId: axial, shown: ofAxial, total: 5 },
  { seriesId: coronal, shown: ofCoronal, total: 3 },
];
const readingOf = (openedSeries: string[]) =>
  ({ checks: { openedSeries, seenSeries: seen(1, 0), verdicts: [] } }) as unknown as studies.Reading;

/** The window with the report, which reads anew from the server what was opened. */
function reportWindow() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(readingKey(caseId), readingOf([axial]));
  const fetched = vi.fn(async () => ({ ...readingOf([axial, coronal]) }));
  const observer = new QueryObserver(queryClient, {
    queryKey: readingKey(caseId),
    queryFn: fetched,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const leave = observer.subscribe(() => {});
  const { end } = shareSeen(queryClient, caseId);
  return {
    fetched,
    shown: () => queryClient.getQueryData<studies.Reading>(readingKey(caseId))!.checks,
    end: () => {
      leave();
      end();
    },
  };
}

it('[RED-010] what was seen in the window of images counts in the window of the report', async () => {
  const report = reportWindow();
  const images = shareSeen(new QueryClient(), caseId);
  const ofOther = shareSeen(new QueryClient(), other);
  ofOther.tell(seen(5, 3));
  images.tell(seen(4, 0));
  await vi.waitFor(() => expect(report.shown().seenSeries).toEqual(seen(4, 0)));
  // Each slice alone fetches nothing anew.
  expect(report.fetched).not.toHaveBeenCalled();
  images.tell(seen(4, 1));
  await vi.waitFor(() => expect(report.shown().openedSeries).toEqual([axial, coronal]));
  expect(report.fetched).toHaveBeenCalledOnce();
  for (const each of [report, images, ofOther]) each.end();
});
