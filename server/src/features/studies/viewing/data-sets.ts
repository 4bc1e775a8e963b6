import { promisify } from 'node:util';
import { inflateRaw, inflateRawSync } from 'node:zlib';
import { DATA_SET_JSON_VERSION } from '@duai/imaging';
import { TaskFailed } from '../../../adapters/compute/port.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import { decodeLimitMs } from '../ingest/decode-limit.ts';
import { findDataSets, keepDataSet, type NamedInstance } from './data-sets.store.ts';

const inflateAside = promisify(inflateRaw);
/** Up to here an inflation takes less time than to hand it to a thread. */
const SMALL_BYTES = 64 * 1024;
const inflate = (deflated: Uint8Array): Buffer | Promise<Buffer> =>
  deflated.length > SMALL_BYTES ? inflateAside(deflated) : inflateRawSync(deflated);

/** Copies in memory at a time: some MB, where each has some KB. */
const AT_ONCE = 100;
/** Files that are read at a time where there are no copies yet. */
const READ_AT_ONCE = 4;

export interface DataSet {
  instance: NamedInstance;
  /** DICOM JSON (PS3.18 annex F), UTF-8, with relative addresses of bulk data. */
  json: Buffer;
}

/**
 * Whole data sets of images of institutions. A stored file never changes, so each is read once, at ingest or here, and its copy
 * is kept in the database for as long as the image.
 */
export function createDataSets({ db, storage, quick }: Pick<Parts, 'db' | 'storage' | 'quick'>) {
  /** @throws AppError FILE_DAMAGED, NOT_ACCEPTABLE for a data set that cannot be given as JSON */
  async function read(instance: NamedInstance, account: string | undefined): Promise<Uint8Array> {
    const local = await storage.checkout(instance.sha256);
    try {
      const options = { timeoutMs: decodeLimitMs(instance), account };
      const deflated = await quick.run('read-data-set', { path: local.path }, options);
      await keepDataSet(db.drizzle, instance.id, DATA_SET_JSON_VERSION, deflated);
      return deflated;
    } catch (error) {
      if (error instanceof TaskFailed)
        throw new AppError('NOT_ACCEPTABLE', { internal: `the data set cannot be given as JSON: ${error.code}` });
      throw error;
    } finally {
      await local.release();
    }
  }

  async function* of(instances: readonly NamedInstance[], account: string | undefined): AsyncGenerator<DataSet> {
    for (let from = 0; from < instances.length; from += AT_ONCE) {
      const some = instances.slice(from, from + AT_ONCE);
      const ids = some.map(({ id }) => id);
      const kept = await findDataSets(db.drizzle, ids, DATA_SET_JSON_VERSION);
      const reading = new Map<string, Promise<Uint8Array>>();
      const missing = some.filter(({ id }) => !kept.has(id));
      for (const instance of some) {
        for (const next of missing.splice(0, Math.max(0, READ_AT_ONCE - reading.size))) {
          const deflated = read(next, account);
          // Told when its turn comes.
          deflated.catch(() => {});
          reading.set(next.id, deflated);
        }
        const deflated = kept.get(instance.id) ?? (await reading.get(instance.id));
        reading.delete(instance.id);
        if (deflated) yield { instance, json: await inflate(deflated) };
      }
    }
  }

  return { of };
}
