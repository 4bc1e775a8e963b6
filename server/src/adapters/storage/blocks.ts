import { createHash, type Hash } from 'node:crypto';

/** A file is checked in blocks of this size, so that a part of it can be checked alone. Stored hashes depend on it. */
export const BLOCK_BYTES = 1024 * 1024;

/** What a file contains: its size and the hashes of it and of its blocks. */
export interface FileContent {
  /** SHA-256 of the whole, in hexadecimal. */
  sha256: string;
  sizeBytes: number;
  /** SHA-256 of each block of `BLOCK_BYTES`, one after the other; the last block may be shorter. */
  blocks: Buffer;
}

/** Takes bytes in pieces of any size, in order. */
export function createContentHash(): { update(bytes: Uint8Array): void; digest(): FileContent } {
  const whole = createHash('sha256');
  const blocks: Buffer[] = [];
  let block: Hash | undefined;
  let sizeBytes = 0;
  return {
    update(bytes) {
      whole.update(bytes);
      for (let from = 0; from < bytes.length; ) {
        const take = Math.min(bytes.length - from, BLOCK_BYTES - (sizeBytes % BLOCK_BYTES));
        block ??= createHash('sha256');
        block.update(bytes.subarray(from, from + take));
        from += take;
        sizeBytes += take;
        if (sizeBytes % BLOCK_BYTES === 0) {
          blocks.push(block.digest());
          block = undefined;
        }
      }
    },
    digest() {
      if (block) blocks.push(block.digest());
      return { sha256: whole.digest('hex'), sizeBytes, blocks: Buffer.concat(blocks) };
    },
  };
}

export function contentOf(bytes: Uint8Array): FileContent {
  const hash = createContentHash();
  hash.update(bytes);
  return hash.digest();
}
