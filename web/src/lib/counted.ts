import { LIMITS } from '@duai/contract';

const MOST = LIMITS.countedAtMost;

/** "1 study", "25 studies"; the server counts no further than the pages go, and the reader is told how to see the rest. */
export const countedText = (total: number, one: string, many: string): string => {
  if (total > MOST)
    return `More than ${MOST.toLocaleString('en')} ${many}; the first ${MOST.toLocaleString('en')} are listed. Filter to see others.`;
  return total === 1 ? `1 ${one}` : `${total.toLocaleString('en')} ${many}`;
};

export const pagesOf = (total: number, perPage: number): number => Math.ceil(Math.min(total, MOST) / perPage);
