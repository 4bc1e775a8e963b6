import {
  type AnalysisVerdict,
  cases,
  judgeAnalysis,
  measureRegion,
  type ReadingChecks,
  type Region,
  reports,
  type Sent,
  secondReads,
  studies,
} from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiErrorOf, call, callForFile, messageOf } from '../../lib/api.ts';
import { saveBlob } from '../../lib/files/object-url.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf, localKey } from '../../lib/query-keys.ts';
import { renew, showChange } from '../../lib/renewals.ts';
import { showToast, toasts } from '../../lib/toasts.ts';
import { createRepeatedToast } from './report/repeated-toast.ts';
import { canSignAgain } from './report/signing/signature-failures.ts';

export const readingKey = (caseId: string) => keyOf(studies.getReading, { params: { caseId } });

export const readingQuery = (caseId: string) => ({
  queryKey: readingKey(caseId),
  queryFn: () => call(studies.getReading, { params: { caseId }, query: { masks: 'apart' } }),
});

/** A reading as its pages show it: what of each series was seen changes each second while its reader scrolls. */
export type ShownReading = Omit<studies.Reading, 'checks'> & { readonly checks: Omit<ReadingChecks, 'seenSeries'> };
const withoutSeen = ({ checks: { seenSeries, ...checks }, ...reading }: studies.Reading): ShownReading => ({
  ...reading,
  checks,
});
export const useReading = (caseId: string) => useQuery({ ...readingQuery(caseId), select: withoutSeen });

const seenOf = ({ checks }: studies.Reading) => checks.seenSeries;
/** How many slices of each series the reader has had on screen. */
export const useSeenSeries = (caseId: string) => useQuery({ ...readingQuery(caseId), select: seenOf }).data ?? [];

/** Refetches what the server has recorded as seen by this reader; several images at once cause one request. */
export function useRenewChecks(caseId: string): () => void {
  const queryClient = useQueryClient();
  return () => void renew(queryClient, readingKey(caseId), { cancelRefetch: false });
}

/** A separate request, so that the server does not count it as a view of the series. */
export const useThumbnail = ({ imageId, window, frame }: reports.KeyImage) =>
  useQuery({
    queryKey: localKey('thumbnail', imageId, frame, window?.center, window?.width),
    queryFn: () =>
      callForFile(studies.getInstancePreview, {
        params: { instanceId: imageId },
        query: { ...window, frame, use: 'thumbnail' },
      }),
    gcTime: 60_000,
  });

/** Errors after which a save never succeeds, or not before the reader loads another version. */
const NEVER_SAVED: ReadonlySet<string> = new Set([
  'CASE_CLAIMED',
  'CASE_NOT_CLAIMED',
  'CASE_NOT_IN_REVIEW',
  'REPORT_SIGNED',
  'REPORT_CHANGED',
]);

/** Claim, take over, release, question, verdict, save, sign, addendum: each refetches the reading, and each failure is shown. */
export function useReadingActions(caseId: string) {
  const queryClient = useQueryClient();
  const { readings: texts, interface: shared } = useWorkTexts();
  const params = { caseId };
  const [isGivenBack, setGivenBack] = useState(false);
  /** The report saves itself again and again while it fails. */
  const [saveToast] = useState(() => createRepeatedToast(toasts));
  useEffect(() => () => saveToast.over(), [saveToast]);
  const failureOf = (error: unknown) => ({
    title: texts.actionFailed,
    description: messageOf(error, shared.nothingLostTryAgain),
    tone: 'destructive' as const,
  });
  const options = {
    onSuccess: () => renew(queryClient, readingKey(caseId)),
    onError: (error: unknown) => showToast(failureOf(error)),
  };
  /** The dialog of a signature tells itself what can be tried again in it. */
  const tellRefusal = (error: unknown) => {
    if (!canSignAgain(error)) options.onError(error);
  };
  return {
    /** This reader returned the case to the worklist, so its claim did not end by itself. */
    isGivenBack,
    /** Nothing is left to save: the toast of failed saves goes. */
    settleSave: saveToast.over,
    claim: useMutation({
      ...options,
      mutationFn: () => call(cases.claimCase, { params }),
      onMutate: () => setGivenBack(false),
    }),
    takeOver: useMutation({
      ...options,
      mutationFn: (reason: (typeof cases.TAKE_OVER_REASONS)[number]) =>
        call(cases.takeCaseOver, { params, body: { reason } }),
      onMutate: () => setGivenBack(false),
    }),
    release: useMutation({
      ...options,
      mutationFn: () => call(cases.releaseCase, { params }),
      onMutate: () => setGivenBack(true),
      onError: (error) => {
        setGivenBack(false);
        options.onError(error);
      },
    }),
    ask: useMutation({
      ...options,
      mutationFn: (question: string) => call(cases.sendCaseBack, { params, body: { question } }),
    }),
    judge: useMutation({
      ...options,
      mutationFn: ({ analysisId, verdict }: { analysisId: string; verdict: AnalysisVerdict }) =>
        call(judgeAnalysis, { params: { caseId, analysisId }, body: { verdict } }),
      onSuccess: (checks) =>
        showChange<studies.Reading>(queryClient, readingKey(caseId), (reading) => ({ ...reading, checks })),
    }),
    measure: useMutation({
      ...options,
      mutationFn: ({ seriesId, ...body }: { seriesId: string; algorithmId: string; region: Region }) =>
        call(measureRegion, { params: { caseId, seriesId }, body }),
    }),
    save: useMutation({
      ...options,
      mutationFn: (body: { version: number; language: 'tr' | 'en'; content: reports.ReportContent }) =>
        call(reports.saveReport, { params, body }),
      // Whether the text is the one that a second reader agreed to is for the server to say.
      onSuccess: async () => {
        saveToast.over();
        await Promise.all([options.onSuccess(), renew(queryClient, keyOf(secondReads.getSecondRead, { params }))]);
      },
      onError: (error) => {
        const code = apiErrorOf(error)?.code ?? '';
        const failure = failureOf(error);
        if (NEVER_SAVED.has(code)) showToast(failure);
        else saveToast.failed(failure.description, failure);
        // Another radiologist reads the case by now, it is signed, or another window has saved it: the page gets the current state.
        if (NEVER_SAVED.has(code)) return options.onSuccess();
      },
    }),
    sign: useMutation({
      ...options,
      mutationFn: (body: Sent<typeof reports.signReport, 'body'>) => call(reports.signReport, { params, body }),
      onError: (error) => {
        tellRefusal(error);
        // The state shown here is outdated, or it is not known whether the report is signed.
        void options.onSuccess();
      },
    }),
    addAddendum: useMutation({
      ...options,
      mutationFn: (body: Sent<typeof reports.addAddendum, 'body'>) => call(reports.addAddendum, { params, body }),
      onError: tellRefusal,
    }),
  };
}
export type ReadingActions = ReturnType<typeof useReadingActions>;

export const openPdf = async (caseId: string, name: string): Promise<void> => {
  const pdf = await callForFile(reports.getReportPdfForStaff, { params: { caseId } });
  const url = URL.createObjectURL(pdf);
  // Where the PDF was waited for, the click is too long ago for browsers to let a tab open.
  if (!window.open(url, '_blank')) saveBlob(pdf, name);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
