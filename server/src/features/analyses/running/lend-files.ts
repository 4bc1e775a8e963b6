import type { LentFile, Storage } from '../../../adapters/storage/port.ts';

const LENT_AT_ONCE = 4;

/**
 * Lends checked files in the order of their hashes, several at a time, because each alone is mostly waited for. What was
 * lent is in `lent`, to be released, also where one of them fails.
 * @throws what `Storage.checkout` throws
 */
export async function lendInto(
  lent: LentFile[],
  storage: Pick<Storage, 'checkout'>,
  hashes: readonly string[],
): Promise<void> {
  for (let from = 0; from < hashes.length; from += LENT_AT_ONCE) {
    const some = await Promise.allSettled(
      hashes.slice(from, from + LENT_AT_ONCE).map((sha256) => storage.checkout(sha256)),
    );
    for (const one of some) if (one.status === 'fulfilled') lent.push(one.value);
    for (const one of some) if (one.status === 'rejected') throw one.reason;
  }
}
