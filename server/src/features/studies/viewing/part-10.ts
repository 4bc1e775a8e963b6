import { fileMeta, findLayout } from '@duai/imaging';
import type { Parts } from '../../../parts.ts';
import type { InstanceRow } from '../studies.tables.ts';

/** Preamble and prefix lie in front, and the meta group after them has a few hundred bytes. */
const HEAD_BYTES = 64 * 1024;
const PREFIX_AT = 128;

/**
 * A stored file in the form of PS3.10 section 7: as it came, with a preamble and meta group of ours where it came without
 * them. Its first block is checked before this answers, each further one before it is given out.
 * @throws AppError FILE_DAMAGED
 */
export async function openPart10(
  { storage }: Pick<Parts, 'storage'>,
  { sha256, header, sopInstanceUid }: Pick<InstanceRow, 'sha256' | 'header' | 'sopInstanceUid'>,
): Promise<AsyncGenerator<Uint8Array>> {
  const stream = await storage.open(sha256);
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  try {
    while (head.length < HEAD_BYTES) {
      const { done, value } = await chunks.next();
      if (done) break;
      head = Buffer.concat([head, value]);
    }
  } catch (error) {
    stream.destroy();
    throw error;
  }
  const isWhole = head.toString('latin1', PREFIX_AT, PREFIX_AT + 4) === 'DICM';
  const meta = isWhole
    ? []
    : [
        fileMeta({
          sopClassUid: header?.sopClassUid ?? '',
          sopInstanceUid: sopInstanceUid ?? '',
          transferSyntaxUid: header?.transferSyntaxUid ?? '',
        }),
      ];
  const begin = isWhole ? head : head.subarray(findLayout(head).offset);
  const out = (async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* meta;
      yield begin;
      for (;;) {
        const { done, value } = await chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      stream.destroy();
    }
  })();
  // A generator that was never begun has no `finally`: whoever gives it back early closes the file too.
  const giveBack = out.return.bind(out);
  out.return = (value) => {
    stream.destroy();
    return giveBack(value);
  };
  return out;
}
