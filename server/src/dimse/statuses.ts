/** Statuses of responses (PS3.7 annex C; of C-STORE PS3.4 table B.2-1). */
export const STATUS = {
  success: 0x0000,
  /** Invalid SOP Instance: the UID is none. */
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
} as const;

export interface Outcome {
  status: number;
  /** For people who read a log: 64 characters of ASCII at most, and nothing about a patient (PS3.7 annex C). */
  comment?: string | undefined;
}
