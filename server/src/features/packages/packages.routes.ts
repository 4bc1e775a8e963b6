import { installCommand, RECIPES } from '@duai/algorithms';
import { installedAlgorithms as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Packages } from './packages.service.ts';

const OK = { ok: true as const };

/** Versions of algorithms, as an operator sees and chooses them. */
export function registerPackagesRoutes(route: Route, packages: Packages): void {
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
      })),
    };
  });
  route(contract.changeVersion, async ({ context, params, body }) => {
    const { institutionId, change } = body;
    const choice = { ...params, institutionId };
    if (change === 'activate') await packages.activate(context, choice);
    else if (change === 'off') await packages.activate(context, { ...choice, version: null });
    else if (change === 'roll-back')
      await packages.rollBack(context, { institutionId, algorithmId: params.algorithmId });
    else await packages.shadow(context, choice, change === 'shadow-on');
    return OK;
  });
}
