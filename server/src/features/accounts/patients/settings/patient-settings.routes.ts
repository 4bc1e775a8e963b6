import { accountSettings as contract } from '@duai/contract';
import { SERVER_TEXTS } from '../../../../core/texts.ts';
import type { Route } from '../../../../http/route.ts';
import type { createPatientSettings } from './patient-settings.ts';

export function registerPatientSettingsRoutes(route: Route, settings: ReturnType<typeof createPatientSettings>): void {
  route(contract.changePersonalDetails, ({ context, actor, body }) => settings.changePersonal(context, actor, body));
  route(contract.changeEmail, ({ context, actor, body }) => settings.changeEmail(context, actor, body));
  route(contract.cancelEmailChange, ({ context, actor }) => settings.cancelEmailChange(context, actor));
  route(contract.changeNotifications, ({ context, actor, body }) => settings.changeNotifications(context, actor, body));
  route(contract.sendPhoneCode, async ({ context, actor }) => {
    await settings.sendPhoneCode(context, actor);
    return { message: SERVER_TEXTS[context.language].accounts.codeSent };
  });
  route(contract.verifyPhone, ({ context, actor, body }) => settings.verifyPhone(context, actor, body.code));
  route(contract.listSessions, ({ actor }) => settings.sessions(actor));
  route(contract.endSession, ({ context, actor, params }) => settings.endSession(context, actor, params.sessionId));
  route(contract.endOtherSessions, ({ context, actor }) => settings.endOtherSessions(context, actor));
  route(contract.beginTwoFactor, ({ context, actor, body }) => settings.beginTwoFactor(context, actor, body.password));
  route(contract.confirmTwoFactor, ({ context, actor, body }) => settings.confirmTwoFactor(context, actor, body.code));
  route(contract.turnTwoFactorOff, ({ context, actor, body }) => settings.turnTwoFactorOff(context, actor, body));
  route(contract.listConsents, ({ actor }) => settings.consents(actor));
  route(contract.withdrawConsent, ({ context, actor, params }) =>
    settings.withdrawConsent(context, actor, params.purpose),
  );
}
