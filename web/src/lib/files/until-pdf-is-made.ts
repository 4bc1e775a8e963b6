import { apiErrorOf } from '../api.ts';

const isBeingMade = (error: unknown): boolean => apiErrorOf(error)?.code === 'PDF_NOT_READY';

/**
 * Of a mutation that fetches the PDF of a report: asked for again, for a minute, while that of the newest edition is being
 * made (docs/decisions/0357).
 */
export const UNTIL_PDF_IS_MADE = {
  retry: (tries: number, error: unknown) => tries < 20 && isBeingMade(error),
  retryDelay: 3000,
};

export const isPdfAwaited = (fetching: { isPending: boolean; failureReason: unknown }): boolean =>
  fetching.isPending && isBeingMade(fetching.failureReason);
