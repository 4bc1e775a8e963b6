export { registerEvaluationRoutes } from './evaluation.routes.ts';
export { createEvaluation, type Evaluation } from './evaluation.service.ts';
