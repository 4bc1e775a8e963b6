import type { uploads } from '@duai/contract';
import { apiErrorOf } from '../../../lib/api.ts';

/** One file being uploaded to a case. `file` is null if an earlier visit began it and it was not chosen again. */
export interface QueuedFile {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly file: File | null;
  readonly uploadId: string | null;
  readonly sha256: string | null;
  readonly sentBytes: number;
  /** The server confirmed that it has the whole file; `sentBytes` alone may still be in transit. */
  readonly isStored: boolean;
  /** `replaced`: begun by an earlier visit, but the file with its name chosen since has other content. It is not submitted. */
  readonly state: 'waiting' | 'sending' | 'arrived' | 'failed' | 'replaced';
}

/** A file chosen on this device, in any state. */
export interface ChosenFile {
  readonly key: string;
  readonly file: File;
}

export interface QueueState {
  readonly files: readonly QueuedFile[];
  /** The same array until a file is added or removed; progress does not change it. */
  readonly chosen: readonly ChosenFile[];
  readonly phase: 'idle' | 'sending' | 'paused' | 'submitting';
}

/** Dependencies of the queue: the network and the preparation of a file; replaced in tests. */
export interface Transport<Answer> {
  /** The bytes that are sent (de-identified if wanted), and their SHA-256 if the browser can compute it. */
  prepare(file: File): Promise<{ content: Blob; sha256: string | null }>;
  send(
    file: { content: Blob; name: string; sha256: string | null; uploadId: string | null },
    watch: { onStarted(uploadId: string): void; onProgress(sentBytes: number): void; signal: AbortSignal },
  ): Promise<string>;
  remove(uploadId: string): Promise<void>;
  /** `isAllHere`: all of these files were chosen on this device. */
  submit(uploadIds: readonly string[], isAllHere: boolean): Promise<Answer>;
}

const AT_ONCE = 3;

export type UploadQueue<Answer> = ReturnType<typeof createUploadQueue<Answer>>;

/**
 * Uploads the files of one case: three at a time, with pause, cancel and resume. Received data stay on the server: if the
 * same file is chosen again, it is recognised by its hash and resumed.
 */
