import type { press } from '@duai/contract';
import type { Parts } from '../../parts.ts';

/** How long an answer of the database is good; other processes show a change after this time at the latest. */
const GOOD_FOR_MS = 5000;

/**
 * The newest announcement, asked of the database every few seconds at most: every page asks for it. Where the database does
 * not answer, the last known one stays, so that the public pages stand without it.
 */
export function createNewest(
  news: () => Promise<press.Announcement[]>,
  { clock, log }: Pick<Parts, 'clock' | 'log'>,
): { current: () => Promise<press.Announcement | null>; forget: () => void } {
  let lastKnown: press.Announcement | null = null;
  let asked: { atMs: number; answer: Promise<press.Announcement | null> } | null = null;
  const ask = async (): Promise<press.Announcement | null> => {
    try {
      lastKnown = (await news())[0] ?? null;
    } catch (error) {
      log.error({ err: error }, 'the current announcement could not be read');
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
