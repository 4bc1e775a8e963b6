import type { uploads } from '@duai/contract';
import { apiErrorOf } from '../../../lib/api.ts';

/** One file on its way to a case. `file` is null where an earlier visit began it and it was not chosen again. */
export interface QueuedFile {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly file: File | null;
  readonly uploadId: string | null;
  readonly sha256: string | null;
  readonly sentBytes: number;
  /** The server said that it has all of it: `sentBytes` may still be on their way. */
  readonly isStored: boolean;
  /** `replaced`: begun earlier; the file of its name that was chosen since has other content. It is not handed in. */
  readonly state: 'waiting' | 'sending' | 'arrived' | 'failed' | 'replaced';
}

/** A file that this device has, whatever becomes of it. */
export interface ChosenFile {
  readonly key: string;
  readonly file: File;
}

export interface QueueState {
  readonly files: readonly QueuedFile[];
  /** The same list until a file is added or taken off: progress does not change it. */
  readonly chosen: readonly ChosenFile[];
  readonly phase: 'idle' | 'sending' | 'paused' | 'submitting';
}

/** What the queue needs from outside: the network and the preparation of a file, replaced in tests. */
export interface Transport<Answer> {
  /** The bytes that will really be sent (without identity, where wished), and their SHA-256 where the browser can. */
  prepare(file: File): Promise<{ content: Blob; sha256: string | null }>;
  send(
    file: { content: Blob; name: string; sha256: string | null; uploadId: string | null },
    watch: { onStarted(uploadId: string): void; onProgress(sentBytes: number): void; signal: AbortSignal },
  ): Promise<string>;
  remove(uploadId: string): Promise<void>;
  /** `isAllHere`: every one of these files was chosen on this device. */
  submit(uploadIds: readonly string[], isAllHere: boolean): Promise<Answer>;
}

const AT_ONCE = 3;

export type UploadQueue<Answer> = ReturnType<typeof createUploadQueue<Answer>>;

/**
 * The files of one case on their way: three at a time, pause, cancel, go on. What has arrived stays on the server, so a
 * closed browser costs nothing: the same file chosen again is recognised by its hash.
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

  /** By its name a file seems to be one that an earlier visit began; by its hash it turns out to be another. */
  function detach(entry: QueuedFile): void {
    const begun: QueuedFile = { ...entry, key: `server-${entry.uploadId}`, file: null, state: 'replaced' };
    set({ files: [...state.files, begun] });
    patch(entry.key, { uploadId: null, sentBytes: 0, isStored: false });
  }

  /** The upload to go on with: one that was begun with this very content, by whatever name. */
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

  /** A list of the server that came meanwhile may have named the upload before its own sender knew it. */
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
      // Without the person's details a file is of another length.
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
      // The session ended: nothing is wrong with the file, it goes on after the next sign-in.
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
      // What was asked about the files is asked anew: a pause is no way around it.
      set({ files: [...left, ...added], phase: state.phase === 'paused' ? 'idle' : state.phase });
    },

    /** What lies on the server, newer than any list before: of files that only the server has, its list is the truth. */
    restore(known: readonly uploads.Upload[]): void {
      set({ files: merged(state.files, known) });
    },

    async remove(key: string): Promise<void> {
      const entry = entryOf(key);
      set({ files: state.files.filter((other) => other.key !== key) });
      if (entry) await removeOnServer(entry);
    },

    /** Sends what is missing and hands all of it in. @throws what stopped it; files that have arrived stay arrived */
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

    /** Stops and leaves nothing on the server; the chosen files stay chosen. */
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

    /** Everything the server refused by name is gone there; what is left is chosen anew. */
    clear(): void {
      set({ files: [], phase: 'idle' });
    },
  };
}

/** Chosen files as they wait to be sent; one that an earlier visit seems to have begun goes on with that upload. */
function asQueued(files: readonly File[], queued: readonly QueuedFile[], newKey: () => string): QueuedFile[] {
  // Not by size: what was sent without the person's details is of another. The hash decides before anything is sent.
  const forgotten = Map.groupBy(
    // What is whole first: pieces of the same name may be left of a first try.
    queued
      .filter(({ file, state }) => file === null && state !== 'replaced')
      .sort((a, b) => Number(b.isStored) - Number(a.isStored)),
    ({ name }) => name,
  );
  return files.map((file): QueuedFile => {
    const begun = forgotten.get(file.name)?.shift();
    const { name, size: sizeBytes } = file;
    const fresh = { name, sizeBytes, uploadId: null, sha256: null, sentBytes: 0, isStored: false };
    return { ...(begun ?? fresh), key: newKey(), file, state: 'waiting' };
  });
}

/** Chosen files with what the server has of them, then what only the server has: of that its list is the truth. */
function merged(files: readonly QueuedFile[], known: readonly uploads.Upload[]): QueuedFile[] {
  const listed = new Map(known.map((upload) => [upload.id, upload]));
  const taken = new Set(files.filter(({ file }) => file !== null).map(({ uploadId }) => uploadId));
  /** Begun with this very content, where the answer that named the upload was lost. */
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
  return [...chosen, ...onServer];
}

const isWhole = (upload: uploads.Upload): boolean => upload.receivedBytes === upload.sizeBytes;

/** As the server lists it; chosen on another device, or before this page was loaded. */
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
