import { cases, uploads } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { call, callForFile } from '../../lib/api.ts';
import { followEvents } from '../../lib/event-stream.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { ABOUT_CASES, renew, renewAll } from '../../lib/renewals.ts';
import type { UploadQueue } from './uploads/upload-queue.ts';

/** @throws Error "Failed to get cases", with the ApiError as its cause */
export async function fetchCases(signal?: AbortSignal): Promise<cases.PatientCase[]> {
  try {
    return await call(cases.listCases, { signal });
  } catch (error) {
    throw new Error('Failed to get cases', { cause: error });
  }
}

/** @throws Error "Failed to create case", with the ApiError as its cause */
export async function createCase(body: z.input<typeof cases.caseCreationSchema>): Promise<cases.PatientCase> {
  try {
    return await call(cases.createCase, { body });
  } catch (error) {
    throw new Error('Failed to create case', { cause: error });
  }
}

export type UploadAnswer = z.output<typeof cases.uploadAnswerSchema>;

/** @throws Error "Failed to upload images", with the ApiError as its cause; AbortError when the patient stopped it */
export async function uploadImages(queue: Pick<UploadQueue<UploadAnswer>, 'start'>): Promise<UploadAnswer> {
  try {
    return await queue.start();
  } catch (error) {
    if (isStopped(error)) throw error;
    throw new Error('Failed to upload images', { cause: error });
  }
}

/** Whether the patient paused or cancelled the upload, which is not a failure. */
export const isStopped = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export const useCases = () =>
  useQuery({ queryKey: keyOf(cases.listCases), queryFn: ({ signal }) => fetchCases(signal) });

export const useCase = (caseId: string) =>
  useQuery({
    queryKey: keyOf(cases.getCase, { params: { caseId } }),
    queryFn: ({ signal }) => call(cases.getCase, { params: { caseId }, signal }),
  });

/** The preview of one image. Case events do not renew it, because a stored image never changes. */
export const usePreview = (caseId: string, imageId: string, isReady: boolean) =>
  useQuery({
    queryKey: keyOf(cases.getCaseImagePreview, { params: { caseId, imageId } }),
    queryFn: ({ signal }) => callForFile(cases.getCaseImagePreview, { params: { caseId, imageId }, signal }),
    enabled: isReady,
    gcTime: 60_000,
  });

/** The series of a case, for the viewer; case events refetch them. */
export const useCaseSeries = (caseId: string) =>
  useQuery({
    queryKey: keyOf(cases.listCaseSeries, { params: { caseId } }),
    queryFn: ({ signal }) => call(cases.listCaseSeries, { params: { caseId }, signal }),
  });

export function useCreateCase() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createCase,
    onSuccess: () => renew(queryClient, ABOUT_CASES),
  });
}

/** Returns a case to `uploaded`, so that images can be added. */
export function useTakeBack(caseId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(cases.takeCaseBack, { params: { caseId } }),
    onSettled: () => renew(queryClient, ABOUT_CASES),
  });
}

/** Submits a case again with the images that it has. */
export function useSubmitAgain(caseId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(uploads.submitUploads, { params: { caseId }, body: { uploadIds: [] } }),
    onSettled: () => renew(queryClient, ABOUT_CASES),
  });
}

/** Uploads that earlier visits began; refetched whenever a card or page of an open case appears. */
export const begunUploadsKey = (caseId: string) => keyOf(uploads.listUploads, { params: { caseId } });
export const useBegunUploads = (caseId: string) =>
  useQuery({
    queryKey: begunUploadsKey(caseId),
    queryFn: ({ signal }) => call(uploads.listUploads, { params: { caseId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Live progress: refetches cases when the server reports a change. */
export function useCaseEvents(sessionToken: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!sessionToken) return;
    const controller = new AbortController();
    const refresh = () => void renewAll(queryClient, ABOUT_CASES);
    void followEvents(cases.streamPatientEvents, {
      signal: controller.signal,
      onOpen: (isReconnect) => isReconnect && refresh(),
      onEvent: ({ event }) => event === 'case' && refresh(),
    });
    return () => controller.abort();
  }, [queryClient, sessionToken]);
}
