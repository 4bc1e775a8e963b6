import { filesOf, type ObjectToWrite } from '../../../compute/objects/write-signature-objects.ts';
import type { Parts } from '../../../parts.ts';

const WRITE_TIMEOUT_MS = 120_000;

/** Writes objects in a child process; each source file is lent to it only once. */
export const createObjectWriter =
  ({ storage, compute }: Pick<Parts, 'storage' | 'compute'>) =>
  async (
    { objects, pdf }: { objects: readonly ObjectToWrite[]; pdf: string | null },
    readerId: string,
  ): Promise<{ name: string; bytes: Uint8Array }[]> => {
    const lent = new Map<string, Awaited<ReturnType<typeof storage.checkout>>>();
    try {
      for (const sha256 of new Set([...filesOf(objects), ...(pdf ? [pdf] : [])]))
        lent.set(sha256, await storage.checkout(sha256));
      const paths = Object.fromEntries([...lent].map(([sha256, { path }]) => [sha256, path]));
      return await compute.run(
        'write-signature-objects',
        { pdf, paths, objects },
        { timeoutMs: WRITE_TIMEOUT_MS, account: readerId },
      );
    } finally {
      for (const file of lent.values()) await file.release();
    }
  };
