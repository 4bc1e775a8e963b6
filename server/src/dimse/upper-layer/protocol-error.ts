/** Source and reason of an abort (PS3.8 table 9-26). */
export interface AbortReason {
  /** 0: the DIMSE service user; 2: the upper layer, the only one that gives a reason. */
  source: 0 | 2;
  reason: 0 | 1 | 2 | 4 | 5 | 6;
}

export const UNRECOGNISED_PDU: AbortReason = { source: 2, reason: 1 };
export const UNEXPECTED_PDU: AbortReason = { source: 2, reason: 2 };
export const INVALID_PARAMETER: AbortReason = { source: 2, reason: 6 };
export const NO_REASON: AbortReason = { source: 2, reason: 0 };
export const BY_USER: AbortReason = { source: 0, reason: 0 };

/** The other side violated the protocol, so the association is aborted. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly abort: AbortReason;

  constructor(abort: AbortReason, message: string) {
    super(message);
    this.abort = abort;
  }
}

export type LossCode = 'ABORTED' | 'CLOSED' | 'TIMED_OUT';

/** The association ended without a release: the other side aborted, disconnected, or was silent for too long. */
export class AssociationLost extends Error {
  override readonly name = 'AssociationLost';
  readonly code: LossCode;

  constructor(code: LossCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
