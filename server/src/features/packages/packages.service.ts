import type { AlgorithmManifest } from '@duai/contract';
import type { PackageInput } from '../../compute/analyse.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import { createVersions } from './choose-versions.ts';
import { createPackageImport } from './import-packages.ts';
import { createModelOf } from './model-of.ts';
import * as store from './packages.store.ts';
import type { PackageRow } from './packages.tables.ts';
import { remoteModelOf, vendorBoxOf } from './remote-model.ts';

export type Packages = ReturnType<typeof createPackages>;

/** Algorithms that are imported as packages while the server runs. */
export function createPackages(
  parts: Pick<Parts, 'db' | 'storage' | 'compute' | 'clock' | 'config' | 'algorithms' | 'modelServers'>,
  { accounts, audit }: { accounts: Accounts; audit: Audit },
) {
  const { db, config, modelServers } = parts;
  const modelOf = createModelOf(parts);

  return {
    ...createPackageImport(parts, { audit, modelOf }),
    ...createVersions(parts, { accounts, audit }),

    list: () => store.findPackages(db.drizzle),
    find: (on: store.Queries, algorithmId: string, version: string): Promise<PackageRow | undefined> =>
      store.findPackage(on, algorithmId, version),

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
}
