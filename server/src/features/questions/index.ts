export { registerQuestionsRoutes } from './questions.routes.ts';
export { createQuestions } from './questions.service.ts';
