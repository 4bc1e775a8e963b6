import { type Algorithm, findAlgorithm, packagedAlgorithm } from '@duai/algorithms';
import type { AlgorithmManifest } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import { findAcceptance } from './acceptance.store.ts';
import * as store from './packages.store.ts';
import type { PackageRow } from './packages.tables.ts';
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

/** Which versions run for whom, and who chose that. */
export function createVersions(
  { db, clock, algorithms: builtin }: Pick<Parts, 'db' | 'clock' | 'algorithms'>,
  { accounts, audit }: { accounts: Accounts; audit: Audit },
) {
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

  const versions = {
    /** Every installed version with its state for an institution, or (null) by default. */
    async overview(institutionId: string | null): Promise<InstalledVersion[]> {
      const { active, shadow } = await versions.runnable(db.drizzle, institutionId);
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
  };
  return versions;
}
