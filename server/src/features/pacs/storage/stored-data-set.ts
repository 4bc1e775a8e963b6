import { type CorrectionRow, openCorrected } from '../../studies/index.ts';
import type { PacsTools } from '../pacs-tools.ts';

/**
 * The data set of a stored file, without preamble and meta information (PS3.10 section 7), with the patient as corrected. Its
 * first block is checked before this returns. @throws AppError FILE_DAMAGED
 */
export async function openDataSet(
  tools: Pick<PacsTools, 'storage'>,
  sha256: string,
  correction: CorrectionRow | undefined,
): Promise<AsyncGenerator<Buffer>> {
  return (await openCorrected(tools, sha256, correction)).dataSet;
}
