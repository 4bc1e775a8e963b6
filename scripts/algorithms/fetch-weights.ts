import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packageManifestSchema } from '@duai/contract';

const MOST_BYTES = 1024 ** 3;
const TIMEOUT_MS = 30 * 60_000;

/**
 * Downloads the weights that the manifest in `dir` names, from its address, by its SHA-256. Another content leaves no file.
 * @returns the name of the file
 * @throws Error with the reason
 */
export async function fetchWeights(dir: string): Promise<string> {
  const { weights } = packageManifestSchema.parse(JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')));
  if (!weights?.address) throw new Error('the manifest names no address of its weights');
  const response = await fetch(weights.address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) throw new Error(`${weights.address} answered ${response.status}`);
  const partial = join(dir, `${weights.file}.partial`);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      Readable.fromWeb(response.body),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > MOST_BYTES) throw new Error('the file is larger than 1 GB');
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(partial, { flush: true }),
    );
    const found = hash.digest('hex');
    if (found !== weights.sha256)
      throw new Error(`the file has the SHA-256 ${found}, the manifest says ${weights.sha256}; nothing was kept`);
    await rename(partial, join(dir, weights.file));
  } finally {
    await rm(partial, { force: true });
  }
  return weights.file;
}
