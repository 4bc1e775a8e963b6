import { readFileSync } from 'node:fs';

/** The current time, replaceable in tests. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * The system's time plus the milliseconds in a file, which is read at every call; without the file the system's time.
 * For tests of a running server, to skip days in an instant. @throws Error where the file is not a whole number
 */
export function createMovableClock(path: string): Clock {
  const offsetMs = () => {
    let text: string;
    try {
      text = readFileSync(path, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
    if (!/^-?\d{1,15}$/.test(text)) throw new Error(`${path} does not hold a number of milliseconds`);
    return Number(text);
  };
  return { now: () => later(new Date(), offsetMs()) };
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

/** Years from a day (ISO 8601) to a time, with fractions; never below 0. */
export const yearsFrom = (day: string, to: Date): number =>
  Math.max(0, (to.getTime() - Date.parse(day)) / (365.25 * DAY_MS));
