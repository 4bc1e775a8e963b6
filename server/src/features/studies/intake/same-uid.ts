import { isLosslessSyntax } from '@duai/imaging';
import type { Parts } from '../../../parts.ts';
import type { Owner } from '../studies.store.ts';
import { createDataSetHash } from './data-set-hash.ts';
import * as store from './intake.store.ts';
import type { CheckedFile } from './receive-files.ts';

type SameUid = Awaited<ReturnType<typeof store.findByUid>>[number];

/** A comparison takes as long as decoding the image twice. */
const COMPARISON_TIMEOUT_MS = 60_000;

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

/**
 * The file, with the hash of a stored instance where it is that one in another lossless transfer syntax: it is a duplicate
 * then. What cannot be compared, or takes too long, stays what it is. @param found instances with its SOP Instance UID
 */
export async function asStored(
  { storage, compute, log }: Pick<Parts, 'storage' | 'compute' | 'log'>,
  file: CheckedFile,
  found: readonly SameUid[],
  account: string,
): Promise<CheckedFile> {
  if (file.inspection.kind !== 'dicom') return file;
  const { transferSyntaxUid } = file.inspection.header;
  if (!isLosslessSyntax(transferSyntaxUid)) return file;
  for (const row of found) {
    const isComparable =
      row.dataSetSha256 !== null && !row.canHeal && !row.isDamaged && row.transferSyntaxUid !== transferSyntaxUid;
    if (!isComparable || !isLosslessSyntax(row.transferSyntaxUid ?? '')) continue;
    try {
      const local = await storage.checkout(row.sha256);
      try {
        const input = { stored: local.path, other: file.staged.path };
        if (await compute.run('is-same-image', input, { timeoutMs: COMPARISON_TIMEOUT_MS, account }))
          return { ...file, dataSetSha256: row.dataSetSha256 };
      } finally {
        await local.release();
      }
    } catch (error) {
      log.warn({ err: error, instanceId: row.id }, 'an instance was not compared with the one stored');
    }
  }
  return file;
}
