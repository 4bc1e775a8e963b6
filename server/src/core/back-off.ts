export interface BackOff {
  /** Longest wait after the first failure. */
  firstMs: number;
  /** No wait is longer. */
  longestMs: number;
}

/**
 * The wait after the n-th failure in a row (n from 0): twice as long each time up to a limit, of which the second half
 * is by chance, so that many who lost the same server do not all come back in the same instant.
 */
export function backOffMs(failures: number, { firstMs, longestMs }: BackOff, random = Math.random()): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 30));
  return Math.round(whole / 2 + (whole / 2) * random);
}
