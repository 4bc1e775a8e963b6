/** Why a file is refused. The sentences for users are in the contract under the same codes. */
export const REFUSAL_CODES = [
  'EMPTY',
  'TOO_LARGE',
  'TYPE_NOT_SUPPORTED',
  'TRUNCATED',
  'NOT_READABLE',
  'TRANSFER_SYNTAX_NOT_SUPPORTED',
  'EXECUTABLE_PREAMBLE',
  'NO_PIXEL_DATA',
  'PIXEL_DATA_MISMATCH',
  'RESCALE_INVALID',
  'TOO_MANY_PIXELS',
  'TOO_MANY_FRAMES',
  'NESTING_TOO_DEEP',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Thrown inside the package for a file that cannot be accepted or decoded; `reason` contains no patient data. */
export class ImagingError extends Error {
  readonly code: RefusalCode;
  /** A limit stopped work that no genuine image needs. */
  readonly isOverLimit: boolean;

  constructor(code: RefusalCode, reason: string, options?: { cause?: unknown; isOverLimit?: boolean }) {
    super(reason, options);
    this.name = 'ImagingError';
    this.code = code;
    this.isOverLimit = options?.isOverLimit ?? false;
  }
}
