export interface BackOff {
  /** Longest wait after the first failure, in ms. */
  firstMs: number;
  /** Longest wait of all, in ms. */
  longestMs: number;
}

/**
 * The wait after the n-th failure in a row (n from 0), in ms. It doubles each time up to a limit. Half of it is random,
 * so that many clients of a lost server do not reconnect at the same instant.
 */
export function backOffMs(failures: number, { firstMs, longestMs }: BackOff, random = Math.random()): number {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 30));
  return Math.round(whole / 2 + (whole / 2) * random);
}
