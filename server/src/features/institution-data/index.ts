export { registerInstitutionDataRoutes } from './institution-data.routes.ts';
export { createInstitutionData } from './institution-data.service.ts';
