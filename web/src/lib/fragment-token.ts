import { useEffect, useState } from 'react';

/** The single-use secret of a mailed link: it travels in the fragment, which no server and no log ever sees. */
export const tokenOfFragment = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;

/** Reads the token once and takes it out of the address bar and the history. `undefined` until it was looked for. */
export function useFragmentToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const found = tokenOfFragment(window.location.hash);
    setToken((before) => before ?? found);
    if (found) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
