import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { emptyAsAbsent, idSchema, okAnswer, timeSchema } from '../values/fields.ts';
import { ACCEPTANCE_STATES } from './acceptance.ts';
import { algorithmIdSchema, algorithmInputsSchema, algorithmVersionSchema, ENGINES } from './algorithm-manifest.ts';

/** One version of an algorithm, with its state for the requested institution or by default. */
export const installedVersionSchema = z.object({
  id: z.string(),
  version: z.string(),
  title: z.object({ tr: z.string(), en: z.string(), ar: z.string() }),
  engine: z.enum(ENGINES),
  state: z.enum(['active', 'shadow', 'off']),
  /** Null: part of the software. */
  importedAt: timeSchema.nullable(),
  /** Something was chosen before this version, and may be chosen again. */
  canRollBack: z.boolean(),
  /** An acceptance run of it is possible: not where images would be sent to its maker, or a reader outlines a region. */
  canBeTried: z.boolean(),
  /** How its acceptance run ended; null: none is asked for. */
  acceptance: z.enum(['missing', ...ACCEPTANCE_STATES]).nullable(),
});
export type InstalledVersion = z.infer<typeof installedVersionSchema>;

/** The content of an imported package. */
export const importedPackageSchema = installedVersionSchema
  .pick({ id: true, version: true, title: true, engine: true })
  .extend({
    maker: z.string(),
    licence: z.string(),
    inputs: algorithmInputsSchema,
    /** Markdown. */
    card: z.string(),
    hasEvaluation: z.boolean(),
    /** Null: the model runs on another server. The SHA-256 was checked at import. */
    weights: z.object({ file: z.string(), bytes: z.number().int(), sha256: z.string() }).nullable(),
  });
export type ImportedPackage = z.infer<typeof importedPackageSchema>;

export const VERSION_CHANGES = ['activate', 'off', 'shadow-on', 'shadow-off', 'roll-back'] as const;

const tag = 'Operations';
export const listInstalled = defineEndpoint({
  method: 'GET',
  path: '/api/console/algorithms',
  audience: 'operator',
  tag,
  summary:
    'Installed and imported versions, and what each is by default or for one institution; recipes without their weights',
  query: z.object({ institutionId: emptyAsAbsent(idSchema) }),
  answer: z.object({
    versions: z.array(installedVersionSchema),
    recipes: z.array(
      z.object({
        id: z.string(),
        title: installedVersionSchema.shape.title,
        command: z.string(),
        /** False: it can be imported, and was never run here with its published weights. */
        isEvaluated: z.boolean(),
      }),
    ),
  }),
});
export const importPackage = defineEndpoint({
  method: 'POST',
  path: '/api/console/algorithms',
  audience: 'operator',
  tag,
  summary: 'Import a package: it is checked, tried once and stored whole, or refused with the reason. It is off',
  consumes: 'application/zip',
  answer: importedPackageSchema,
  status: 201,
});
/** Results that already exist stay unchanged. */
export const changeVersion = defineEndpoint({
  method: 'POST',
  path: '/api/console/algorithms/:algorithmId/versions/:version',
  audience: 'operator',
  tag,
  summary:
    'Make a version active, off, or try it in the shadow; or go back to what was chosen before the version that is named',
  params: z.object({ algorithmId: algorithmIdSchema, version: algorithmVersionSchema }),
  body: z.object({
    change: z.enum(VERSION_CHANGES),
    /** Null: the default, for patients’ cases and for every institution without its own choice. */
    institutionId: idSchema.nullable(),
  }),
  answer: okAnswer,
});
/** Series of stored studies, and what the version would do with each. */
export const versionDryRunSchema = z.array(
  z.object({
    scanId: idSchema,
    uploadDate: timeSchema,
    seriesId: idSchema,
    series: z.string(),
    wouldRun: z.boolean(),
    /** In words, where it would not run. */
    reason: z.string().nullable(),
  }),
);
export type VersionDryRun = z.infer<typeof versionDryRunSchema>;
export const dryRunVersion = defineEndpoint({
  method: 'GET',
  path: '/api/console/algorithms/:algorithmId/versions/:version/dry-run',
  audience: 'operator',
  tag,
  summary:
    'On which of the last 20 studies of an institution a version would run, and why not on the others; nothing runs',
  params: z.object({ algorithmId: algorithmIdSchema, version: algorithmVersionSchema }),
  query: z.object({ institutionId: idSchema }),
  answer: versionDryRunSchema,
});
