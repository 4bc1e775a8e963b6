export { type AcceptanceRuleRow, type AcceptanceRunRow, acceptanceRules, acceptanceRuns } from './acceptance.tables.ts';
export { registerPackagesRoutes } from './packages.routes.ts';
export { createPackages, type Packages } from './packages.service.ts';
export { readPackage } from './read-package.ts';
export { brainWeights, packageOfRecipe } from './recipe-package.ts';
export { remoteModelOf } from './remote-model.ts';
export { canBeTried } from './versions.ts';