export function createUploadQueue<Answer>(transport: Transport<Answer>) {
  let state: QueueState = { files: [], chosen: [], phase: 'idle' };
  let nextKey = 1;
  let running: AbortController | null = null;
  const listeners = new Set<() => void>();

  const set = (change: Partial<QueueState>) => {
    const next = { ...state, ...change };
    state = { ...next, chosen: chosenAmong(next.files, state.chosen) };
    for (const listener of listeners) listener();
  };
  const patch = (key: string, change: Partial<QueuedFile>) =>
    set({ files: state.files.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)) });
  const entryOf = (key: string) => state.files.find((entry) => entry.key === key);

  /** Detaches a file from an earlier upload with the same name, because its hash shows other content. */
  function detach(entry: QueuedFile): void {
    const begun: QueuedFile = { ...entry, key: `server-${entry.uploadId}`, file: null, state: 'replaced' };
    set({ files: [...state.files, begun] });
    patch(entry.key, { uploadId: null, sentBytes: 0, isStored: false });
  }

  /** The upload to resume: one that was begun with exactly this content, under any name. */
  function begunUpload(key: string, sha256: string | null): string | null {
    const entry = entryOf(key);
    if (!entry) return null;
    if (entry.uploadId && sha256 !== null && entry.sha256 === sha256) return entry.uploadId;
    if (entry.uploadId) detach(entry);
    const earlier = state.files.find((other) => other.file === null && sha256 !== null && other.sha256 === sha256);
    if (!earlier) return null;
    set({ files: state.files.filter((other) => other !== earlier) });
    patch(key, { uploadId: earlier.uploadId, sentBytes: earlier.sentBytes, isStored: earlier.isStored });
    return earlier.uploadId;
  }

  /** Removes duplicates: a list from the server may have named the upload before its sender knew its id. */
  function began(key: string, uploadId: string): void {
    const others = state.files.filter((entry) => entry.key === key || entry.uploadId !== uploadId);
    if (others.length < state.files.length) set({ files: others });
    const entry = entryOf(key);
    patch(key, { uploadId, isStored: entry?.isStored === true && entry.uploadId === uploadId });
  }

  async function sendOne(key: string, signal: AbortSignal): Promise<void> {
    const entry = entryOf(key);
    if (!entry?.file) return;
    patch(key, { state: 'sending' });
    try {
      const { content, sha256 } = await transport.prepare(entry.file);
      signal.throwIfAborted();
      const uploadId = begunUpload(key, sha256);
      // De-identified files differ in length.
      patch(key, { sha256, sizeBytes: content.size });
      const done = await transport.send(
        { content, name: entry.name, sha256, uploadId },
        {
          signal,
          onStarted: (started) => began(key, started),
          onProgress: (sentBytes) => patch(key, { sentBytes: Math.min(sentBytes, content.size) }),
        },
      );
      patch(key, { state: 'arrived', uploadId: done, sentBytes: content.size, isStored: true });
    } catch (error) {
      // The session ended. The file is fine and is sent after the next sign-in.
      const isStopped = signal.aborted || apiErrorOf(error)?.status === 401;
      patch(key, { state: isStopped ? 'waiting' : 'failed' });
      throw error;
    }
  }

  async function sendAll(signal: AbortSignal): Promise<void> {
    const waiting = state.files.filter((entry) => entry.file && entry.state !== 'arrived').map(({ key }) => key);
    const failures: unknown[] = [];
    const iterator = waiting.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const key of iterator) {
          if (signal.aborted || failures.length > 0) return;
          await sendOne(key, signal).catch((error: unknown) => failures.push(error));
        }
      }),
    );
    if (failures.length > 0) throw failures[0];
    signal.throwIfAborted();
  }

  const removeOnServer = (entry: QueuedFile) => (entry.uploadId ? transport.remove(entry.uploadId) : Promise.resolve());

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,

    add(files: readonly File[]): void {
      const added = asQueued(files, state.files, () => String(nextKey++));
      const taken = new Set(added.map(({ uploadId }) => uploadId));
      const left = state.files.filter((entry) => entry.file !== null || !taken.has(entry.uploadId));
      // Added files reopen the questions about the files; a pause must not bypass them.
      set({ files: [...left, ...added], phase: state.phase === 'paused' ? 'idle' : state.phase });
    },

    /** Merges a newer list from the server; for files that only the server has, that list is authoritative. */
    restore(known: readonly uploads.Upload[]): void {
      set({ files: merged(state.files, known) });
    },

    async remove(key: string): Promise<void> {
      const entry = entryOf(key);
      set({ files: state.files.filter((other) => other.key !== key) });
      if (entry) await removeOnServer(entry);
    },

    /** Sends what is missing and submits everything. @throws the cause if it stops; files that have arrived stay */
    async start(): Promise<Answer> {
      const controller = new AbortController();
      running = controller;
      set({ phase: 'sending' });
      try {
        await sendAll(controller.signal);
        set({ phase: 'submitting' });
        const arrived = state.files.filter((entry) => entry.state === 'arrived');
        const isAllHere = arrived.every(({ file }) => file !== null);
        const answer = await transport.submit(
          arrived.flatMap(({ uploadId }) => uploadId ?? []),
          isAllHere,
        );
        set({ files: [], phase: 'idle' });
        return answer;
      } catch (error) {
        if (state.phase !== 'paused') set({ phase: 'idle' });
        throw error;
      } finally {
        if (running === controller) running = null;
      }
    },

    pause(): void {
      set({ phase: 'paused' });
      running?.abort(new DOMException('The upload is paused', 'AbortError'));
    },

    /** Stops and deletes everything from the server; the chosen files stay chosen. */
    async cancel(): Promise<void> {
      running?.abort(new DOMException('The upload was cancelled', 'AbortError'));
      const begun = state.files;
      set({
        phase: 'idle',
        files: begun
          .filter((entry) => entry.file !== null)
          .map((entry) => ({ ...entry, uploadId: null, sentBytes: 0, isStored: false, state: 'waiting' as const })),
      });
      await Promise.all(begun.map(removeOnServer));
    },

    /** Empties the queue: files that the server refused are deleted there and have to be chosen anew. */
    clear(): void {
      set({ files: [], phase: 'idle' });
    },
  };
}

