import { accounts } from '@duai/contract';
import english from '@duai/texts/en/workplace';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTrialAuth, useTrialAuth } from './trial-auth.tsx';
import { loginFailure, trialCalls } from './trial-calls.ts';

const USER: accounts.InstitutionUser = {
  id: '00000000-0000-4000-8000-000000000001',
  username: 'derya',
  email: 'derya@example.org',
  role: 'admin',
  institution: { id: '00000000-0000-4000-8000-000000000002', name: 'Kıyı Radyoloji' },
};
const WISH = { username: 'derya', password: 'kuytu-liman-77' };

/** A fake server that gives every call the same answer. */
const serverSays = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })),
  );
const nobodyAnswers = (reason: unknown) => vi.stubGlobal('fetch', vi.fn().mockRejectedValue(reason));
/** An answer whose body cannot be read: neither an API error nor a lost connection. */
const answerBreaks = (reason: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => ({ ok: true, json: () => Promise.reject(reason) })),
  );
afterEach(() => vi.unstubAllGlobals());

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it should fail'),
    (error: unknown) => error as Error,
  );
function newAuth(calls: Partial<typeof trialCalls> = {}, wasSignedIn = false) {
  let isSignedIn = wasSignedIn;
  return createTrialAuth(
    { ...trialCalls, ...calls },
    {
      get: () => isSignedIn,
      set(is) {
        isSignedIn = is;
      },
    },
  );
}

function Outside() {
  useTrialAuth();
  return null;
}

describe('the auth layer', () => {
  it('throws the message of the server first, for every call', async () => {
    serverSays(403, { message: 'No entry.', code: 'FORBIDDEN' });
    for (const act of [trialCalls.login(WISH), trialCalls.logout(), trialCalls.user()])
      expect((await failureOf(act)).message).toBe('No entry.');
  });

  it("has 'Login failed', then the third sentence [TRL-124] [TRL-125]", async () => {
    serverSays(502, '<html>Bad gateway</html>');
    expect(loginFailure(await failureOf(trialCalls.login(WISH)), english.portal.login)).toBe('Login failed');
    nobodyAnswers(new TypeError('fetch failed'));
    expect(loginFailure(await failureOf(trialCalls.login(WISH)), english.portal.login)).toBe(
      'Login failed. Please check your credentials and try again.',
    );
  });

  it("has 'Unknown error during login' for what is no answer of the server [TRL-127]", async () => {
    answerBreaks('out of order');
    expect((await failureOf(trialCalls.login(WISH))).message).toBe('Unknown error during login');
  });

  it("has 'Registration failed', 'Logout failed' and 'Failed to get user' [TRL-128] [TRL-129] [TRL-130]", async () => {
    serverSays(500, '');
    expect((await failureOf(trialCalls.register({ invitation: 'x'.repeat(20), ...WISH }))).message).toBe(
      'Registration failed',
    );
    expect((await failureOf(trialCalls.logout())).message).toBe('Logout failed');
    expect((await failureOf(trialCalls.user())).message).toBe('Failed to get user');
  });

  it('defines POST /api/auth/register [API-012]', async () => {
    serverSays(201, { message: 'Your account is ready.' });
    expect(await trialCalls.register({ invitation: 'x'.repeat(20), ...WISH })).toEqual({
      message: 'Your account is ready.',
    });
    const [path, request] = vi.mocked(fetch).mock.calls[0]!;
    expect([path, request?.method, request?.credentials]).toEqual(['/api/auth/register', 'POST', 'include']);
    expect(accounts.registerInstitutionUser.path).toBe('/api/auth/register');
  });
});

describe('the authentication state', () => {
  it('holds user, loading and error, and begins loading [TRL-067]', () => {
    expect(newAuth().state()).toEqual({ user: null, loading: true, error: null });
  });

  it('login sets the user, logout clears it [TRL-069] [TRL-070]', async () => {
    const auth = newAuth({ login: async () => USER, logout: async () => ({}) });
    await auth.login(WISH);
    expect(auth.state()).toEqual({ user: USER, loading: false, error: null });
    await auth.logout();
    expect(auth.state()).toEqual({ user: null, loading: false, error: null });
  });

  it('loading and error belong to each action [TRL-071]', async () => {
    const seen: boolean[] = [];
    const fails = vi.fn().mockRejectedValueOnce(new Error('Wrong.')).mockResolvedValueOnce(USER);
    const auth = newAuth({ login: fails });
    auth.subscribe(() => seen.push(auth.state().loading));
    await failureOf(auth.login(WISH));
    expect(auth.state().error).toBe('Wrong.');
    const again = auth.login(WISH);
    expect(auth.state()).toMatchObject({ loading: true, error: null });
    await again;
    expect(seen).toEqual([true, false, true, false]);
  });

  it('has a sentence of its own for unknown errors of each action [TRL-131] [TRL-132] [TRL-133] [TRL-134]', async () => {
    const unknown = () => Promise.reject('no error at all');
    const auth = newAuth({ login: unknown, logout: unknown, register: unknown, user: unknown });
    const errors: (string | null)[] = [];
    for (const act of [
      () => auth.login(WISH),
      () => auth.logout(),
      () => auth.register({ invitation: 'x'.repeat(20), ...WISH }),
      () => auth.load(),
    ]) {
      await act().catch(() => {});
      errors.push(auth.state().error);
    }
    expect(errors).toEqual([
      'An unknown error occurred during login',
      'An unknown error occurred during logout',
      'An unknown error occurred during registration',
      'Failed to load user information',
    ]);
  });

  it('a failed current-user fetch means no user, silently [TRL-136]', async () => {
    const auth = newAuth({ user: () => Promise.reject(new Error('Failed to get user')) });
    await expect(auth.load()).resolves.toBeUndefined();
    expect(auth.state()).toEqual({ user: null, loading: false, error: 'Failed to get user' });
    expect(auth.hasEnded()).toBe(false);
  });

  it('a 401 means no user; where this tab was signed in, the session has ended', async () => {
    serverSays(401, { message: 'You are not signed in.', code: 'NOT_SIGNED_IN' });
    const [fresh, before] = [newAuth(), newAuth({}, true)];
    await fresh.load();
    await before.load();
    expect(fresh.state()).toEqual({ user: null, loading: false, error: null });
    expect([fresh.hasEnded(), before.hasEnded()]).toEqual([false, true]);
    before.acknowledgeEnd();
    expect(before.hasEnded()).toBe(false);
  });

  it('outside its provider it throws, and says so [TRL-135]', () => {
    expect(() => renderToString(createElement(Outside))).toThrow(/must be used within the TrialAuthProvider/);
  });
});
