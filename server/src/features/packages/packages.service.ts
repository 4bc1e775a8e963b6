import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Algorithm, findAlgorithm, packagedAlgorithm } from '@duai/algorithms';
import { type AlgorithmManifest, type installedAlgorithms, LIMITS } from '@duai/contract';
import { TaskFailed, TaskStopped } from '../../adapters/compute/port.ts';
import type { Tx } from '../../adapters/database/port.ts';
import type { LentFile } from '../../adapters/storage/port.ts';
import type { PackageInput } from '../../compute/analyse.ts';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { unlessMissing } from '../../core/files/missing-file.ts';
import { newId } from '../../core/ids.ts';
import { createIntake, type Turns } from '../../core/intake.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import { findAcceptance } from './acceptance.store.ts';
import { type CheckedPackage, checkPackage } from './check-package.ts';
import * as store from './packages.store.ts';
import type { PackageRow } from './packages.tables.ts';
import { type PackageFiles, readPackage } from './read-package.ts';
import { remoteModelOf, vendorBoxOf } from './remote-model.ts';
import { oneAfterTheOther, stageArchive } from './stage-archive.ts';
import {
  type Acceptance,
  acceptanceOf,
  asChosen,
  assertAccepted,
  assertMayBeActive,
  canBeTried,
  chosenBefore,
  chosenFirst,
  isAccepted,
  type Runnable,
  runnable,
  type VersionChoice,
  withoutUnaccepted,
} from './versions.ts';

export type Packages = ReturnType<typeof createPackages>;

interface InstalledVersion extends Pick<AlgorithmManifest, 'id' | 'version' | 'engine' | 'title'> {
  state: 'active' | 'shadow' | 'off';
  /** Something was chosen before this version, and may be chosen again. */
  canRollBack: boolean;
  /** An acceptance run of it is possible. */
  canBeTried: boolean;
  /** How its acceptance run ended; null: none is asked for. */
  acceptance: ReturnType<typeof acceptanceOf>;
  /** Null for a version that comes with the software. */
  importedAt: Date | null;
}

