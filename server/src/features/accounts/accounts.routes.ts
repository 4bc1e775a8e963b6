import { accountSettings, consentTexts, accounts as contract, given, LIMITS, preliminaryReads } from '@duai/contract';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../core/actor.ts';
import { SERVER_TEXTS } from '../../core/texts.ts';
import { bearerToken, type Route } from '../../http/route.ts';
import type { Accounts } from './accounts.service.ts';
import type { Realm } from './accounts.tables.ts';
import { registerPasskeysRoutes } from './patients/passkeys/passkeys.routes.ts';
import { registerPatientSettingsRoutes } from './patients/settings/patient-settings.routes.ts';
import { sessionCookies } from './sessions/authenticate.routes.ts';
import { registerTeamRoutes } from './staff/team.routes.ts';

const OK = { ok: true as const };

export function registerAccountsRoutes(route: Route, accounts: Accounts): void {
  const { patients, institutions, staff, users, passwordReset, ownPassword, sessions } = accounts;
  const cookies = sessionCookies(accounts);
  const cookie = (sameSite: 'lax' | 'strict', maxAge?: number): CookieSerializeOptions => ({
    path: '/',
    httpOnly: true,
    secure: accounts.isTls,
    sameSite,
    ...(maxAge ? { maxAge } : {}),
  });

  /** Sets the known-device cookie after a successful sign-in, so that guesses by strangers do not lock this device out. */
  const rememberDevice = (reply: FastifyReply, { deviceCookie }: Context, account: string) =>
    reply.setCookie(
      cookies.device,
      accounts.devices.remember(deviceCookie, account),
      cookie('strict', LIMITS.knownDeviceDays * 86_400),
    );

  // ---- patients ----
  route(contract.registerPatient, ({ context, body }) => patients.register(context, body));
  route(contract.loginPatient, async ({ context, body, reply }) => {
    const opened = await patients.login(context, body);
    rememberDevice(reply, context, `patient:${body.email}`);
    return opened;
  });
  route(contract.logoutPatient, async ({ context, request }) => {
    await patients.logout(given(bearerToken(request), 'the token of a session'));
    return { message: SERVER_TEXTS[context.language].accounts.loggedOut };
  });
  route(contract.getPatient, ({ actor }) => patients.me(actor));
  route(contract.setPatientLanguage, async ({ actor, body }) => {
    await patients.setLanguage(actor, body.language);
    return OK;
  });
  route(contract.giveConsents, ({ context, actor, body }) => patients.giveConsents(context, actor, body.consents));
  route(contract.resendVerification, async ({ context, actor }) => {
    await patients.resendVerification(actor);
    return { message: SERVER_TEXTS[context.language].accounts.verificationSent };
  });
  route(contract.verifyEmail, async ({ context, body }) => {
    await patients.verifyEmail(context, body.token);
    return { message: SERVER_TEXTS[context.language].accounts.verified };
  });

  registerPatientSettingsRoutes(route, patients.settings);
  registerPasskeysRoutes(route, patients.passkeys);
  registerTeamRoutes(route, accounts);

  // ---- password reset, the same in all areas ----
  const resets = [
    ['patient', contract.forgotPatientPassword, contract.resetPatientPassword],
    ['institution', contract.forgotInstitutionPassword, contract.resetInstitutionPassword],
    ['staff', contract.forgotStaffPassword, contract.resetStaffPassword],
  ] as const satisfies readonly (readonly [Realm, unknown, unknown])[];
  for (const [realm, forgot, reset] of resets) {
    route(forgot, async ({ context, body }) => {
      await passwordReset.forgot(context, realm, body.email);
      return { message: SERVER_TEXTS[context.language].accounts.resetSent };
    });
    route(reset, async ({ context, body }) => {
      await passwordReset.reset(context, realm, body);
      return { message: SERVER_TEXTS[context.language].accounts.passwordChanged };
    });
  }

  // ---- the own password, the same in all areas ----
  for (const change of [
    accountSettings.changePassword,
    contract.changeInstitutionPassword,
    contract.changeStaffPassword,
  ] as const) {
    route(change, async ({ context, actor, body }) => {
      await ownPassword.change(context, actor, body);
      return { message: SERVER_TEXTS[context.language].accounts.othersEnded };
    });
  }

  // ---- institutions ----
  route(contract.loginInstitutionUser, async ({ context, body, reply }) => {
    const { token, user, maxAgeSeconds } = await institutions.login(context, body);
    reply.setCookie(cookies.institution, token, cookie('lax', maxAgeSeconds));
    rememberDevice(reply, context, `institution:${body.username}`);
    return { user };
  });
  route(contract.registerInstitutionUser, async ({ context, body }) => {
    await institutions.redeemInvitation(context, body);
    return { message: SERVER_TEXTS[context.language].accounts.accountReady };
  });
  route(contract.logoutInstitutionUser, async ({ context, request, reply }) => {
    const token = request.cookies[cookies.institution];
    if (token) await sessions.revoke('institution', token);
    reply.clearCookie(cookies.institution, cookie('lax'));
    return { message: SERVER_TEXTS[context.language].accounts.loggedOut };
  });
  route(contract.getInstitutionUser, async ({ actor }) => ({ user: await institutions.me(actor) }));

  // ---- staff ----
  route(contract.loginStaff, async ({ context, body, reply }) => {
    const { token, user } = await staff.login(context, body);
    reply.setCookie(cookies.staff, token, cookie('strict'));
    rememberDevice(reply, context, `staff:${body.email}`);
    return { user };
  });
  route(contract.logoutStaff, async ({ context, request, reply }) => {
    const token = request.cookies[cookies.staff];
    if (token) await sessions.revoke('staff', token);
    reply.clearCookie(cookies.staff, cookie('strict'));
    return { message: SERVER_TEXTS[context.language].accounts.loggedOut };
  });
  route(contract.getStaff, async ({ actor }) => ({ user: await staff.me(actor) }));

  // ---- operators ----
  route(consentTexts.listConsentTexts, () => patients.consentTexts());
  route(contract.findUsers, ({ context, body }) => users.find(context, body));
  route(contract.setCredentials, async ({ context, params, body }) => {
    await users.setCredentials(context, params.userId, body);
    return OK;
  });
  route(preliminaryReads.setReadFirst, async ({ context, params, body }) => {
    await users.setReadFirst(context, params.userId, body.isReadFirst);
    return OK;
  });
  route(contract.disableUser, async ({ context, params }) => {
    await users.setDisabled(context, params.realm, params.userId, true);
    return OK;
  });
  route(contract.enableUser, async ({ context, params }) => {
    await users.setDisabled(context, params.realm, params.userId, false);
    return OK;
  });
}
