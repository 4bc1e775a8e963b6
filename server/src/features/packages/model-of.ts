import { stat } from 'node:fs/promises';
import type { AlgorithmManifest } from '@duai/contract';
import type { LentFile } from '../../adapters/storage/port.ts';
import type { PackageInput } from '../../compute/analyse.ts';
import { unlessMissing } from '../../core/files/missing-file.ts';
import type { Parts } from '../../parts.ts';
import { remoteModelOf } from './remote-model.ts';

export type ModelOf = ReturnType<typeof createModelOf>;

/** Finds what a child process needs to run the model of a manifest. */
export function createModelOf({ storage, config }: Pick<Parts, 'storage' | 'config'>) {
  /** Verified local copies of weights, kept while the process runs, so that they are not fetched for each run. */
  const lent = new Map<string, Promise<LentFile>>();

  async function pathOf(sha256: string): Promise<LentFile> {
    const known = await lent.get(sha256);
    if (known && (await unlessMissing(stat(known.path)))) return known;
    const fetched = storage.checkout(sha256);
    lent.set(sha256, fetched);
    fetched.catch(() => lent.delete(sha256));
    return fetched;
  }

  /** The local weights of a model, or the server on which it runs. @throws AppError MODEL_SERVER_UNKNOWN */
  return async function modelOf(manifest: AlgorithmManifest): Promise<Omit<PackageInput, 'manifest'>> {
    const { id, engine, weights } = manifest;
    // A vendor's server is looked up only when images are sent.
    if (engine === 'dicom') return {};
    if (engine === 'kserve') return { remote: remoteModelOf(config, manifest) };
    if (!weights) throw new Error(`${id} names no weights`);
    return { weights: { path: (await pathOf(weights.sha256)).path, sha256: weights.sha256 } };
  };
}