/** Algorithms that are imported as packages while the server runs. */
export function createPackages(
  parts: Pick<Parts, 'db' | 'storage' | 'compute' | 'clock' | 'config' | 'algorithms' | 'modelServers'>,
  { accounts, audit }: { accounts: Accounts; audit: Audit },
) {
  const { db, storage, compute, clock, config, modelServers, algorithms: builtin } = parts;
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
  async function modelOf(manifest: AlgorithmManifest): Promise<Omit<PackageInput, 'manifest'>> {
    const { id, engine, weights } = manifest;
    // A vendor's server is looked up only when images are sent.
    if (engine === 'dicom') return {};
    if (engine === 'kserve') return { remote: remoteModelOf(config, manifest) };
    if (!weights) throw new Error(`${id} names no weights`);
    return { weights: { path: (await pathOf(weights.sha256)).path, sha256: weights.sha256 } };
  }

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

  const recordChoice = (
    tx: Tx,
    context: Context,
    action: string,
    { institutionId, algorithmId, version }: VersionChoice,
  ) =>
    audit.record(tx, context, {
      action,
      subjectType: 'algorithm',
      subjectId: [algorithmId, version].filter(Boolean).join(' '),
      ...(institutionId ? { details: { institutionId } } : {}),
    });

  /** What an institution asks of versions. No run of an assisted algorithm is possible without a reader, so none is asked for. */
  const acceptanceFor = async (on: store.Queries, institutionId: string | null): Promise<Acceptance> => ({
    ...(await findAcceptance(on, institutionId)),
    exempt: new Set(builtin.filter(({ isAssisted }) => isAssisted).map(({ manifest }) => manifest.id)),
  });

  /** @throws AppError NOT_FOUND, VERSION_WITHOUT_CARD, VERSION_NOT_ACCEPTED */
  async function assertCanRun(
    on: store.Queries,
    { institutionId, algorithmId, version }: VersionChoice,
  ): Promise<void> {
    const own = findAlgorithm(builtin, algorithmId);
    if (version === null) {
      if (!own && !(await store.isInstalled(on, algorithmId))) throw notFound('algorithm');
    } else {
      if (own?.manifest.version !== version) assertMayBeActive(await store.findPackage(on, algorithmId, version));
      assertAccepted(await acceptanceFor(on, institutionId), algorithmId, version);
    }
  }

  /** @throws AppError NOT_FOUND where the institution does not exist */
  const inTransaction = (institutionId: string | null, run: (tx: Tx) => Promise<void>) =>
    db.transaction(async (tx) => {
      if (institutionId !== null) await accounts.institutions.nameOf(tx, institutionId);
      await run(tx);
    });

  const asAlgorithm = ({ manifest }: PackageRow): Algorithm => packagedAlgorithm(manifest);

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

  const service = {
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

    list: () => store.findPackages(db.drizzle),
    find: (on: store.Queries, algorithmId: string, version: string): Promise<PackageRow | undefined> =>
      store.findPackage(on, algorithmId, version),

    /** Every installed version with its state for an institution, or (null) by default. */
    async overview(institutionId: string | null): Promise<InstalledVersion[]> {
      const { active, shadow } = await service.runnable(db.drizzle, institutionId);
      const acceptance = await acceptanceFor(db.drizzle, institutionId);
      const chosen = (await store.findActivations(db.drizzle, institutionId))
        .filter((choice) => choice.institutionId === institutionId)
        .reverse();
      const here = builtin.map(({ manifest, isAssisted }) => ({ manifest, isAssisted, importedAt: null }));
      const imported = (await store.findPackages(db.drizzle)).map((row) => ({ ...row, isAssisted: false }));
      return [...here, ...imported].map(({ manifest, isAssisted, importedAt }) => {
        const { id, version, engine, title } = manifest;
        const is = ({ manifest: own }: Algorithm) => own.id === id && own.version === version;
        const state = active.some(is) ? 'active' : shadow.some(is) ? 'shadow' : 'off';
        const own = findAlgorithm(builtin, id)?.manifest.version ?? null;
        const history = asChosen(
          chosen.filter((choice) => choice.algorithmId === id),
          own,
        );
        const before = chosenBefore(history, chosenFirst(institutionId, own));
        return {
          ...{ id, version, engine, title, importedAt, state },
          canRollBack: before !== null && history[0]?.version === version && isAccepted(acceptance, id, before.version),
          canBeTried: canBeTried({ manifest, isAssisted }),
          acceptance: acceptanceOf(acceptance, id, version),
        };
      });
    },

    /** A version that is installed, whether it runs or not. @throws AppError NOT_FOUND */
    async algorithmOf(on: store.Queries, algorithmId: string, version: string): Promise<Algorithm> {
      const own = findAlgorithm(builtin, algorithmId);
      if (own?.manifest.version === version) return own;
      const row = await store.findPackage(on, algorithmId, version);
      if (!row) throw notFound('version');
      return asAlgorithm(row);
    },

    /** The algorithms that run on studies of an institution, or (null) on patients' cases. */
    async runnable(on: store.Queries, institutionId: string | null): Promise<Runnable> {
      const imported = (await store.findPackages(on)).map(asAlgorithm);
      const activations = withoutUnaccepted(
        await store.findActivations(on, institutionId),
        await acceptanceFor(on, institutionId),
        (algorithmId) => findAlgorithm(builtin, algorithmId)?.manifest.version,
      );
      return runnable(builtin, imported, activations, await store.findShadows(on, institutionId));
    },

    /** Activates a version (null: none), for one institution or by default. */
    async activate(context: Context, choice: VersionChoice): Promise<void> {
      await assertCanRun(db.drizzle, choice);
      await inTransaction(choice.institutionId, async (tx) => {
        await store.insertActivation(tx, { ...choice, id: newId(), activatedAt: clock.now() });
        await recordChoice(tx, context, choice.version === null ? 'algorithms.off' : 'algorithms.activate', choice);
      });
    },

    /**
     * Goes back to the choice before the present one. `now`: the version that the caller saw as active.
     * @throws AppError NOT_FOUND where there is no earlier choice, VERSION_STEP_CHANGED, VERSION_WITHOUT_CARD
     */
    async rollBack(
      context: Context,
      { institutionId, algorithmId }: Pick<VersionChoice, 'institutionId' | 'algorithmId'>,
      now?: string,
    ): Promise<void> {
      await inTransaction(institutionId, async (tx) => {
        await store.lockChoices(tx);
        const own = findAlgorithm(builtin, algorithmId)?.manifest.version ?? null;
        const history = asChosen(await store.findHistory(tx, institutionId, algorithmId), own);
        const before = chosenBefore(history, chosenFirst(institutionId, own));
        if (!before) throw notFound('an earlier version');
        if (now !== undefined && history[0]?.version !== now) throw new AppError('VERSION_STEP_CHANGED');
        const choice = { institutionId, algorithmId, ...before };
        await assertCanRun(tx, choice);
        await store.insertActivation(tx, { ...choice, id: newId(), activatedAt: clock.now() });
        await recordChoice(tx, context, 'algorithms.roll-back', choice);
      });
    },

    /** Switches a version on or off as a shadow of the active one. */
    async shadow(context: Context, choice: VersionChoice & { version: string }, isOn: boolean): Promise<void> {
      if (!(await store.findPackage(db.drizzle, choice.algorithmId, choice.version))) throw notFound('version');
      await inTransaction(choice.institutionId, async (tx) => {
        if (isOn) await store.insertShadow(tx, { ...choice, id: newId(), since: clock.now() });
        else await store.deleteShadow(tx, choice.institutionId, choice.algorithmId, choice.version);
        await recordChoice(tx, context, isOn ? 'algorithms.shadow' : 'algorithms.shadow-off', choice);
      });
    },

    /** The input with which a child process runs this version; undefined for a built-in algorithm. */
    async inputOf(algorithmId: string, version: string): Promise<PackageInput | undefined> {
      const row = await store.findPackage(db.drizzle, algorithmId, version);
      return row && { manifest: row.manifest, ...(await modelOf(row.manifest)) };
    },

    /**
     * The vendor's server to which images for an algorithm of the engine `dicom` are sent. @throws AppError
     * MODEL_SERVER_UNKNOWN
     */
    vendorBoxOf: (manifest: AlgorithmManifest) => vendorBoxOf(config, manifest),

    /** A check for each model on another server, which throws where the model is not ready. */
    async remoteModels(): Promise<Record<string, () => Promise<void>>> {
      const remote = (await store.findPackages(db.drizzle)).filter(({ manifest }) => manifest.engine === 'kserve');
      return Object.fromEntries(
        remote.map(({ algorithmId, version, manifest }) => [
          `model ${algorithmId} ${version}`,
          async () => modelServers.assertReady(remoteModelOf(config, manifest)),
        ]),
      );
    },
  };
  return service;
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
