import { useEffect, useState } from 'react';

/**
 * The single-use secret of a mailed link. It is in the fragment, which browsers never send to a server, so it does not reach
 * logs.
 */
export const tokenOfFragment = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;

/** Reads the token once and removes it from the address bar and the history. `undefined` until it was read. */
export function useFragmentToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const found = tokenOfFragment(window.location.hash);
    setToken((before) => before ?? found);
    if (found) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
