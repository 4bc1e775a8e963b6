import { isLosslessSyntax } from '@duai/imaging';
import type { Parts } from '../../../parts.ts';
import type { Owner } from '../studies.store.ts';
import { createDataSetHash } from './data-set-hash.ts';
import * as store from './intake.store.ts';
import type { CheckedFile } from './receive-files.ts';

type SameUid = Awaited<ReturnType<typeof store.findByUid>>[number];

/** What a file is beside the instances with its SOP Instance UID; one that is damaged or was refused is replaced by the same. */
export function besideSameUid(
  found: readonly Pick<SameUid, 'dataSetSha256' | 'canHeal' | 'isDamaged'>[],
  dataSetSha256: string | null,
): 'new' | 'same' | 'other' {
  const isSame = (row: (typeof found)[number]) => row.dataSetSha256 === dataSetSha256 && !row.canHeal && !row.isDamaged;
  if (found.some(isSame)) return 'same';
  // A damaged copy without a hash is not compared, because its content is unknown.
  return found.some((row) => row.dataSetSha256 && row.dataSetSha256 !== dataSetSha256) ? 'other' : 'new';
}

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

type Comparer = Pick<Parts, 'storage' | 'compute' | 'log'>;

/**
 * The file, with the hash of a stored instance where it is that one in another lossless transfer syntax: it is a duplicate
 * then. What cannot be compared, or takes too long, stays what it is. @param found instances with its SOP Instance UID
 */
export async function asStored(
  tools: Comparer,
  file: CheckedFile,
  found: readonly SameUid[],
  account: string,
): Promise<CheckedFile> {
  for (const row of found) {
    const isComparable =
      row.dataSetSha256 !== null && !row.canHeal && !row.isDamaged && areComparable(file, row.transferSyntaxUid);
    if (!isComparable) continue;
    try {
      const local = await tools.storage.checkout(row.sha256);
      try {
        if (await isSameImage(tools, local.path, file, account)) return { ...file, dataSetSha256: row.dataSetSha256 };
      } finally {
        await local.release();
      }
    } catch (error) {
      tools.log.warn({ err: error, instanceId: row.id }, 'an instance was not compared with the one stored');
    }
  }
  return file;
}

/** The same for two files of one submission. */
export async function asSent(
  tools: Comparer,
  file: CheckedFile,
  before: CheckedFile,
  account: string,
): Promise<CheckedFile> {
  if (!areComparable(file, syntaxOf(before))) return file;
  try {
    const isSame = await isSameImage(tools, before.staged.path, file, account);
    return isSame ? { ...file, dataSetSha256: before.dataSetSha256 } : file;
  } catch (error) {
    tools.log.warn({ err: error }, 'a file was not compared with another of its submission');
    return file;
  }
}

const syntaxOf = ({ inspection }: CheckedFile): string | null =>
  inspection.kind === 'dicom' ? inspection.header.transferSyntaxUid : null;

/** In the same syntax other bytes are other content. */
function areComparable(file: CheckedFile, otherSyntax: string | null): boolean {
  const syntax = syntaxOf(file);
  return syntax !== otherSyntax && isLosslessSyntax(syntax ?? '') && isLosslessSyntax(otherSyntax ?? '');
}

const isSameImage = ({ compute }: Comparer, path: string, file: CheckedFile, account: string): Promise<boolean> =>
  compute.run(
    'is-same-image',
    { stored: path, other: file.staged.path },
    { timeoutMs: COMPARISON_TIMEOUT_MS, account },
  );
