import type { Endpoint } from '@duai/contract';
import { type AnswerOf, ApiError, errorOf, headersOf, raise, urlOf } from '../api.ts';

export interface UploadOptions {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | undefined>;
  /** Fraction (0–1) of the body that has been sent. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends files as repeated "images" parts of one multipart request.
 * @throws ApiError as `call` does
 */
export function uploadFiles<E extends Endpoint>(
  endpoint: E,
  { files, ...options }: UploadOptions & { readonly files: readonly File[] },
): Promise<AnswerOf<E>> {
  const body = new FormData();
  for (const file of files) body.append('images', file, file.name);
  return uploadBody(endpoint, body, options);
}

/**
 * Sends a body; unless it is a form, its own type is the content type. Uses XMLHttpRequest, because fetch does not report
 * upload progress.
 * @throws ApiError as `call` does
 */
export function uploadBody<E extends Endpoint>(
  endpoint: E,
  body: FormData | Blob,
  options: UploadOptions,
): Promise<AnswerOf<E>> {
  const request = new XMLHttpRequest();
  const answer = new Promise<AnswerOf<E>>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) options.onProgress(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      try {
        if (request.status >= 400) raise(endpoint, errorOf(request.status, request.responseText));
        resolve(JSON.parse(request.responseText) as AnswerOf<E>);
      } catch (error) {
        reject(error instanceof ApiError ? error : new ApiError(request.status, 'UNREADABLE_ANSWER', ''));
      }
    });
    request.addEventListener('error', () => reject(new ApiError(0, 'NO_CONNECTION', '')));
    request.addEventListener('abort', () => reject(new DOMException('The upload was cancelled', 'AbortError')));
  });
  options.signal?.addEventListener('abort', () => request.abort());
  request.open(endpoint.method, urlOf(endpoint, options.params, options.query));
  request.withCredentials = true;
  for (const [name, value] of Object.entries(headersOf(endpoint))) request.setRequestHeader(name, value);
  request.send(body);
  return answer;
}
