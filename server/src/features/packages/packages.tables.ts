import type { AlgorithmEvaluation, AlgorithmManifest } from '@duai/contract';
import { bigint, boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const algorithmPackages = pgTable('algorithm_packages', {
  id: uuid().primaryKey(),
  algorithmId: text('algorithm_id').notNull(),
  version: text().notNull(),
  manifest: jsonb().$type<AlgorithmManifest>().notNull(),
  card: text().notNull(),
  evaluation: jsonb().$type<AlgorithmEvaluation>(),
  weightsSha256: text('weights_sha256'),
  importedAt: time('imported_at').notNull(),
});
export type PackageRow = typeof algorithmPackages.$inferSelect;

/**
 * Choices of versions. The newest row of an institution (null: the default) and an algorithm decides which version is
 * active.
 */
export const versionActivations = pgTable('version_activations', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id'),
  algorithmId: text('algorithm_id').notNull(),
  /** Null where no version is active. */
  version: text(),
  /** True where the institution gave up its own choice and follows the default. */
  followsDefault: boolean('follows_default').notNull().default(false),
  activatedAt: time('activated_at').notNull(),
  sequence: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
});

export const shadowVersions = pgTable('shadow_versions', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id'),
  algorithmId: text('algorithm_id').notNull(),
  version: text().notNull(),
  since: time('since').notNull(),
});
