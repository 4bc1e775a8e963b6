import { institutions as contract } from '@duai/contract';
import { SERVER_TEXTS } from '../../core/texts.ts';
import type { Route } from '../../http/route.ts';
import type { Institutions } from './institutions.service.ts';

export function registerInstitutionRoutes(route: Route, institutions: Institutions): void {
  const { applications } = institutions;
  route(contract.registerTrial, async ({ context, body }) => {
    await applications.apply(context, body);
    return { message: SERVER_TEXTS[context.language].institutions.received };
  });
  route(contract.getTrialUsage, ({ actor }) => institutions.usage(actor.institutionId));

  route(contract.listApplications, () => applications.list());
  route(contract.approveApplication, ({ context, actor, params }) =>
    applications.approve(context, actor, params.applicationId),
  );
  route(contract.declineApplication, ({ context, actor, params, body }) =>
    applications.decline(context, actor, params.applicationId, body.reason),
  );
  route(contract.askApplicant, ({ context, params, body }) =>
    applications.ask(context, params.applicationId, body.question),
  );
  route(contract.getApplicationQuestion, ({ body }) => applications.question(body.token));
  route(contract.answerApplicationQuestion, async ({ context, body }) => {
    await applications.answer(context, body.token, body.answer);
    return { message: SERVER_TEXTS[context.language].institutions.answered };
  });
}
