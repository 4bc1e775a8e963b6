import { findLayout } from '@duai/imaging';
import type { PacsTools } from './pacs-tools.ts';

/** The meta group lies in front, and has a few hundred bytes. */
const HEAD_BYTES = 64 * 1024;

/**
 * The data set of a stored file as it came, without what is in front of it (PS3.10 section 7). Its first block is checked
 * before this answers. @throws AppError FILE_DAMAGED
 */
export async function openDataSet({ storage }: Pick<PacsTools, 'storage'>, sha256: string) {
  const stream = await storage.open(sha256);
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const { offset } = findLayout(head);
  return (async function* (): AsyncGenerator<Buffer> {
    try {
      yield head.subarray(offset);
      for (;;) {
        const { done, value } = await chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      stream.destroy();
    }
  })();
}
