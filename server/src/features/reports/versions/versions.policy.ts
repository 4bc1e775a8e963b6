import { MINUTE_MS } from '../../../core/clock.ts';
import type { VersionRow } from '../reports.tables.ts';

/** A report saves itself every few seconds: what one editor writes within so long is one version. */
const SITTING_MS = 10 * MINUTE_MS;

/** Whether a save goes on with the latest version instead of beginning another. */
export const isSameSitting = (
  latest: Pick<VersionRow, 'editedBy' | 'beganAt'> | undefined,
  staffId: string,
  now: Date,
): boolean => latest?.editedBy === staffId && now.getTime() - latest.beganAt.getTime() < SITTING_MS;
