export { registerTrialRoutes } from './trial.routes.ts';
export { createTrial } from './trial.service.ts';
