/** Statuses of responses (PS3.7 annex C; for C-STORE PS3.4 table B.2-1). */
export const STATUS = {
  success: 0x0000,
  /** Invalid SOP Instance: the UID is not valid. */
  invalidInstance: 0x0117,
  /** Another instance has this UID (PS3.7 annex C.5.8). */
  duplicateInstance: 0x0111,
  missingAttribute: 0x0120,
  sopClassNotSupported: 0x0122,
  notAuthorized: 0x0124,
  unrecognizedOperation: 0x0211,
  outOfResources: 0xa700,
  doesNotMatch: 0xa900,
  cannotUnderstand: 0xc000,
  /** One of several responses (PS3.4 table C.4-1). */
  pending: 0xff00,
  /** As `pending`, where some keys of the identifier were not matched. */
  pendingWithoutKeys: 0xff01,
  cancelled: 0xfe00,
  /** For C-MOVE and C-GET (PS3.4 tables C.4-2 and C.4-3). */
  subOperationsFailed: 0xa702,
  unknownDestination: 0xa801,
  subOperationsIncomplete: 0xb000,
  /** For the N-services (PS3.7 annex C). */
  noSuchAction: 0x0123,
  noSuchInstance: 0x0112,
  invalidArgument: 0x0115,
  classInstanceConflict: 0x0119,
  processingFailure: 0x0110,
  resourceLimitation: 0x0213,
} as const;

/** Thrown where an operation is refused, with the answer to the other side. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
  readonly outcome: Outcome;

  constructor(status: number, comment?: string) {
    super(`an operation was refused: ${status.toString(16)}`);
    this.outcome = { status, comment };
  }
}

export interface Outcome {
  status: number;
  /** For people who read logs: at most 64 characters of ASCII, without patient data (PS3.7 annex C). */
  comment?: string | undefined;
}
