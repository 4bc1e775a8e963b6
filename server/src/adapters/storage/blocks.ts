import { createHash, type Hash } from 'node:crypto';

/** Files are checked in blocks of this size, so that a part can be checked alone. Stored hashes depend on it. */
export const BLOCK_BYTES = 1024 * 1024;
const HASH_BYTES = 32;

/** The content of a file: its size, its hash and the hashes of its blocks. */
export interface FileContent {
  /** SHA-256 of the whole file, in hexadecimal. */
  sha256: string;
  sizeBytes: number;
  /** SHA-256 of each block of `BLOCK_BYTES`, concatenated; the last block may be shorter. */
  blocks: Buffer;
}

/** Hashes bytes that come in pieces of any size, in order. */
export function createContentHash(): { update(bytes: Uint8Array): void; digest(): FileContent } {
  const whole = createHash('sha256');
  const blocks: Buffer[] = [];
  /** Of the second block on: of the first one the hash is that of the whole so far. */
  let block: Hash | undefined;
  let sizeBytes = 0;
  return {
    update(bytes) {
      for (let from = 0; from < bytes.length; ) {
        const part = bytes.subarray(from, from + BLOCK_BYTES - (sizeBytes % BLOCK_BYTES));
        whole.update(part);
        if (sizeBytes >= BLOCK_BYTES) block = (block ?? createHash('sha256')).update(part);
        from += part.length;
        sizeBytes += part.length;
        if (sizeBytes % BLOCK_BYTES === 0) {
          blocks.push((block ?? whole.copy()).digest());
          block = undefined;
        }
      }
    },
    digest() {
      if (block) blocks.push(block.digest());
      const sha256 = whole.digest();
      const isShort = sizeBytes > 0 && sizeBytes < BLOCK_BYTES;
      return { sha256: sha256.toString('hex'), sizeBytes, blocks: isShort ? sha256 : Buffer.concat(blocks) };
    },
  };
}

export function contentOf(bytes: Uint8Array): FileContent {
  const hash = createContentHash();
  hash.update(bytes);
  return hash.digest();
}

/** The content of a stored file does not match its hashes. */
export class DamagedBlockError extends Error {
  override readonly name = 'DamagedBlockError';
}

/**
 * The bytes from `start` to `end` (both included) of a file, block by block, each checked before it is returned.
 * @param source the stored bytes from the beginning of the first block touched to the end of the last one
 * @throws DamagedBlockError for a block with another hash, or that is missing
 */
export async function* checkedBlocks(
  source: AsyncIterable<Buffer>,
  { sizeBytes, blocks }: Pick<FileContent, 'sizeBytes' | 'blocks'>,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer, void> {
  let number = Math.floor(start / BLOCK_BYTES);
  const last = Math.floor(end / BLOCK_BYTES);
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0 && number <= last; ) {
      const blockStart = number * BLOCK_BYTES;
      const blockLength = Math.min(BLOCK_BYTES, sizeBytes - blockStart);
      const part = rest.subarray(0, blockLength - length);
      rest = rest.subarray(part.length);
      parts.push(part);
      length += part.length;
      if (length < blockLength) continue;
      const block = parts.length === 1 ? part : Buffer.concat(parts, length);
      if (!isBlock(blocks, number, block)) throw new DamagedBlockError(`block ${number} has another hash`);
      yield block.subarray(Math.max(0, start - blockStart), end + 1 - blockStart);
      number += 1;
      parts = [];
      length = 0;
    }
  }
  if (number <= last) throw new DamagedBlockError(`block ${number} is missing`);
}

const isBlock = (blocks: Buffer, number: number, bytes: Buffer): boolean =>
  createHash('sha256')
    .update(bytes)
    .digest()
    .equals(blocks.subarray(number * HASH_BYTES, (number + 1) * HASH_BYTES));
