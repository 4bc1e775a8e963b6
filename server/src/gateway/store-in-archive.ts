import { findLayout } from '@duai/imaging';
import { inOnePiece } from '../dimse/messages/identifier.ts';
import { requestAssociation } from '../dimse/requestor.ts';
import { createUser } from '../dimse/services/user.ts';
import type { Archive } from './gateway-settings.ts';
import { IMPLEMENTATION } from './implementation.ts';

/** Sends a DICOM object by C-STORE in its own transfer syntax. @throws Error unless the archive confirms it */
export async function storeInArchive(
  callingAe: string,
  { aeTitle: calledAe, host, port }: Archive,
  file: Uint8Array,
): Promise<void> {
  const layout = findLayout(file);
  const { mediaStorageSopClassUid: sopClassUid = '', mediaStorageSopInstanceUid: sopInstanceUid = '' } = layout;
  const transferSyntax = layout.transferSyntaxUid;
  const association = await requestAssociation({
    ...{ host, port, callingAe, calledAe, implementation: IMPLEMENTATION },
    proposals: [{ abstractSyntax: sopClassUid, transferSyntaxes: [transferSyntax] }],
  });
  try {
    const dataSet = inOnePiece(Buffer.from(file.subarray(layout.offset)));
    const outcome = await createUser(association).store({ sopClassUid, sopInstanceUid, transferSyntax }, dataSet);
    // A warning is a success with a remark (PS3.7 annex C.3).
    const isTaken = outcome !== null && (outcome.status === 0 || outcome.status >> 12 === 0xb);
    if (!isTaken) throw new ArchiveRefused(outcome?.status);
    await association.release();
  } finally {
    association.abort();
  }
}

class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
  readonly code: string;

  constructor(status: number | undefined) {
    super('the archive did not take a result');
    this.code = status === undefined ? 'no matching syntax' : status.toString(16).padStart(4, '0');
  }
}
