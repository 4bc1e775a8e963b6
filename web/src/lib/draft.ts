/**
 * Drafts of typed text in sessionStorage, for this tab only: a reload, the back button or a lost connection loses nothing,
 * and nothing of it appears in a URL. A draft belongs to the user who typed it.
 */
interface Kept {
  readonly owner: string;
  readonly values: Record<string, unknown>;
}

const PREFIX = 'duai-draft-';

export function readDraft(name: string, owner: string): Record<string, unknown> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as Kept | null;
    return kept?.owner === owner ? kept.values : null;
  } catch {
    // Not our value, or storage is switched off: treated as absent.
    return null;
  }
}

export function keepDraft(name: string, owner: string, values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ owner, values } satisfies Kept));
  } catch {
    // Storage is full or switched off; the page itself still has the typed text.
  }
}

export const dropDraft = (name: string): void => globalThis.sessionStorage?.removeItem(PREFIX + name);

/** Called at sign-out, so that nothing of one user is left in the tab for the next. */
export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
