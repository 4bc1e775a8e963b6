import { notifyManager, QueryClient, type QueryFunction, type QueryKey } from '@tanstack/react-query';
import { takeEarly } from './early-answers.ts';
import { activeLanguage } from './language.ts';

// State updates run within the event that starts a call, so that a pressed button is disabled before a second press on a slow
// phone can arrive.
notifyManager.setScheduler(queueMicrotask);

/**
 * The default data fetcher (specification, section 7): GET to the first element of the query key, with credentials.
 * Throws an Error "status: body text", or "status: status text" where the body is empty. With `on401: 'returnNull'`
 * (the current-user call) a 401 means that nobody is signed in.
 */
export function defaultFetcher<T>(options: { on401: 'throw' | 'returnNull' }): QueryFunction<T | null, QueryKey> {
  return async ({ queryKey, signal }) => {
    const url = String(queryKey[0]);
    const early = await takeEarly(url, activeLanguage());
    const response = early ?? (await fetch(url, { credentials: 'include', signal }));
    if (options.on401 === 'returnNull' && response.status === 401) return null;
    if (!response.ok) {
      const text = (await response.text()) || response.statusText;
      throw new Error(`${response.status}: ${text}`);
    }
    return (await response.json()) as T;
  };
}

/** The defaults of section 9: no retries, never stale, no refetching by focus or interval; events invalidate. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: defaultFetcher({ on401: 'throw' }),
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // Without a connection a call fails at once instead of waiting for one.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Throttles `run`: at once, then at most every `pauseMs` and never concurrently. The last request is always served. A hundred
 * events in a second cause two calls.
 */
export function paced(run: () => Promise<unknown>, pauseMs: number, signal: AbortSignal): () => void {
  let isAsked = false;
  let isBusy = false;
  const loop = async () => {
    isBusy = true;
    while (isAsked && !signal.aborted) {
      isAsked = false;
      await run().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void loop();
  };
}
