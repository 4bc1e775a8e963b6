export { registerCatalogueRoutes } from './catalogue.routes.ts';
export { createCatalogue } from './catalogue.service.ts';
export { createModelRoutes } from './model-routes.ts';
