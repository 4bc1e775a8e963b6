/**
 * What is being typed, kept for this tab only (sessionStorage): a reload, the back button or a lost connection loses
 * nothing, and nothing of it is ever in an address. A draft belongs to whoever typed it.
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
    // Not ours, or storage is switched off: as if there were none.
    return null;
  }
}

export function keepDraft(name: string, owner: string, values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ owner, values } satisfies Kept));
  } catch {
    // Full or switched off: the page itself still holds what was typed.
  }
}

export const dropDraft = (name: string): void => globalThis.sessionStorage?.removeItem(PREFIX + name);

/** At sign-out: nothing of one person is left in the tab for the next. */
export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
