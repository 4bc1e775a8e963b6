import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findAlgorithm } from '@duai/algorithms';
import type {
  AlgorithmManifest,
  catalogue as contract,
  installedAlgorithms as installed,
  Language,
} from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import { findLatestScans } from '../scans/index.ts';
import * as store from './catalogue.store.ts';
import type { CatalogueTools } from './catalogue-tools.ts';
import { routeBy } from './routing.ts';

const DRY_RUN_SCANS = 20;

const cards = new Map<string, Promise<string>>();
/**
 * The model card is beside the algorithm: `qc.series` in `algorithms/src/qc-series/model-card.md`. It changes only with the
 * software, so it is read once.
 */
function builtinCard(algorithmId: string): Promise<string> {
  const path = `${algorithmId.replaceAll('.', '-')}/model-card.md`;
  const card =
    cards.get(path) ?? readFile(fileURLToPath(new URL(path, import.meta.resolve('@duai/algorithms'))), 'utf8');
  cards.set(path, card);
  card.catch(() => cards.delete(path));
  return card;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** The catalogue of algorithms, and which of them an institution uses on which studies. */
export function createCatalogue({ db, clock, audit, analyses, packages }: CatalogueTools) {
  /** The algorithms of an institution: built-in ones, and the imported versions that are active for it. */
  const activeFor = async (institutionId: string) => (await packages.runnable(db.drizzle, institutionId)).active;

  const assertKnown = async (institutionId: string, algorithmId: string) => {
    if (!findAlgorithm(await activeFor(institutionId), algorithmId)) throw notFound('algorithm');
  };

  return {
    async list(institutionId: string): Promise<contract.Model[]> {
      const { disabled } = await store.choiceOf(db.drizzle, institutionId);
      const rules = await store.findRules(db.drizzle, institutionId);
      const imported = new Map(
        (await packages.list()).map(({ algorithmId, version, card }) => [`${algorithmId} ${version}`, card]),
      );
      const cardOf = ({ id, version }: AlgorithmManifest) => imported.get(`${id} ${version}`) ?? builtinCard(id);
      return Promise.all(
        (await activeFor(institutionId)).map(async ({ manifest, isAssisted }) => ({
          id: manifest.id,
          version: manifest.version,
          maker: manifest.maker,
          modalities: [...manifest.inputs.modalities],
          title: manifest.title,
          intendedUse: manifest.intendedUse,
          weightsSha256: manifest.weights?.sha256 ?? null,
          card: await cardOf(manifest),
          isEnabled: !disabled.has(manifest.id),
          isAssisted: isAssisted ?? false,
          isSentOut: manifest.engine === 'dicom',
          rules: rules
            .filter((rule) => rule.algorithmId === manifest.id)
            .map(({ id, conditions }) => ({ id, conditions })),
        })),
      );
    },

    async switchModel(context: Context, institutionId: string, algorithmId: string, isEnabled: boolean): Promise<void> {
      await assertKnown(institutionId, algorithmId);
      await db.transaction(async (tx) => {
        await store.saveSetting(tx, { institutionId, algorithmId, isEnabled, updatedAt: clock.now() });
        await audit.record(tx, context, {
          action: isEnabled ? 'trial.model-on' : 'trial.model-off',
          subjectType: 'algorithm',
          subjectId: algorithmId,
        });
      });
    },

    vendorSending: async (institutionId: string) => ({
      isDeidentified: await analyses.isDeidentifiedFor(institutionId),
    }),

    async setVendorSending(context: Context, institutionId: string, isDeidentified: boolean): Promise<void> {
      await db.transaction(async (tx) => {
        await analyses.setDeidentified(tx, institutionId, isDeidentified);
        await audit.record(tx, context, {
          action: isDeidentified ? 'trial.vendors-get-no-details' : 'trial.vendors-get-details',
          subjectType: 'institution',
          subjectId: institutionId,
        });
      });
    },

    async addRule(
      context: Context,
      institutionId: string,
      algorithmId: string,
      conditions: contract.RoutingConditions,
    ): Promise<{ id: string; conditions: contract.RoutingConditions }> {
      await assertKnown(institutionId, algorithmId);
      const id = newId();
      await db.transaction(async (tx) => {
        await store.insertRule(tx, { id, institutionId, algorithmId, conditions, createdAt: clock.now() });
        await audit.record(tx, context, { action: 'trial.add-rule', subjectType: 'routing-rule', subjectId: id });
      });
      return { id, conditions };
    },

    async removeRule(context: Context, institutionId: string, ruleId: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.deleteRule(tx, institutionId, ruleId))) throw notFound('rule');
        await audit.record(tx, context, {
          action: 'trial.remove-rule',
          subjectType: 'routing-rule',
          subjectId: ruleId,
        });
      });
    },

    /** What the present choice would do with the last studies; nothing is run. */
    async dryRun(institutionId: string, language: Language): Promise<contract.DryRun> {
      const route = routeBy(await store.choiceOf(db.drizzle, institutionId));
      const rows = await findLatestScans(db.drizzle, institutionId, DRY_RUN_SCANS);
      const found: contract.DryRun = [];
      for (const scan of rows) {
        for (const planned of await analyses.dryRun(db.drizzle, scan.id, { institutionId, route }, language))
          found.push({
            scanId: scan.id,
            studyDescription: scan.studyDescription,
            patientId: scan.patientLabel,
            ...planned,
          });
      }
      return found;
    },

    /**
     * What a version would do with the last studies of an institution, by the institution's choice of models; nothing runs.
     * @throws AppError NOT_FOUND
     */
    async dryRunVersion(
      context: Context,
      institutionId: string,
      algorithmId: string,
      version: string,
    ): Promise<installed.VersionDryRun> {
      const only = await packages.algorithmOf(db.drizzle, algorithmId, version);
      const route = routeBy(await store.choiceOf(db.drizzle, institutionId));
      await db.transaction((tx) =>
        audit.record(tx, context, {
          action: 'algorithms.dry-run',
          subjectType: 'algorithm',
          subjectId: `${algorithmId} ${version}`,
          details: { institutionId },
        }),
      );
      const found: installed.VersionDryRun = [];
      for (const scan of await findLatestScans(db.drizzle, institutionId, DRY_RUN_SCANS))
        for (const { seriesId, series, decisions } of await analyses.dryRun(
          db.drizzle,
          scan.id,
          { institutionId, route },
          context.language,
          only,
        ))
          for (const { wouldRun, reason } of decisions)
            found.push({
              ...{ scanId: scan.id, seriesId, series, wouldRun, reason },
              uploadDate: scan.createdAt.toISOString(),
            });
      return found;
    },
  };
}
