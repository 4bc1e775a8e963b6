export type { PrintedDocument } from './document.ts';
export { createModelRoutes } from './model-choice.ts';
export { registerProofRoutes } from './proof.routes.ts';
export { scanFinished } from './trial.jobs.ts';
export { registerTrialRoutes } from './trial.routes.ts';
export { createTrial, type Trial } from './trial.service.ts';
