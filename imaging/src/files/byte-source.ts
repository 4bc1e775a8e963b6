/** Random access to a file, wherever it is stored; this package does no I/O itself. */
export interface ByteSource {
  sizeBytes: number;
  /** At most `length` bytes from `offset`; fewer only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

/** The same source, read in pieces of `pieceBytes`, so that many small reads cost one read for each piece. */
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
