import { accounts, press } from '@duai/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient, defaultFetcher, paced } from './queries.ts';
import { type Key, keyOf } from './query-keys.ts';

const answerWith = (body: string | null, init?: ResponseInit) => {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response(body, init));
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
};
const releases = keyOf(press.listPress);
const currentUser = keyOf(accounts.getInstitutionUser);
const fetchKey = (queryKey: Key, on401: 'throw' | 'returnNull' = 'throw') =>
  defaultFetcher({ on401 })({
    queryKey,
    signal: new AbortController().signal,
    meta: undefined,
    client: createQueryClient(),
  });

afterEach(() => vi.unstubAllGlobals());

describe('the default data fetcher', () => {
  it('issues GET to the first element of the query key [SHR-014]', async () => {
    const fetchMock = answerWith('[]');
    await fetchKey(keyOf(press.listPress, {}));
    expect(fetchMock.mock.calls[0]![0]).toBe('/api/press');
    expect(fetchMock.mock.calls[0]![1]?.method ?? 'GET').toBe('GET');
  });

  it('includes credentials [SHR-015]', async () => {
    const fetchMock = answerWith('[]');
    await fetchKey(releases);
    expect(fetchMock.mock.calls[0]![1]).toMatchObject({ credentials: 'include' });
  });

  it('throws an error on a non-OK answer [SHR-016]', async () => {
    answerWith('broken', { status: 500 });
    await expect(fetchKey(releases)).rejects.toBeInstanceOf(Error);
  });

  it('says the status code, a colon and a space, then the body [SHR-017]', async () => {
    answerWith('{"message":"No"}', { status: 403, statusText: 'Forbidden' });
    await expect(fetchKey(releases)).rejects.toThrow(/^403: \{"message":"No"\}$/);
  });

  it('says the status text where the body is empty [SHR-018]', async () => {
    answerWith('', { status: 503, statusText: 'Service Unavailable' });
    await expect(fetchKey(releases)).rejects.toThrow(/^503: Service Unavailable$/);
  });

  it('parses the body as JSON [SHR-019]', async () => {
    answerWith('[{"id":1}]');
    expect(await fetchKey(releases)).toEqual([{ id: 1 }]);
  });

  it('gives null for 401 to the current-user call [SHR-021]', async () => {
    answerWith('{"message":"no"}', { status: 401 });
    expect(await fetchKey(currentUser, 'returnNull')).toBeNull();
  });

  it('still throws on other failures of the current-user call', async () => {
    answerWith('down', { status: 500 });
    await expect(fetchKey(currentUser, 'returnNull')).rejects.toThrow('500: down');
  });
});

describe('the query client', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();

  it('throws on 401 by default [SHR-020]', async () => {
    answerWith('no', { status: 401 });
    await expect(createQueryClient().fetchQuery({ queryKey: currentUser })).rejects.toThrow('401: no');
  });
  it('does not retry queries [SHR-022]', async () => {
    expect(queries?.retry).toBe(false);
    const fetchMock = answerWith('no', { status: 500 });
    await expect(createQueryClient().fetchQuery({ queryKey: releases })).rejects.toThrow();
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
  it('does not retry mutations [SHR-023]', () => expect(mutations?.retry).toBe(false));
  it('does not refetch on window focus [SHR-024]', () => expect(queries?.refetchOnWindowFocus).toBe(false));
  it('does not refetch by interval [SHR-025]', () => expect(queries?.refetchInterval).toBe(false));
  it('never lets data become stale [SHR-026]', async () => {
    expect(queries?.staleTime).toBe(Number.POSITIVE_INFINITY);
    const fetchMock = answerWith('[]');
    const client = createQueryClient();
    await client.fetchQuery({ queryKey: releases });
    await client.fetchQuery({ queryKey: releases });
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
});

describe('a renewal at a pace', () => {
  afterEach(() => vi.useRealTimers());

  it('makes two calls of a hundred events, never beside itself, and calls for the last one', async () => {
    vi.useFakeTimers();
    let atOnce = 0;
    const run = vi.fn(async () => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 40_000));
      atOnce -= 1;
    });
    const ask = paced(run, 15_000, new AbortController().signal);
    for (let event = 0; event < 100; event += 1) {
      ask();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(run).toHaveBeenCalledTimes(2);
    ask();
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('goes on after a failure, and ends with its page', async () => {
    vi.useFakeTimers();
    const run = vi.fn(async () => Promise.reject(new Error('offline')));
    const page = new AbortController();
    const ask = paced(run, 1000, page.signal);
    ask();
    await vi.advanceTimersByTimeAsync(2000);
    ask();
    expect(run).toHaveBeenCalledTimes(2);
    ask();
    page.abort();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(2);
  });
});
