import { fileMeta, findLayout } from '@duai/imaging';
import { beginFile, closing } from '../../../core/files/begun-file.ts';
import type { Parts } from '../../../parts.ts';
import { openCorrected } from '../corrections/corrected-file.ts';
import type { CorrectionRow } from '../corrections/corrections.tables.ts';
import type { InstanceRow } from '../studies.tables.ts';

/** Offset of the DICM prefix, after the preamble. */
const PREFIX_AT = 128;

/**
 * Opens a stored file in the form of PS3.10 section 7. A file that came without preamble and meta group gets ours. The
 * first block is checked before this returns, each further one before it is passed on. With a correction the patient is the
 * corrected one. @throws AppError FILE_DAMAGED
 */
export async function openPart10(
  { storage }: Pick<Parts, 'storage'>,
  { sha256, header, sopInstanceUid }: Pick<InstanceRow, 'sha256' | 'header' | 'sopInstanceUid'>,
  correction?: CorrectionRow,
): Promise<AsyncGenerator<Uint8Array>> {
  if (correction) {
    const { head, dataSet } = await openCorrected({ storage }, sha256, correction);
    const isWhole = head.toString('latin1', PREFIX_AT, PREFIX_AT + 4) === 'DICM';
    return closing(preceded(isWhole ? head : metaOf({ header, sopInstanceUid }), dataSet), dataSet);
  }
  const { head, give } = await beginFile(await storage.open(sha256));
  if (head.toString('latin1', PREFIX_AT, PREFIX_AT + 4) === 'DICM') return give([head]);
  return give([metaOf({ header, sopInstanceUid }), head.subarray(findLayout(head).offset)]);
}

const metaOf = ({ header, sopInstanceUid }: Pick<InstanceRow, 'header' | 'sopInstanceUid'>): Uint8Array =>
  fileMeta({
    sopClassUid: header?.sopClassUid ?? '',
    sopInstanceUid: sopInstanceUid ?? '',
    transferSyntaxUid: header?.transferSyntaxUid ?? '',
  });

async function* preceded(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}
