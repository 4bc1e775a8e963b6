import { questions as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Questions } from './questions.service.ts';

export function registerQuestionsRoutes(route: Route, questions: Questions): void {
  route(contract.listQuestions, ({ context, params }) => questions.list(context, params.caseId));
  route(contract.askQuestion, ({ context, actor, params, body }) =>
    questions.ask(context, actor, params.caseId, body.text),
  );
  route(contract.markAnswersRead, async ({ context, params }) => {
    await questions.markReadByPatient(context, params.caseId);
    return { ok: true as const };
  });

  route(contract.listQuestionsForStaff, ({ context, actor, params }) =>
    questions.listForStaff(context, actor, params.caseId),
  );
  route(contract.answerQuestion, ({ context, actor, params, body }) =>
    questions.answer(context, actor, params.caseId, body.text),
  );
  route(contract.markQuestionsRead, async ({ context, actor, params }) => {
    await questions.markReadByStaff(context, actor, params.caseId);
    return { ok: true as const };
  });
}
