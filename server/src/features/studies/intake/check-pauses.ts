import { AppError } from '../../../core/app-error.ts';
import { type Clock, later, MINUTE_MS } from '../../../core/clock.ts';

/** So many checks of an account that had to be ended, or ended at a limit, within the pause that follows. */
const MOST_ENDED = 5;
const PAUSE_MINUTES = 10;

export type CheckPauses = ReturnType<typeof createCheckPauses>;

/**
 * An account whose files keep ending their checker (by time, memory or a crash), or ask it for more work than any image
 * does, waits for a while before more of its
 * files are looked at. Kept in the memory of this process.
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
    /** Before a byte is read. @throws AppError CHECKS_PAUSED */
    assertOpen(account: string | undefined): void {
      if (isPaused(account)) throw new AppError('CHECKS_PAUSED', { params: { minutes: PAUSE_MINUTES } });
    },
    /** A check of this account had to be ended, or ended at a limit. */
    countEnded(account: string | undefined): void {
      if (account === undefined) return;
      for (const other of [...endings.keys()]) recent(other);
      endings.set(account, [...recent(account), clock.now()]);
    },
  };
}
