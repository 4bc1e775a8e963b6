import type { Finding } from '@duai/contract';

/** Before the code of an output whose probability is below its threshold. */
export const BELOW = 'NOT_';

/** What is told of a probability: above the threshold, or not. */
export function findingOf(code: string, probability: number, threshold: number, name: string | null): Finding {
  const params = { probability: percent(probability), threshold: percent(threshold) };
  const seen = name === null ? {} : { sopInstanceUids: [name] };
  return probability >= threshold
    ? { code, severity: 'important', params, ...seen }
    : { code: `${BELOW}${code}`, severity: 'info', params, ...seen };
}

/** In percent, one decimal. */
export const percent = (share: number): number => Math.round(share * 1000) / 10;
