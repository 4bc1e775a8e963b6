import { ERROR_STATUSES, type ErrorCode, type Language } from '@duai/contract';
import { errorText } from './error-texts.ts';

/**
 * An error that is shown to users. `code` decides HTTP status and text (contract/src/api/errors.ts,
 * texts/<language>/errors.json); `message` is for the log and never contains personal data.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, string | number>;
  readonly details: unknown;

  constructor(
    code: ErrorCode,
    options: { internal?: string; params?: Record<string, string | number>; details?: unknown; cause?: unknown } = {},
  ) {
    super(options.internal ?? code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.details = options.details;
  }

  get status(): number {
    return ERROR_STATUSES[this.code];
  }

  messageIn(language: Language): string {
    return errorText(this.code, language, this.params);
  }
}

/** The thing does not exist, or the caller may not see it; users get the same answer. `internal` is for the log. */
export const notFound = (internal?: string) => new AppError('NOT_FOUND', { internal });
