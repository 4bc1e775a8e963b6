import type { AlgorithmResult } from '@duai/contract';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { sha256Hex } from '../../../core/ids.ts';
import type { Ended } from './run-ends.ts';

export interface Replay {
  /**
   * `version-gone`: the version that ran is no longer installed; `ran-elsewhere`: on a vendor’s server, which is not
   * asked again.
   */
  outcome: 'same' | 'different' | 'failed' | 'version-gone' | 'ran-elsewhere';
  /** SHA-256 of both results as canonical JSON (RFC 8785); null where there is no second result. */
  told: { stored: string; again: string } | null;
}

/** Compares a stored result with that of a second run, as canonical JSON, including masks and every digit. */
export function replayed(stored: AlgorithmResult, ended: Ended | 'awaited' | undefined): Replay {
  const again = ended === 'awaited' ? null : ended?.change.result;
  if (!again) return { outcome: 'failed', told: null };
  const [before, now] = [stored, again].map((result) => sha256Hex(canonicalJson(result)));
  return { outcome: before === now ? 'same' : 'different', told: { stored: before!, again: now! } };
}
