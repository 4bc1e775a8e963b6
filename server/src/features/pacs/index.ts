export type { DicomListeners } from './associations/listen.ts';
export { conformanceStatement } from './conformance-statement.ts';
export { registerPacsRoutes } from './pacs.routes.ts';
export { createPacs, type Pacs } from './pacs.service.ts';
