import { isTransferSyntaxSupported } from '../../codecs/transfer-syntaxes.ts';
import { IMAGING_LIMITS } from '../../files/limits.ts';
import type { DicomHeader } from '../../headers/header.ts';

type Described = Pick<
  DicomHeader,
  | 'transferSyntaxUid'
  | 'pixelData'
  | 'rows'
  | 'columns'
  | 'frames'
  | 'samplesPerPixel'
  | 'bitsAllocated'
  | 'bitsStored'
  | 'highBit'
>;

/** Length of Pixel Data in bytes without compression. */
export const nativeBytes = ({ rows, columns, frames, samplesPerPixel, bitsAllocated }: Described): number =>
  rows * columns * frames * samplesPerPixel * (bitsAllocated / 8);

/**
 * Whether parts of the pixels can be overwritten, after `uncompressed` if they are compressed: requires whole bytes, a known
 * compression, and an unpacked size within the limit of a file.
 */
export const canBlackOut = (header: Described): boolean =>
  header.bitsAllocated > 1 &&
  (!header.pixelData.isEncapsulated ||
    (isTransferSyntaxSupported(header.transferSyntaxUid) &&
      header.highBit === header.bitsStored - 1 &&
      nativeBytes(header) <= IMAGING_LIMITS.fileBytes));
