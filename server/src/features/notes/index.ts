export { registerNotesRoutes } from './notes.routes.ts';
export { createNotes } from './notes.service.ts';
