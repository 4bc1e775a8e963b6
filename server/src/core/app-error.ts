import { ERROR_STATUSES, type ErrorCode, type Language } from '@duai/contract';
import { errorText } from './error-texts.ts';

/**
 * A failure that a reader is told about. `code` decides HTTP status and sentence (contract/src/api/errors.ts, texts/<language>/errors.json);
 * `message` is for the log and never carries personal data.
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

/** Not there, or not yours: the reader sees no difference; `internal` is for the log. */
export const notFound = (internal?: string) => new AppError('NOT_FOUND', { internal });
