import { NO_REASON, ProtocolError } from '../upper-layer/protocol-error.ts';

/** Limit for queries, lists of instances and event information, which are read as a whole. */
export const MAX_IDENTIFIER_BYTES = 1024 * 1024;

/** Reads a small data set as a whole. @throws ProtocolError beyond 1 MB, without holding more of it */
export async function readIdentifier(dataSet: AsyncIterable<Buffer> | undefined): Promise<Buffer | undefined> {
  if (!dataSet) return undefined;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of dataSet) {
    length += part.length;
    if (length > MAX_IDENTIFIER_BYTES) throw new ProtocolError(NO_REASON, 'an identifier is too long');
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

/** The reverse: yields a buffer as a single piece. */
export async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
