import { type CaseMapping, caseMapping, deidentify } from '../deidentify/index.ts';
import { bytesSource } from '../files/byte-source.ts';
import { concatenate } from '../files/concatenate.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
export const MAPPING = caseMapping(KEY);

/** The whole file as it would be sent. @throws ImagingError */
export async function deidentified(
  bytes: Uint8Array,
  { mapping = MAPPING, isPixelDataClean = false }: { mapping?: CaseMapping; isPixelDataClean?: boolean } = {},
): Promise<Uint8Array> {
  const { head, rest } = await deidentify(bytesSource(bytes), { mapping, isPixelDataClean });
  return rest ? concatenate([head, bytes.subarray(rest.offset, rest.offset + rest.length)]) : head;
}
