import { fileMeta, findLayout } from '@duai/imaging';
import { beginFile } from '../../../core/files/begun-file.ts';
import type { Parts } from '../../../parts.ts';
import type { InstanceRow } from '../studies.tables.ts';

/** Offset of the DICM prefix, after the preamble. */
const PREFIX_AT = 128;

/**
 * Opens a stored file in the form of PS3.10 section 7. A file that came without preamble and meta group gets ours. The
 * first block is checked before this returns, each further one before it is passed on. @throws AppError FILE_DAMAGED
 */
export async function openPart10(
  { storage }: Pick<Parts, 'storage'>,
  { sha256, header, sopInstanceUid }: Pick<InstanceRow, 'sha256' | 'header' | 'sopInstanceUid'>,
): Promise<AsyncGenerator<Uint8Array>> {
  const { head, give } = await beginFile(await storage.open(sha256));
  if (head.toString('latin1', PREFIX_AT, PREFIX_AT + 4) === 'DICM') return give([head]);
  const meta = fileMeta({
    sopClassUid: header?.sopClassUid ?? '',
    sopInstanceUid: sopInstanceUid ?? '',
    transferSyntaxUid: header?.transferSyntaxUid ?? '',
  });
  return give([meta, head.subarray(findLayout(head).offset)]);
}
