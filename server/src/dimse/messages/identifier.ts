import { NO_REASON, ProtocolError } from '../upper-layer/protocol-error.ts';

/** Of a query, a list of instances, or what an event tells: read whole, so never longer. */
export const MAX_IDENTIFIER_BYTES = 1024 * 1024;

/** A data set that is small by its nature. @throws ProtocolError beyond 1 MB, with no more of it held */
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

/** The other way round. */
export async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
