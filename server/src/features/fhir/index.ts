export { registerFhirRoutes } from './fhir.routes.ts';
export { createFhir } from './fhir.service.ts';
