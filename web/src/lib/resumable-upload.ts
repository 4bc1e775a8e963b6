import type { Endpoint } from '@duai/contract';
import { ApiError, errorOf, headersOf, raise, urlOf } from './api.ts';

/** The three calls of tus 1.0 that carry one file (https://tus.io/protocols/resumable-upload). */
export interface ResumableEndpoints {
  readonly create: Endpoint;
  readonly offset: Endpoint;
  readonly continue: Endpoint;
}

export interface ResumableFile {
  readonly content: Blob;
  readonly name: string;
  /** Lets the server check the whole and this device recognise the file later; null where the browser cannot hash. */
  readonly sha256: string | null;
  /** How many files go together with this one, itself included: another device can then say how many are missing. */
  readonly announcedFiles: number;
  /** So many people do these files name whom the sender declares to be one person; 1 where they name nobody else. */
  readonly namedPeople: number;
  /** Of an upload that was begun before. */
  readonly uploadId: string | null;
}

export interface ResumableOptions {
  readonly endpoints: ResumableEndpoints;
  readonly params: Record<string, string>;
  readonly file: ResumableFile;
  readonly onStarted: (uploadId: string) => void;
  /** Bytes that have arrived or are on their way. */
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
  /** Pause before the n-th new attempt; tests make it short. */
  readonly retryDelayMs?: (attempt: number) => number;
}

/** Smaller files travel with their creation: one request instead of two. */
const WITH_CREATION_BYTES = 2 * 1024 * 1024;
const ATTEMPTS = 6;
const waitBefore = (attempt: number): number => Math.min(15_000, 500 * 2 ** attempt);

/**
 * Sends one file so that a cut connection costs nothing but the way back: asks how much has arrived and goes on there.
 * @returns the id of the complete upload
 * @throws ApiError when the server refuses, or when it cannot be reached for about half a minute; a device that knows it
 * is offline waits for its connection
 */
export async function sendResumable(options: ResumableOptions): Promise<string> {
  const { file, signal, retryDelayMs = waitBefore } = options;
  let { uploadId } = file;
  for (let attempt = 0; ; attempt += 1) {
    let sentBefore = -1;
    try {
      let offset = uploadId === null ? null : await askOffset(options, uploadId);
      if (offset === null) {
        const created = await create(options);
        uploadId = created.uploadId;
        offset = created.offset;
      }
      sentBefore = offset;
      options.onStarted(uploadId!);
      while (offset < file.content.size) offset = await continueFrom(options, uploadId!, offset);
      options.onProgress(file.content.size);
      return uploadId!;
    } catch (error) {
      if (signal.aborted || !isWorthAnotherTry(error) || attempt >= ATTEMPTS) throw error;
      if (isOffline()) {
        // Known to be gone: a tunnel or a night without a network uses up no attempt.
        await pause(Number.POSITIVE_INFINITY, signal);
        attempt = -1;
        continue;
      }
      // Something arrived since: the connection is bad, not dead.
      if (sentBefore > 0) attempt = Math.min(attempt, 2);
      await pause(retryDelayMs(attempt), signal);
    }
  }
}

/** Cut off (0), out of step (409 of the protocol), locked by a dying request (423), or the server is starting (503). */
const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 423 || (error.status === 409 && error.code === 'UNREADABLE_ANSWER'));

/** Null where the server no longer knows the upload. */
async function askOffset({ endpoints, params, signal }: ResumableOptions, uploadId: string): Promise<number | null> {
  const answer = await request(endpoints.offset, { ...params, uploadId }, { signal });
  if (answer.status === 404 || answer.status === 410) return null;
  return offsetOf(endpoints.offset, answer);
}

async function create(options: ResumableOptions): Promise<{ uploadId: string; offset: number }> {
  const { endpoints, params, file, signal } = options;
  const isSmall = file.content.size <= WITH_CREATION_BYTES;
  const metadata = [
    `filename ${toBase64(file.name)}`,
    `files ${toBase64(String(file.announcedFiles))}`,
    ...(file.namedPeople > 1 ? [`people ${toBase64(String(file.namedPeople))}`] : []),
    ...(file.sha256 ? [`sha256 ${toBase64(file.sha256)}`] : []),
  ];
  const answer = await request(endpoints.create, params, {
    signal,
    headers: { 'upload-length': String(file.content.size), 'upload-metadata': metadata.join(',') },
    body: isSmall ? file.content : null,
    onProgress: options.onProgress,
  });
  const uploadId = answer.header('location')?.split('/').at(-1);
  if (answer.status !== 201 || !uploadId) throw refusalOf(endpoints.create, answer);
  return { uploadId, offset: Number(answer.header('upload-offset') ?? 0) };
}

async function continueFrom(options: ResumableOptions, uploadId: string, offset: number): Promise<number> {
  const { endpoints, params, file, signal, onProgress } = options;
  onProgress(offset);
  const answer = await request(
    endpoints.continue,
    { ...params, uploadId },
    {
      signal,
      headers: { 'upload-offset': String(offset) },
      body: file.content.slice(offset),
      onProgress: (sent) => onProgress(offset + sent),
    },
  );
  return offsetOf(endpoints.continue, answer);
}

function offsetOf(endpoint: Endpoint, answer: Answer): number {
  const offset = Number(answer.header('upload-offset') ?? Number.NaN);
  if (answer.status >= 300 || !Number.isInteger(offset)) throw refusalOf(endpoint, answer);
  return offset;
}

function refusalOf(endpoint: Endpoint, answer: Answer): ApiError {
  const error = errorOf(answer.status, answer.text);
  try {
    raise(endpoint, error);
  } catch {
    // `raise` tells the page about an ended session; the caller throws.
  }
  return error;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
}

interface Sending {
  readonly signal: AbortSignal;
  readonly headers?: Record<string, string>;
  readonly body?: Blob | null;
  readonly onProgress?: (sentBytes: number) => void;
}

/** XMLHttpRequest, because fetch does not report the progress of what it sends. */
function request(endpoint: Endpoint, params: Record<string, string>, sending: Sending): Promise<Answer> {
  const { signal, headers = {}, body = null, onProgress } = sending;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      settle();
    };
    call.upload.addEventListener('progress', (event) => onProgress?.(event.loaded));
    call.addEventListener('load', () =>
      end(() =>
        resolve({ status: call.status, text: call.responseText, header: (name) => call.getResponseHeader(name) }),
      ),
    );
    call.addEventListener('error', () => end(() => reject(new ApiError(0, 'NO_CONNECTION', ''))));
    call.addEventListener('abort', () =>
      end(() => reject(signal.reason ?? new DOMException('The upload was stopped', 'AbortError'))),
    );
    signal.addEventListener('abort', abort);
    call.open(endpoint.method, urlOf(endpoint, params));
    for (const [name, value] of Object.entries({ ...headersOf(endpoint), 'tus-resumable': '1.0.0', ...headers })) {
      call.setRequestHeader(name, value);
    }
    if (body) call.setRequestHeader('content-type', 'application/offset+octet-stream');
    call.send(body);
  });
}

const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Ends when the connection is back, too; without end, only then. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined;
    // The connection is back: no need to wait any longer.
    globalThis.addEventListener?.('online', end);
    signal.addEventListener('abort', end);
  });

/** UTF-8 as base64, as Upload-Metadata wants it. */
const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
