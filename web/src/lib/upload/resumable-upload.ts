import type { Endpoint } from '@duai/contract';
import { DetailedError, Upload } from 'tus-js-client';
import { ApiError, errorOf, headersOf, raise, urlOf } from '../api.ts';

/** The calls of tus 1.0 that carry one file (https://tus.io/protocols/resumable-upload). */
export interface ResumableEndpoints {
  readonly create: Endpoint;
  /** The calls HEAD and PATCH have the same path. */
  readonly continue: Endpoint;
}

export interface ResumableFile {
  readonly content: Blob;
  readonly name: string;
  /** Lets the server verify the file, and lets this device recognise it later; null if the browser cannot hash. */
  readonly sha256: string | null;
  /** How many files are sent together, including this one, so that another device can say how many are missing. */
  readonly announcedFiles: number;
  /** Number of people named in these files that the sender declares to be one person; 1 if only one is named. */
  readonly namedPeople: number;
  /** The id of an upload that was begun before; null for a new one. */
  readonly uploadId: string | null;
}

export interface ResumableOptions {
  readonly endpoints: ResumableEndpoints;
  readonly params: Record<string, string>;
  readonly file: ResumableFile;
  readonly onStarted: (uploadId: string) => void;
  /** Bytes that have arrived or are in transit. */
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
  /** Pauses between consecutive attempts without progress; tests shorten them. */
  readonly retryDelaysMs?: readonly number[];
}

/** Smaller files are sent with the creation request: one request instead of two. */
const WITH_CREATION_BYTES = 2 * 1024 * 1024;
const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000, 15_000];
/** Status codes of HEAD after which tus-js-client may create a new upload (404, 410) or retry (423). */
const UPLOAD_UNKNOWN_OR_LOCKED = [404, 410, 423];

/**
 * Sends one file with tus-js-client. After a lost connection it asks how much has arrived and resumes there.
 * @returns the id of the complete upload
 * @throws ApiError when the server refuses, or when it cannot be reached for about half a minute; a device that knows it is
 * offline waits for the connection
 */
export async function sendResumable(options: ResumableOptions): Promise<string> {
  const { endpoints, params, file, onStarted, onProgress, signal, retryDelaysMs = RETRY_DELAYS_MS } = options;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const upload = new Upload(file.content, {
      endpoint: urlOf(endpoints.create, params),
      uploadUrl: file.uploadId && urlOf(endpoints.continue, { ...params, uploadId: file.uploadId }),
      uploadDataDuringCreation: file.content.size <= WITH_CREATION_BYTES,
      storeFingerprintForResuming: false,
      metadata: {
        filename: file.name,
        files: String(file.announcedFiles),
        ...(file.namedPeople > 1 && { people: String(file.namedPeople) }),
        ...(file.sha256 && { sha256: file.sha256 }),
      },
      // Read before each request, because the session may have been renewed.
      onBeforeRequest: (request) => {
        for (const [name, value] of Object.entries(headersOf(endpoints.continue))) request.setHeader(name, value);
      },
      retryDelays: [...retryDelaysMs],
      onShouldRetry: (error) => !signal.aborted && !isOffline() && isWorthAnotherTry(refusalOf(error)),
      onAfterResponse: (request, response) => {
        const status = response.getStatus();
        // After any failed HEAD the library would create a second upload and lose what has arrived.
        if (request.getMethod() === 'HEAD' && status >= 400 && !UPLOAD_UNKNOWN_OR_LOCKED.includes(status))
          throw errorOf(status, response.getBody());
      },
      onUploadUrlAvailable: () => onStarted(idOf(upload)),
      onProgress,
      onSuccess: () => {
        end();
        onProgress(file.content.size);
        resolve(idOf(upload));
      },
      onError: (error) => {
        if (!signal.aborted && isOffline()) return globalThis.addEventListener('online', start, { once: true });
        end();
        reject(reported(endpoints.continue, refusalOf(error)));
      },
    });
    const start = () => upload.start();
    const stop = () => {
      end();
      void upload.abort();
      reject(signal.reason);
    };
    const end = () => {
      globalThis.removeEventListener?.('online', start);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    start();
  });
}

const idOf = (upload: Upload): string => upload.url!.split('/').at(-1)!;

/** The server's answer as an error; status 0 if there was none. */
function refusalOf(error: Error | DetailedError): ApiError {
  if (!(error instanceof DetailedError)) return new ApiError(0, 'NO_CONNECTION', '');
  if (error.causingError instanceof ApiError) return error.causingError;
  const response = error.originalResponse;
  return response ? errorOf(response.getStatus(), response.getBody()) : new ApiError(0, 'NO_CONNECTION', '');
}

/** No answer (0), offset conflict (409 of the protocol), or locked by a request that is ending (423). */
const isWorthAnotherTry = (error: ApiError): boolean =>
  error.status === 0 || error.status === 423 || (error.status === 409 && error.code === 'UNREADABLE_ANSWER');

/** Notifies the page of an ended session or a missing consent. */
function reported(endpoint: Endpoint, error: ApiError): ApiError {
  try {
    return raise(endpoint, error);
  } catch {
    return error;
  }
}

const isOffline = (): boolean => globalThis.navigator?.onLine === false;
