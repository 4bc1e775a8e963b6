export type { PrintedDocument } from './document.ts';
export { createModelRoutes } from './model-choice.ts';
export { registerTrialRoutes } from './trial.routes.ts';
export { createTrial } from './trial.service.ts';
