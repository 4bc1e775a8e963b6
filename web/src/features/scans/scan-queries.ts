import {
  billing,
  comparison,
  evaluation,
  institutions,
  integrations,
  type marks,
  presentationStates,
  scans,
  vendorPictures,
} from '@duai/contract';
import { hashKey, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { z } from 'zod';
import { call } from '../../lib/api.ts';
import { followEvents } from '../../lib/event-stream.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts, type WorkTexts } from '../../lib/messages.tsx';
import { paced } from '../../lib/queries.ts';
import { isAnswerOf, keyOf } from '../../lib/query-keys.ts';
import { IN_WORKBENCH, renew, renewAll } from '../../lib/renewals.ts';
import { MASKS_NOT_FETCHED } from '../../viewer/masks/overlays-of.ts';
import type { ListedStates } from '../../viewer/study-source.ts';
import { sendBatches } from './uploads/send-batches.ts';
import { pendingFile } from './uploads/zip-archive.ts';

export const useTrialUsage = () =>
  useQuery({
    queryKey: keyOf(institutions.getTrialUsage),
    queryFn: ({ signal }) => call(institutions.getTrialUsage, { signal }),
  });
export const useScans = () =>
  useQuery({
    queryKey: keyOf(scans.listScans),
    queryFn: ({ signal }) => call(scans.listScans, { signal }),
    refetchInterval: ({ state }) => lookAgain(state.data),
  });
export const useScan = (scanId: string) =>
  useQuery({
    queryKey: scanKey(scanId),
    queryFn: ({ signal }) => call(scans.getScan, { params: { scanId }, signal }),
  });
const NO_MASKS: readonly marks.OutsideMask[] = [];
/** Masks of DICOM segmentations that came with the images. */
export function useScanSegmentations(scanId: string): readonly marks.OutsideMask[] {
  const { data, isError } = useQuery({
    queryKey: keyOf(scans.listScanSegmentations, { params: { scanId } }),
    queryFn: ({ signal }) => call(scans.listScanSegmentations, { params: { scanId }, signal }),
  });
  return data ?? (isError ? MASKS_NOT_FETCHED : NO_MASKS);
}
/** Presentation states that came with the images. */
export function useScanPresentations(scanId: string): ListedStates {
  const { data, isError } = useQuery({
    queryKey: keyOf(presentationStates.listOfScan, { params: { scanId } }),
    queryFn: ({ signal }) => call(presentationStates.listOfScan, { params: { scanId }, signal }),
  });
  return useMemo(
    () => ({ all: data?.states ?? [], isCut: data?.isCut ?? false, isFailed: isError && !data }),
    [data, isError],
  );
}
export const useStudies = (query: z.input<typeof scans.studyQuerySchema>) =>
  useQuery({
    queryKey: keyOf(scans.listStudies, { query }),
    queryFn: ({ signal }) => call(scans.listStudies, { query, signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => lookAgain(state.data?.rows),
  });

/** Events report the end of an analysis, but not its start, so scans that wait for it are polled. */
const lookAgain = (rows: readonly scans.Scan[] = []): number | false =>
  rows.some(({ stage }) => stage === 'waiting') && WAITING_EVERY_MS;
const WAITING_EVERY_MS = 5000;

const LISTS_EVERY_MS = 2000;
/** Figures are computed over all studies, so an open page must not refetch them for every scan of a busy day. */
const FIGURES_EVERY_MS = 15_000;

/** Whether a query is affected when the analyses of these scans end; detail pages of other scans are not. */
export const isTouched = (key: QueryKey, changed: ReadonlySet<string>): boolean =>
  isList(key) ||
  [...changed].some((scanId) => [scanKey(scanId), vendorPicturesKey(scanId)].map(hashKey).includes(hashKey(key)));
const isList = isAnswerOf(institutions.getTrialUsage, scans.listTrialReports, scans.listScans, scans.listStudies);
/** The pictures come with the end of a vendor's run. */
export const vendorPicturesKey = (scanId: string) => keyOf(vendorPictures.listPictures, { params: { scanId } });
const scanKey = (scanId: string) => keyOf(scans.getScan, { params: { scanId } });
/** The choices for questions are excluded: they are fetched when the form opens. */
export const isFigure = isAnswerOf(
  evaluation.listProofs,
  evaluation.listProofCases,
  comparison.listComparable,
  comparison.compareAnswers,
  billing.listStatements,
  integrations.listWebhookDeliveries,
);

/** Refetches what the server reports as changed. Use it once, in the workbench. */
export function useTrialEvents(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let changed = new Set<string>();
    const lists = paced(
      () => {
        const scanIds = changed;
        changed = new Set();
        return renewAll(queryClient, (key) => isTouched(key, scanIds));
      },
      LISTS_EVERY_MS,
      signal,
    );
    const figures = paced(() => renewAll(queryClient, isFigure), FIGURES_EVERY_MS, signal);
    void followEvents(scans.streamTrialEvents, {
      signal,
      onOpen: (isReconnect) => isReconnect && void renewAll(queryClient, IN_WORKBENCH),
      onEvent: ({ data }) => {
        changed.add(scans.scanEventSchema.parse(JSON.parse(data)).scanId);
        lists();
        figures();
      },
    });
    return () => controller.abort();
  }, [queryClient]);
}

/** Uploads in requests of limited size; the answer lists accepted and refused files and what ended the upload. */
export function useUploadScan() {
  const {
    scans: {
      bulkUploadDialog: { lost },
    },
    checks: {
      files: { refusals },
    },
  } = useWorkTexts();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      files,
      ...options
    }: {
      files: readonly File[];
      ageYears: string | undefined;
      onProgress: (share: number) => void;
      signal: AbortSignal;
    }) => sendBatches(files.map(pendingFile), { ...options, lost, refusals }),
    onSettled: () => renew(queryClient, IN_WORKBENCH),
  });
}

/** The trial's upload modal accepts .dcm files only (specification, section 5). */
export const isDcm = (name: string): boolean => name.toLowerCase().endsWith('.dcm');

/** Text such as "expires on May 5, 2025", with the date in the specified form; "expired" for a trial that is over. */
export const expiryText = (
  { expiresAt, remainingDays }: Pick<institutions.TrialUsage, 'expiresAt' | 'remainingDays'>,
  texts: WorkTexts['scans']['trialPeriod'],
  timeZone?: string,
): string => {
  const locale = activeLanguage() === 'tr' ? 'tr-TR' : 'en-US';
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(timeZone && { timeZone }) });
  const day = format.format(new Date(expiresAt));
  return remainingDays > 0 ? texts.expires({ day }) : texts.expired({ day });
};
