import type { Parts } from '../../../parts.ts';
import type { Owner } from '../studies.store.ts';
import { createDataSetHash } from './data-set-hash.ts';
import * as store from './intake.store.ts';

/**
 * The owner's instances with these SOP Instance UIDs. Where the hash of the data set was not stored yet, it is computed
 * from the file now.
 */
export async function findSameUid(parts: Pick<Parts, 'db' | 'storage' | 'log'>, owner: Owner, uids: string[]) {
  const { drizzle } = parts.db;
  const found = await store.findByUid(drizzle, owner, uids);
  for (const row of found) {
    if (row.dataSetSha256) continue;
    row.dataSetSha256 = await dataSetHashOf(parts, row.sha256);
    if (row.dataSetSha256) await store.keepDataSetHash(drizzle, row.id, row.dataSetSha256);
  }
  return found;
}

/** Returns null where the stored copy is damaged. */
async function dataSetHashOf({ storage, log }: Pick<Parts, 'storage' | 'log'>, sha256: string): Promise<string | null> {
  const hash = createDataSetHash();
  try {
    for await (const bytes of await storage.open(sha256)) hash.update(bytes as Buffer);
    return hash.digest();
  } catch (error) {
    log.warn({ err: error }, 'a stored image was not read for the hash of its data set');
    return null;
  }
}
