import { createHash } from 'node:crypto';
import { findLayout } from '@duai/imaging';

/** Preamble and file meta information fit into this; private meta information has a few KB. */
const HEAD_BYTES = 64 * 1024;

/**
 * SHA-256 of a DICOM file's data set, which is everything after the file meta information (PS3.10 section 7.1).
 * Together with the SOP Instance UID it identifies an instance, because each system that passes it on rewrites the meta
 * information.
 */
export function createDataSetHash(): {
  update(bytes: Buffer): void;
  /** Meaningless for files that are not DICOM; null where no data set begins within `HEAD_BYTES`. */
  digest(): string | null;
} {
  const hash = createHash('sha256');
  let head: Buffer[] = [];
  let headBytes = 0;
  let state: 'head' | 'data set' | 'none' = 'head';

  function endHead(): void {
    const bytes = Buffer.concat(head, headBytes);
    head = [];
    try {
      hash.update(bytes.subarray(findLayout(bytes).offset));
      state = 'data set';
    } catch {
      state = 'none';
    }
  }

  return {
    update(bytes) {
      if (state === 'data set') hash.update(bytes);
      if (state !== 'head') return;
      head.push(bytes);
      headBytes += bytes.length;
      if (headBytes >= HEAD_BYTES) endHead();
    },
    digest() {
      if (state === 'head') endHead();
      return state === 'data set' ? hash.digest('hex') : null;
    },
  };
}
