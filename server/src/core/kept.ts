import type { Clock } from './clock.ts';

/** How long an answer is reused; other processes show a change after this time at the latest. */
const GOOD_FOR_MS = 5000;

/**
 * Caches an answer that every page needs, so that it is read at most every few seconds. Where it cannot be read the
 * last known one is used, so that public pages work without the database.
 */
export function createKept<Answer>(
  read: () => Promise<Answer>,
  { clock, whenUnknown, onError }: { clock: Clock; whenUnknown: Answer; onError: (error: unknown) => void },
): { current: () => Promise<Answer>; forget: () => void } {
  let lastKnown = whenUnknown;
  let asked: { atMs: number; answer: Promise<Answer> } | null = null;
  const ask = async (): Promise<Answer> => {
    try {
      lastKnown = await read();
    } catch (error) {
      onError(error);
    }
    return lastKnown;
  };
  return {
    current: () => {
      const nowMs = clock.now().getTime();
      if (!asked || nowMs - asked.atMs >= GOOD_FOR_MS || nowMs < asked.atMs) asked = { atMs: nowMs, answer: ask() };
      return asked.answer;
    },
    forget: () => {
      asked = null;
    },
  };
}
