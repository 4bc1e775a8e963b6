/** Random access to a file, wherever it lies; imaging itself does no I/O. */
export interface ByteSource {
  sizeBytes: number;
  /** At most `length` bytes from `offset`; fewer only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

/** The same source, read in pieces of `pieceBytes`: a walk in small steps costs one read a piece, not one a step. */
export function inPieces({ sizeBytes, read }: ByteSource, pieceBytes: number): ByteSource {
  let begin = 0;
  let piece: Uint8Array = new Uint8Array(0);
  return {
    sizeBytes,
    async read(offset, length) {
      if (length > pieceBytes) return read(offset, length);
      if (offset < begin || offset + length > begin + piece.length) {
        begin = offset;
        piece = await read(offset, pieceBytes);
      }
      return piece.subarray(offset - begin, offset - begin + length);
    },
  };
}
