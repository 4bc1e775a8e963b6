import { open } from 'node:fs/promises';
import { type Inspection, inspectFile } from '@duai/imaging';

/** Checks a staged file by content. Reads the header only, whatever the size of the file. */
export async function inspect({
  path,
  maxBytes,
}: {
  path: string;
  maxBytes?: number | undefined;
}): Promise<Inspection> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return await inspectFile(
      {
        sizeBytes: size,
        async read(offset, length) {
          const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
          return buffer.subarray(0, bytesRead);
        },
      },
      { maxBytes },
    );
  } finally {
    await file.close();
  }
}
