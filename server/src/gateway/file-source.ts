import { open } from 'node:fs/promises';
import type { ByteSource } from '@duai/imaging';

/** A file with random access for the imaging package; the caller must `close` it. */
export async function fileSource(path: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    sizeBytes: size,
    async read(offset, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}
