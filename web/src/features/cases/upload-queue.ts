import type { uploads } from '@duai/contract';
import { apiErrorOf } from '../../lib/api.ts';

/** One file on its way to a case. `file` is null where an earlier visit began it and it was not chosen again. */
export interface QueuedFile {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly file: File | null;
  readonly uploadId: string | null;
  readonly sha256: string | null;
  readonly sentBytes: number;
  readonly state: 'waiting' | 'sending' | 'arrived' | 'failed';
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

export const canBeSent = (entry: QueuedFile): boolean => entry.file !== null || entry.state === 'arrived';

export const totalsOf = (files: readonly QueuedFile[]) => ({
  sentBytes: files.reduce((sum, entry) => sum + entry.sentBytes, 0),
  totalBytes: files.reduce((sum, entry) => sum + entry.sizeBytes, 0),
});

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
    const begun: QueuedFile = { ...entry, key: `server-${entry.uploadId}`, file: null, state: 'waiting' };
    set({ files: [...state.files, begun] });
    patch(entry.key, { uploadId: null, sentBytes: 0 });
  }

  /** The upload to go on with: one that was begun with this very content, by whatever name. */
  function begunUpload(key: string, sha256: string | null): string | null {
    const entry = entryOf(key)!;
    if (entry.uploadId && sha256 !== null && entry.sha256 === sha256) return entry.uploadId;
    if (entry.uploadId) detach(entry);
    const earlier = state.files.find((other) => other.file === null && sha256 !== null && other.sha256 === sha256);
    if (!earlier) return null;
    set({ files: state.files.filter((other) => other !== earlier) });
    patch(key, { uploadId: earlier.uploadId, sentBytes: earlier.sentBytes });
    return earlier.uploadId;
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
          onStarted: (started) => patch(key, { uploadId: started }),
          onProgress: (sentBytes) => patch(key, { sentBytes: Math.min(sentBytes, content.size) }),
        },
      );
      patch(key, { state: 'arrived', uploadId: done, sentBytes: content.size });
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
      // Not by size: what was sent without the person's details is of another. The hash decides before anything is sent.
      const forgotten = Map.groupBy(
        state.files.filter((entry) => entry.file === null),
        ({ name }) => name,
      );
      const added = files.map((file): QueuedFile => {
        const begun = forgotten.get(file.name)?.shift();
        const fresh = { name: file.name, sizeBytes: file.size, uploadId: null, sha256: null, sentBytes: 0 };
        return { ...(begun ?? fresh), key: String(nextKey++), file, state: 'waiting' };
      });
      const taken = new Set(added.map(({ uploadId }) => uploadId));
      const left = state.files.filter((entry) => entry.file !== null || !taken.has(entry.uploadId));
      // What was asked about the files is asked anew: a pause is no way around it.
      set({ files: [...left, ...added], phase: state.phase === 'paused' ? 'idle' : state.phase });
    },

    /** What an earlier visit left on the server. */
    restore(known: readonly uploads.Upload[]): void {
      const ours = new Set(state.files.map((entry) => entry.uploadId));
      const restored = known
        .filter((upload) => !ours.has(upload.id))
        .map(
          (upload): QueuedFile => ({
            key: `server-${upload.id}`,
            name: upload.name,
            sizeBytes: upload.sizeBytes,
            file: null,
            uploadId: upload.id,
            sha256: upload.sha256,
            sentBytes: upload.receivedBytes,
            state: upload.receivedBytes === upload.sizeBytes ? 'arrived' : 'waiting',
          }),
        );
      if (restored.length > 0) set({ files: [...state.files, ...restored] });
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
          arrived.map(({ uploadId }) => uploadId!),
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
          .map((entry) => ({ ...entry, uploadId: null, sentBytes: 0, state: 'waiting' as const })),
      });
      await Promise.all(begun.map(removeOnServer));
    },

    /** Everything the server refused by name is gone there; what is left is chosen anew. */
    clear(): void {
      set({ files: [], phase: 'idle' });
    },
  };
}

function chosenAmong(files: readonly QueuedFile[], before: readonly ChosenFile[]): readonly ChosenFile[] {
  const chosen = files.flatMap(({ key, file }): ChosenFile[] => (file ? [{ key, file }] : []));
  const isSame = chosen.length === before.length && chosen.every(({ key }, index) => key === before[index]!.key);
  return isSame ? before : chosen;
}
