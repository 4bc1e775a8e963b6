import type { accounts } from '@duai/contract';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { onSessionEnded } from '../../../lib/session.ts';
import { type TrialCalls, type TrialLogin, trialCalls } from './trial-calls.ts';

export interface TrialAuthState {
  readonly user: accounts.InstitutionUser | null;
  readonly loading: boolean;
  readonly error: string | null;
}

/** Remembers in this tab that somebody was signed in, so that an expired session can be told from none. */
export interface SignedInMark {
  get(): boolean;
  set(isSignedIn: boolean): void;
}
const MARK = 'trialSignedIn';
const tabMark: SignedInMark = {
  get: () => sessionStorage.getItem(MARK) === 'true',
  set: (isSignedIn) => (isSignedIn ? sessionStorage.setItem(MARK, 'true') : sessionStorage.removeItem(MARK)),
};

/**
 * Trial authentication: user, loading and error (specification, section 4). Each action resets loading and error and throws
 * its failure; only fetching the current user fails silently.
 */
export function createTrialAuth(calls: TrialCalls, mark: SignedInMark) {
  let state: TrialAuthState = { user: null, loading: true, error: null };
  let hasEnded = false;
  const listeners = new Set<() => void>();
  const set = (next: TrialAuthState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  async function act<T>(run: () => Promise<T>, unknown: string, done: (result: T) => TrialAuthState): Promise<T> {
    set({ ...state, loading: true, error: null });
    try {
      const result = await run();
      set(done(result));
      return result;
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      set({ ...state, loading: false, error: message || unknown });
      throw error;
    }
  }
  const stay = (): TrialAuthState => ({ ...state, loading: false });

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    /** Whether the session of this tab expired or was revoked. */
    hasEnded: () => hasEnded,
    async load(): Promise<void> {
      try {
        await act(calls.user, 'Failed to load user information', (user) => {
          hasEnded = user === null && mark.get();
          mark.set(user !== null);
          return { user, loading: false, error: null };
        });
      } catch {
        // Fails silently: there is no user, and the text is in `error` (specification, section 8).
        set({ ...state, user: null });
      }
    },
    login: (wish: TrialLogin): Promise<accounts.InstitutionUser> =>
      act(
        () => calls.login(wish),
        'An unknown error occurred during login',
        (user) => {
          hasEnded = false;
          mark.set(true);
          return { user, loading: false, error: null };
        },
      ),
    register: (wish: Parameters<TrialCalls['register']>[0]): Promise<{ message: string }> =>
      act(() => calls.register(wish), 'An unknown error occurred during registration', stay),
    logout: (): Promise<unknown> =>
      act(calls.logout, 'An unknown error occurred during logout', () => {
        mark.set(false);
        return { user: null, loading: false, error: null };
      }),
    endSession(): void {
      if (state.user === null) return;
      hasEnded = true;
      mark.set(false);
      set({ user: null, loading: false, error: null });
    },
    /** Called when the user chooses Return to Login. */
    acknowledgeEnd(): void {
      hasEnded = false;
      set({ ...state });
    },
  };
}
export type TrialAuth = ReturnType<typeof createTrialAuth>;

const TrialAuthContext = createContext<TrialAuth | null>(null);

/** Fetches the current user when the trial portal starts; ends the session when a call says so. */
export function TrialAuthProvider({ children }: { readonly children: React.ReactNode }) {
  const [auth] = useState(() => createTrialAuth(trialCalls, tabMark));
  useEffect(() => void auth.load(), [auth]);
  useEffect(
    () =>
      onSessionEnded((audience) => {
        if (audience === 'institution-admin' || audience === 'institution-reader') auth.endSession();
      }),
    [auth],
  );
  return <TrialAuthContext value={auth}>{children}</TrialAuthContext>;
}

/** Readers open studies and give verdicts; only administrators change studies or export data. */
export const useIsAdmin = (): boolean => useTrialAuth().user?.role === 'admin';

/** @throws Error outside the provider */
export function useTrialAuth(): TrialAuthState & TrialAuth {
  const auth = useContext(TrialAuthContext);
  if (!auth) throw new Error('useTrialAuth must be used within the TrialAuthProvider');
  const state = useSyncExternalStore(auth.subscribe, auth.state, auth.state);
  return { ...auth, ...state };
}
