import { accounts, cases } from '@duai/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, apiErrorOf, call, errorOf, messageOf, urlOf } from './api.ts';
import { onSessionEnded } from './session.ts';

const caseId = '0197f1c0-0000-7000-8000-000000000001';
const stubFetch = (answer: () => Promise<Response>) => {
  const fetchMock = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
};
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

afterEach(() => vi.unstubAllGlobals());

describe('call', () => {
  it('fills path parameters and query from the contract', () => {
    expect(urlOf(cases.getCase, { caseId })).toBe(`/api/second-opinion/cases/${caseId}`);
    expect(urlOf(cases.getWorklist, {}, { show: 'open', page: undefined })).toBe('/api/console/worklist?show=open');
  });

  it('refuses to build an address without its parameter', () => {
    expect(() => urlOf(cases.getCase)).toThrow('caseId');
  });

  it('sends the body as JSON with the language of the page, and no bearer token on public calls', async () => {
    vi.stubGlobal('localStorage', { getItem: () => 'secret-token' });
    const fetchMock = stubFetch(async () => json({ token: 't' }));
    await call(accounts.loginPatient, { body: { email: 'a@b.co', password: 'x' } });
    const [url, init] = fetchMock.mock.calls[0]!;
    expect(url).toBe('/api/second-opinion/auth/login');
    expect(init).toMatchObject({ method: 'POST', body: '{"email":"a@b.co","password":"x"}' });
    expect(init?.headers).toEqual({ 'accept-language': 'en', 'content-type': 'application/json' });
  });

  it('sends the bearer token where a patient calls', async () => {
    vi.stubGlobal('localStorage', { getItem: () => 'secret-token' });
    const fetchMock = stubFetch(async () => json([]));
    await call(cases.listCases);
    expect(fetchMock.mock.calls[0]![1]?.headers).toMatchObject({ authorization: 'Bearer secret-token' });
  });

  it("throws the server's status, code, message and details", async () => {
    stubFetch(async () => json({ message: 'Taken', code: 'EMAIL_TAKEN', details: [1] }, 409));
    const failure = await call(cases.listCases).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 409, code: 'EMAIL_TAKEN', message: 'Taken', details: [1] });
  });

  it('names a broken connection', async () => {
    stubFetch(async () => {
      throw new TypeError('fetch failed');
    });
    await expect(call(cases.listCases)).rejects.toMatchObject({ status: 0, code: 'NO_CONNECTION', message: '' });
  });

  it('reports an ended session, but not a wrong password', async () => {
    const ended = vi.fn();
    const leave = onSessionEnded(ended);
    stubFetch(async () => json({ message: 'm', code: 'CREDENTIALS_WRONG' }, 401));
    await expect(call(accounts.loginPatient, { body: { email: 'a@b.co', password: 'x' } })).rejects.toThrow();
    expect(ended).not.toHaveBeenCalled();
    stubFetch(async () => json({ message: 'm', code: 'NOT_SIGNED_IN' }, 401));
    await expect(call(cases.listCases)).rejects.toThrow();
    expect(ended).toHaveBeenCalledExactlyOnceWith('patient');
    leave();
  });
});

describe('messages of errors', () => {
  it('come from the server through the chain of causes', () => {
    const cause = new ApiError(409, 'EMAIL_TAKEN', 'Bu e-posta kullanılıyor');
    expect(messageOf(new Error('Failed to get cases', { cause }), 'x')).toBe('Bu e-posta kullanılıyor');
    expect(apiErrorOf(new Error('outer', { cause }))).toBe(cause);
  });
  it('fall back where the answer has no JSON body', () => {
    expect(messageOf(errorOf(502, '<html>Bad gateway</html>'), 'Kayıt başarısız')).toBe('Kayıt başarısız');
  });
});
