import { AppError } from '../../../core/app-error.ts';
import { type Clock, later, MINUTE_MS } from '../../../core/clock.ts';

/** After this many ended checks of an account within the pause time, the account is paused. */
const MOST_ENDED = 5;
const PAUSE_MINUTES = 10;

export type CheckPauses = ReturnType<typeof createCheckPauses>;

/**
 * Pauses an account whose files keep ending their checker (by time, memory or a crash), or ask it for more work than
 * any image does. Kept in the memory of this process.
 */
export function createCheckPauses(clock: Clock) {
  const endings = new Map<string, Date[]>();

  const recent = (account: string): Date[] => {
    const since = later(clock.now(), -PAUSE_MINUTES * MINUTE_MS);
    const still = (endings.get(account) ?? []).filter((at) => at > since);
    if (still.length === 0) endings.delete(account);
    else endings.set(account, still);
    return still;
  };
  const isPaused = (account: string | undefined): boolean =>
    account !== undefined && recent(account).length >= MOST_ENDED;

  return {
    isPaused,
    /** Call before a byte is read. @throws AppError CHECKS_PAUSED */
    assertOpen(account: string | undefined): void {
      if (isPaused(account)) throw new AppError('CHECKS_PAUSED', { params: { minutes: PAUSE_MINUTES } });
    },
    /** Counts a check of this account that had to be stopped, or that reached a limit. */
    countEnded(account: string | undefined): void {
      if (account === undefined) return;
      for (const other of [...endings.keys()]) recent(other);
      endings.set(account, [...recent(account), clock.now()]);
    },
  };
}
