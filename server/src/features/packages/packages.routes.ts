import { Readable } from 'node:stream';
import { installCommand, RECIPES } from '@duai/algorithms';
import { installedAlgorithms as contract } from '@duai/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import { bodyInTurns } from '../../core/intake.ts';
import type { Route } from '../../http/route.ts';
import type { Packages } from './packages.service.ts';

/** Limited because each import runs a network. */
const IMPORTS_A_MINUTE = 60;
const OK = { ok: true as const };

/** Routes for the versions of algorithms, which operators manage. */
export function registerPackagesRoutes(route: Route, scope: FastifyInstance, packages: Packages): void {
  // The body is not parsed: it is streamed to the staging directory.
  scope.addContentTypeParser(contract.importPackage.consumes, (_request, _body, done) => done(null));

  route(contract.listInstalled, async ({ query }) => {
    const versions = await packages.overview(query.institutionId ?? null);
    const known = new Set(versions.map(({ id }) => id));
    const missing = RECIPES.filter(({ manifest }) => !known.has(manifest.id));
    return {
      versions: versions.map(({ importedAt, ...row }) => ({ ...row, importedAt: importedAt?.toISOString() ?? null })),
      recipes: missing.map((recipe) => ({
        id: recipe.manifest.id,
        title: recipe.manifest.title,
        command: installCommand(recipe),
        isEvaluated: recipe.files !== null,
      })),
    };
  });
  route(
    contract.importPackage,
    ({ context, request, assertStillAdmitted }) => {
      if (request.headers['content-type']?.split(';')[0]?.trim() !== contract.importPackage.consumes)
        throw new AppError('CONTENT_TYPE_NOT_SUPPORTED');
      const body = Readable.from(bodyInTurns(request.raw, packages.enterIntake()), { objectMode: false });
      return packages.importArchive(context, body, assertStillAdmitted);
    },
    { ratePerMinute: IMPORTS_A_MINUTE },
  );
  route(contract.changeVersion, async ({ context, params, body }) => {
    const { institutionId, change } = body;
    const choice = { ...params, institutionId };
    if (change === 'activate') await packages.activate(context, choice);
    else if (change === 'off') await packages.activate(context, { ...choice, version: null });
    else if (change === 'roll-back') await packages.rollBack(context, choice, params.version);
    else await packages.shadow(context, choice, change === 'shadow-on');
    return OK;
  });
}
