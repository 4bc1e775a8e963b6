export { conformanceStatement } from './conformance-statement.ts';
export type { DicomListeners } from './listen.ts';
export { registerPacsRoutes } from './pacs.routes.ts';
export { createPacs, type Pacs } from './pacs.service.ts';