/** Chosen files as waiting entries; one that an earlier visit seems to have begun resumes that upload. */
function asQueued(files: readonly File[], queued: readonly QueuedFile[], newKey: () => string): QueuedFile[] {
  const fresh = files.map(
    (file): QueuedFile => ({
      key: newKey(),
      name: file.name,
      sizeBytes: file.size,
      file,
      uploadId: null,
      sha256: null,
      sentBytes: 0,
      isStored: false,
      state: 'waiting',
    }),
  );
  return resumedByName(fresh, queued);
}

/**
 * Chosen files of which nothing was begun here, each with the upload of its name that only the server has. Not matched by
 * size, because de-identified files differ in size. The hash decides before anything is sent.
 */
function resumedByName(chosen: readonly QueuedFile[], queued: readonly QueuedFile[]): QueuedFile[] {
  const forgotten = Map.groupBy(
    // Complete uploads first, because parts of a first attempt may have the same name.
    queued
      .filter(({ file, state }) => file === null && state !== 'replaced')
      .sort((a, b) => Number(b.isStored) - Number(a.isStored)),
    ({ name }) => name,
  );
  return chosen.map((entry) => {
    if (entry.state !== 'waiting' || entry.uploadId !== null || entry.sha256 !== null) return entry;
    const begun = forgotten.get(entry.name)?.shift();
    return begun ? { ...begun, key: entry.key, file: entry.file, state: 'waiting' } : entry;
  });
}

/** Chosen files with their state on the server, then files that only the server has, as it lists them. */
function merged(files: readonly QueuedFile[], known: readonly uploads.Upload[]): QueuedFile[] {
  const listed = new Map(known.map((upload) => [upload.id, upload]));
  const taken = new Set(files.filter(({ file }) => file !== null).map(({ uploadId }) => uploadId));
  /** Begun with exactly this content, but the answer with the upload id was lost. */
  const unnamed = (entry: QueuedFile) => {
    if (entry.state === 'sending' || entry.uploadId !== null || entry.sha256 === null) return undefined;
    const same = known.filter(({ id, sha256 }) => sha256 === entry.sha256 && !taken.has(id));
    const upload = same.find(isWhole) ?? same[0];
    if (upload) taken.add(upload.id);
    return upload;
  };
  const chosen = files
    .filter(({ file }) => file !== null)
    .map((entry): QueuedFile => {
      if (entry.state === 'arrived') return entry;
      const upload = listed.get(entry.uploadId ?? '') ?? unnamed(entry);
      return {
        ...entry,
        uploadId: upload?.id ?? entry.uploadId,
        isStored: upload !== undefined && isWhole(upload),
      };
    });
  const replaced = new Set(files.filter((entry) => entry.state === 'replaced').map(({ uploadId }) => uploadId));
  const onServer = known
    .filter((upload) => !taken.has(upload.id))
    .map((upload) => onServerOnly(upload, replaced.has(upload.id)));
  // Files may have been chosen before the list arrived.
  const resumed = resumedByName(chosen, onServer);
  const resumedIds = new Set(resumed.map(({ uploadId }) => uploadId));
  return [...resumed, ...onServer.filter(({ uploadId }) => !resumedIds.has(uploadId))];
}

const isWhole = (upload: uploads.Upload): boolean => upload.receivedBytes === upload.sizeBytes;

/** A file as the server lists it, chosen on another device or before this page was loaded. */
const onServerOnly = (upload: uploads.Upload, isReplaced: boolean): QueuedFile => ({
  key: `server-${upload.id}`,
  name: upload.name,
  sizeBytes: upload.sizeBytes,
  file: null,
  uploadId: upload.id,
  sha256: upload.sha256,
  sentBytes: upload.receivedBytes,
  isStored: isWhole(upload),
  state: isReplaced ? 'replaced' : isWhole(upload) ? 'arrived' : 'waiting',
});

function chosenAmong(files: readonly QueuedFile[], before: readonly ChosenFile[]): readonly ChosenFile[] {
  const chosen = files.flatMap(({ key, file }): ChosenFile[] => (file ? [{ key, file }] : []));
  const isSame = chosen.length === before.length && chosen.every(({ key }, index) => key === before[index]?.key);
  return isSame ? before : chosen;
}
