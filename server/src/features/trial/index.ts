export { registerTrialRoutes } from './trial.routes.ts';
export { createTrial, type Trial } from './trial.service.ts';
