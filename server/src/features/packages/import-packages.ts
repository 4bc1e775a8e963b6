import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { findAlgorithm } from '@duai/algorithms';
import { type AlgorithmManifest, type installedAlgorithms, LIMITS } from '@duai/contract';
import { TaskFailed, TaskStopped } from '../../adapters/compute/port.ts';
import type { Tx } from '../../adapters/database/port.ts';
import type { PackageInput } from '../../compute/analyse.ts';
import type { Context } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import { createIntake, type Turns } from '../../core/intake.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import { type CheckedPackage, checkPackage } from './check-package.ts';
import type { ModelOf } from './model-of.ts';
import * as store from './packages.store.ts';
import { type PackageFiles, readPackage } from './read-package.ts';
import { vendorBoxOf } from './remote-model.ts';
import { oneAfterTheOther, stageArchive } from './stage-archive.ts';

/** A package is checked, tried out once and stored. */
export function createPackageImport(
  parts: Pick<Parts, 'db' | 'storage' | 'compute' | 'clock' | 'config' | 'algorithms'>,
  { audit, modelOf }: { audit: Audit; modelOf: ModelOf },
) {
  const { db, storage, compute, clock, config, algorithms: builtin } = parts;

  const runOnce = (input: PackageInput, seconds = config.TASK_TIMEOUT_SECONDS) =>
    compute.run('try-package', input, { timeoutMs: seconds * 1000, account: undefined }).catch((error: unknown) => {
      throw refusalOf(error, seconds, config.WORKER_MEMORY_MB);
    });

  /** Runs the network once in a child process. @throws AppError with the reason why it fails */
  async function tryOut({ manifest, weights }: CheckedPackage): Promise<void> {
    if (manifest.engine === 'dicom') return void vendorBoxOf(config, manifest);
    if (!weights || !manifest.weights) {
      const seconds = config.TASK_TIMEOUT_SECONDS + (manifest.remote?.timeLimitSeconds ?? 0);
      return runOnce({ manifest, ...(await modelOf(manifest)) }, seconds);
    }
    const staged = await storage.stage(Readable.from([weights]), { maxBytes: weights.length });
    try {
      await runOnce({ manifest, weights: { path: staged.path, sha256: manifest.weights.sha256 } });
    } finally {
      await storage.discard(staged);
    }
  }

  async function insert(tx: Tx, context: Context, { manifest, card, evaluation }: CheckedPackage): Promise<void> {
    const { id, version } = manifest;
    const row = { id: newId(), algorithmId: id, version, manifest, card, evaluation, importedAt: clock.now() };
    const isNew = await store.insertPackage(tx, { ...row, weightsSha256: manifest.weights?.sha256 ?? null });
    if (!isNew) throw new AppError('VERSION_TAKEN', { params: { id, version } });
    await audit.record(tx, context, {
      action: 'algorithms.import',
      subjectType: 'algorithm',
      subjectId: `${id} ${version}`,
    });
  }

  async function assertFree({ id, version }: AlgorithmManifest): Promise<void> {
    if (findAlgorithm(builtin, id) || (await store.findPackage(db.drizzle, id, version)))
      throw new AppError('VERSION_TAKEN', { params: { id, version } });
  }

  async function keepPackage(context: Context, files: PackageFiles): Promise<CheckedPackage> {
    const checked = checkPackage(files);
    await assertFree(checked.manifest);
    await tryOut(checked);
    const keep = (tx: Tx) => insert(tx, context, checked);
    await (checked.weights ? storage.put(checked.weights, keep) : db.transaction(keep));
    return checked;
  }

  const intake = createIntake();
  const inTurn = oneAfterTheOther();

  return {
    enterIntake: (): Turns => intake.enter('packages'),

    /**
     * Imports a package that is sent as a ZIP archive; it is off until a version is activated.
     * @throws AppError with the reason; nothing is stored then
     */
    async importArchive(
      context: Context,
      body: Readable,
      assertStillAdmitted: () => Promise<void>,
    ): Promise<installedAlgorithms.ImportedPackage> {
      const staged = await stageArchive(storage, body);
      try {
        // One at a time, because a package is held in memory while it is checked.
        return await inTurn(async () => {
          await assertStillAdmitted();
          return asImported(await keepPackage(context, await readPackage(staged.path, LIMITS.packageUploadBytes)));
        });
      } finally {
        await storage.discard(staged);
      }
    },

    /**
     * Checks a package, runs its network once on a made-up input, and stores it in one transaction. It is off until a
     * version is activated. @throws AppError with the reason
     */
    importPackage: async (context: Context, files: PackageFiles): Promise<AlgorithmManifest> =>
      (await keepPackage(context, files)).manifest,

    /**
     * Replaces the stored weights of a version where they are damaged or missing; the file must be identical.
     * @throws AppError WEIGHTS_CHANGED
     */
    async mendWeights(algorithmId: string, version: string, path: string): Promise<void> {
      const row = await store.findPackage(db.drizzle, algorithmId, version);
      const staged = await storage.stage(createReadStream(path), { maxBytes: Number.POSITIVE_INFINITY });
      try {
        if (staged.sha256 !== row?.weightsSha256)
          throw new AppError('WEIGHTS_CHANGED', { params: { name: algorithmId } });
        await storage.mend([staged]);
      } finally {
        await storage.discard(staged);
      }
    },
  };
}

function asImported({ manifest, card, evaluation, weights }: CheckedPackage): installedAlgorithms.ImportedPackage {
  const { id, version, title, engine, maker, licence, inputs } = manifest;
  return {
    ...{ id, version, title, engine, maker, licence, inputs, card },
    hasEvaluation: evaluation !== null,
    weights: manifest.weights && weights ? { ...manifest.weights, bytes: weights.length } : null,
  };
}

/** The error for a network that cannot be used; other errors are internal ones. */
function refusalOf(error: unknown, seconds: number, memoryMb: number): unknown {
  if (error instanceof TaskFailed) {
    // The library's message is only for the log and the command line.
    const internal = error.message.replaceAll(/\s+/g, ' ').slice(0, 300);
    return new AppError(error.code === 'MODEL_OUTPUT_INVALID' ? 'MODEL_OUTPUT_WRONG' : 'MODEL_NOT_RUNNABLE', {
      internal,
    });
  }
  if (error instanceof TaskStopped && error.code === 'TIMED_OUT')
    return new AppError('MODEL_TOO_SLOW', { params: { seconds } });
  if (error instanceof TaskStopped && error.code === 'MEMORY')
    return new AppError('MODEL_TOO_LARGE', { params: { memoryMb } });
  if (error instanceof TaskStopped && error.code === 'CRASHED')
    return new AppError('MODEL_NOT_RUNNABLE', { internal: 'its process crashed' });
  return error;
}
