import { findLayout } from '@duai/imaging';
import { beginFile } from '../../../core/files/begun-file.ts';
import type { PacsTools } from '../pacs-tools.ts';

/**
 * The data set of a stored file, without preamble and meta information (PS3.10 section 7). Its first block is checked
 * before this returns. @throws AppError FILE_DAMAGED
 */
export async function openDataSet({ storage }: Pick<PacsTools, 'storage'>, sha256: string) {
  const { head, give } = await beginFile(await storage.open(sha256));
  return give([head.subarray(findLayout(head).offset)]);
}
