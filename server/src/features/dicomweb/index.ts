export { registerDicomwebRoutes } from './dicomweb.routes.ts';
export { createDicomweb } from './dicomweb.service.ts';
