import { institutions as contract, type Language } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Institutions } from './institutions.service.ts';

export function registerInstitutionRoutes(route: Route, institutions: Institutions): void {
  const { applications } = institutions;
  route(contract.registerTrial, async ({ context, body }) => {
    await applications.apply(context, body);
    return { message: RECEIVED[context.language] };
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
    return { message: ANSWERED[context.language] };
  });
}

const RECEIVED: Record<Language, string> = {
  tr: 'Başvurunuz alındı. Bir uzman 48 saat içinde sizinle iletişime geçecek.',
  en: 'Your application was received. A specialist will reach out within 48 hours.',
  ar: 'تم استلام طلبك. سيتواصل معك أحد المختصين خلال 48 ساعة.',
};
const ANSWERED: Record<Language, string> = {
  tr: 'Yanıtınız iletildi. Size e-posta ile döneceğiz.',
  en: 'Your answer was sent. We will get back to you by e-mail.',
  ar: 'أُرسل ردّك. سنعود إليك بالبريد الإلكتروني.',
};
