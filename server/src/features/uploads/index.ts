export { registerUploadsRoutes } from './uploads.routes.ts';
export { createUploads } from './uploads.service.ts';
