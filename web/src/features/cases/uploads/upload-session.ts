import { uploads } from '@duai/contract';
import type { Region } from '@duai/imaging/deidentify';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { apiErrorOf, call, callRaw } from '../../../lib/api.ts';
import { sha256Of } from '../../../lib/hash.ts';
import { ABOUT_CASES, renew } from '../../../lib/renewals.ts';
import { onSessionRenewed, patientToken } from '../../../lib/session.ts';
import { sendResumable } from '../../../lib/upload/resumable-upload.ts';
import { begunUploadsKey, isStopped, type UploadAnswer, uploadImages, useBegunUploads } from '../case-queries.ts';
import { createLeftOut } from '../chosen-files/left-out.ts';
import { type Looked, type Preflight, summarise } from '../preflight/preflight.ts';
import { deidentifyFile, type FileReport, inspectOnce } from '../preflight/preflight-client.ts';
import { countUploads } from './upload-count.ts';
import { announcedIn, dropPlan, keepPlan, readPlan } from './upload-plan.ts';
import { type ChosenFile, createUploadQueue, type Transport, type UploadQueue } from './upload-queue.ts';

const endpoints = { create: uploads.createUpload, continue: uploads.continueUpload };

interface Choice {
  /** Whether identifying details are removed from the files before sending. */
  removesIdentity: boolean;
  /** The regions to black out in the pixels of each marked file. */
  regions: Map<File, readonly Region[]>;
  /** Number of files chosen together. */
  files: number;
  /** Number of people named in the files that the patient declares to be one person; 1 if only one is named. */
  namedPeople: number;
  leftOut: ReturnType<typeof createLeftOut>;
}

/** The network and device functions for the queue of one case. */
export const transportTo = (
  caseId: string,
  choice: Choice,
  deidentificationKey = keyOf(caseId),
): Transport<UploadAnswer> => ({
  async prepare(file) {
    const content = choice.removesIdentity
      ? await deidentifyFile(file, await deidentificationKey(), choice.regions.get(file) ?? [])
      : file;
    return { content, sha256: await sha256Of(content) };
  },
  send: (file, { onStarted, onProgress, signal }) =>
    sendResumable({
      endpoints,
      params: { caseId },
      file: { ...file, announcedFiles: Math.max(1, choice.files), namedPeople: choice.namedPeople },
      onStarted,
      onProgress,
      signal,
    }),
  remove: async (uploadId) => {
    await callRaw(uploads.cancelUpload, { params: { caseId, uploadId }, headers: { 'tus-resumable': '1.0.0' } });
  },
  submit: (uploadIds, isAllHere) =>
    call(uploads.submitUploads, {
      params: { caseId },
      // For files that only an earlier visit inspected, the server knows the number declared then.
      body: {
        uploadIds: [...uploadIds],
        ...(isAllHere && { namedPeople: choice.namedPeople }),
        leftOut: choice.leftOut.list(),
      },
    }),
});

/** Fetched once. The key is the same on all devices of the patient, so de-identifying a file again gives identical bytes. */
function keyOf(caseId: string): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    known ??= call(uploads.getDeidentificationKey, { params: { caseId } }).then(({ key }) => key);
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
}

interface Session {
  readonly queue: UploadQueue<UploadAnswer>;
  readonly choice: Choice;
  /** The token that was refused because its session had ended; the upload resumes with the next token. */
  endedToken: string | null;
}

/** Kept outside the pages, so that an upload goes on when the patient changes from the list to the case. */
const sessions = new Map<string, Session>();

function sessionOf(caseId: string): Session {
  const known = sessions.get(caseId);
  if (known) return known;
  const choice: Choice = {
    removesIdentity: true,
    regions: new Map(),
    files: 0,
    namedPeople: 1,
    leftOut: createLeftOut(),
  };
  const session: Session = { queue: createUploadQueue(transportTo(caseId, choice)), choice, endedToken: null };
  sessions.set(caseId, session);
  return session;
}

/** Whether images of a case are chosen, being sent or left from an earlier visit, and not submitted. */
export function useHasPendingImages(caseId: string): boolean {
  const { queue } = sessionOf(caseId);
  return useSyncExternalStore(queue.subscribe, queue.state).files.length > 0;
}

