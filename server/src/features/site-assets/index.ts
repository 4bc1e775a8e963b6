export { registerSiteAssetsRoutes } from './site-assets.routes.ts';
export { createSiteAssets } from './site-assets.store.ts';