/** The queue of a case with the uploads of earlier visits, and the call that sends it. */
export function useUploadSession(
  caseId: string,
  told: { onDone: (answer: UploadAnswer) => void; onFailed: (error: Error) => void },
) {
  const session = sessionOf(caseId);
  const { queue, choice } = session;
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  const [removesIdentity, setRemovesIdentity] = useState(choice.removesIdentity);
  const [regions, setRegions] = useState<ReadonlyMap<File, readonly Region[]>>(choice.regions);
  const queryClient = useQueryClient();
  const begun = useBegunUploads(caseId);
  useEffect(() => {
    if (begun.data) queue.restore(begun.data);
  }, [begun.data, queue]);
  const count = () => {
    const { files } = queue.state();
    // No upload has begun, so an earlier planned number does not apply.
    const isBegun = files.some(({ uploadId }) => uploadId);
    return countUploads(files, isBegun ? readPlan(caseId) || announcedIn(begun.data) : 0);
  };
  const upload = useMutation({
    mutationFn: () => inOneTab(caseId, () => uploadImages(queue)),
    onSuccess: (answer) => {
      sessions.delete(caseId);
      dropPlan(caseId);
      told.onDone(answer);
    },
    onMutate: () => {
      session.endedToken = null;
      choice.files = count().total;
      keepPlan(caseId, choice.files);
    },
    onError: (error) => {
      // Asks the server what has arrived, because an answer may have been lost. After a cancel nothing is left there.
      if (!isStopped(error) || queue.state().phase === 'paused') {
        void renew(queryClient, begunUploadsKey(caseId));
      }
      if (apiErrorOf(error)?.status === 401) session.endedToken = patientToken() ?? '';
      else told.onFailed(error);
    },
    // Also after a failure: the server may have taken the files before the connection broke.
    onSettled: () => renew(queryClient, ABOUT_CASES),
  });
  const { mutate: start, isPending } = upload;
  useEffect(() => {
    const goOn = () => {
      const isRenewed = session.endedToken !== null && ![null, session.endedToken].includes(patientToken());
      if (isRenewed && !isPending) start();
    };
    // Also after a sign-in on another page.
    goOn();
    return onSessionRenewed(goOn);
  }, [session, start, isPending]);
  return {
    queue,
    state,
    /** `namedPeople`: number of people named in the files that the patient declares to be one person; 1 if only one is named. */
    start: (namedPeople: number) => {
      choice.namedPeople = namedPeople;
      start();
    },
    /** Used for every number of files on the page. */
    count: count(),
    add: (files: readonly File[]) => {
      choice.leftOut.chosen(files);
      queue.add(files);
    },
    leaveOut: choice.leftOut.refused,
    remove: (keys: readonly string[]) => {
      for (const { file } of queue.state().chosen.filter(({ key }) => keys.includes(key)))
        void inspectOnce(file).then((report) => choice.leftOut.takenOff(file, report));
      for (const key of keys) void queue.remove(key);
      const planned = readPlan(caseId);
      if (planned > 0) keepPlan(caseId, Math.max(0, planned - keys.length));
    },
    cancel: () => {
      dropPlan(caseId);
      void queue.cancel();
    },
    /** Stopped by the end of the session; resumes after the next sign-in. */
    waitsForSession: session.endedToken !== null && state.phase === 'idle',
    removesIdentity,
    regions,
    /** Blacks out the same regions in each of these files when they are sent. */
    blackOut: (files: readonly File[], marked: readonly Region[]) => {
      for (const file of files) choice.regions.set(file, marked);
      setRegions(new Map(choice.regions));
    },
    chooseIdentity: (isRemoved: boolean) => {
      choice.removesIdentity = isRemoved;
      setRemovesIdentity(isRemoved);
    },
  };
}

/** Another tab is sending images of the same case. */
export class SentElsewhereError extends Error {
  override readonly name = 'SentElsewhereError';
}

/**
 * Runs the upload of a case in one tab only: two tabs would each submit files that the other has not finished. Without Web
 * Locks (a page without TLS) the server still accepts every file once.
 * @throws SentElsewhereError while another tab is sending
 */
async function inOneTab<T>(caseId: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  return navigator.locks.request(`duai-upload-${caseId}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw new SentElsewhereError();
    return work();
  });
}

/** Findings arrive by the hundred, so the page is updated only a few times a second. */
const SHOW_EVERY_MS = 200;

/** Inspects the files in a worker and reports what is known so far. */
export function usePreflight(
  chosen: readonly ChosenFile[],
  wanted: Parameters<typeof summarise>[1],
): { preflight: Preflight; isLooking: boolean } {
  const [reports, setReports] = useState<ReadonlyMap<string, FileReport | null>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const found = new Map<string, FileReport | null>();
    const show = () => isCurrent && setReports(new Map(found));
    const timer = setInterval(show, SHOW_EVERY_MS);
    const looks = chosen.map(async ({ key, file }) => void found.set(key, await inspectOnce(file)));
    void Promise.all(looks).then(() => {
      clearInterval(timer);
      show();
    });
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [chosen]);
  const { modality, bodyPart } = wanted;
  return useMemo(() => {
    const looked = chosen.flatMap(({ key, file }): Looked[] => {
      const report = reports.get(key);
      return report ? [{ key, name: file.name, report }] : [];
    });
    return {
      preflight: summarise(looked, { modality, bodyPart }),
      isLooking: chosen.some(({ key }) => !reports.has(key)),
    };
  }, [chosen, reports, modality, bodyPart]);
}
