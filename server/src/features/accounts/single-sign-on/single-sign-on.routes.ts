import { singleSignOn as contract } from '@duai/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import { cookieName } from '../../../http/cookie-name.ts';
import type { Route } from '../../../http/route.ts';
import type { Accounts } from '../accounts.service.ts';
import { sessionCookies } from '../sessions/authenticate.routes.ts';
import { notUsable } from './provider-settings.ts';
import { SignInRefused } from './provider-sign-in.ts';

const OK = { ok: true as const };
/** Most characters read of a provider's answer; a longer query is cut off. */
const LONGEST_QUERY = 8000;
const PAGES = {
  login: '/duaicheck-trial/login',
  home: '/duaicheck-trial/dashboard',
  members: '/duaicheck-trial/members',
};

/**
 * Sign-in at the OpenID provider of an institution. A browser follows these links, so every answer is a page, never an
 * error.
 */
export function registerSingleSignOnRoutes(route: Route, accounts: Accounts): void {
  const { providerSettings, providerSignIn, sessions, isTls } = accounts;
  const cookies = sessionCookies(accounts);
  const browserCookie = cookieName('duai_sign_in', { isTls, path: '/' });
  const browserOf = (request: FastifyRequest): string | null => request.cookies[browserCookie] ?? null;
  // Lax, because the browser returns from another site.
  const shared = { path: '/', httpOnly: true, secure: isTls, sameSite: 'lax' } as const;
  const keepBrowser = (reply: FastifyReply, { browser, seconds }: { browser: string; seconds: number }) =>
    reply.setCookie(browserCookie, browser, { ...shared, maxAge: seconds });

  route(contract.getIdentityProvider, ({ actor }) => providerSettings.state(actor));
  route(contract.setIdentityProvider, ({ context, actor, body }) => providerSettings.set(context, actor, body), {
    ratePerMinute: 30,
  });
  route(contract.removeIdentityProvider, async ({ context, actor }) => {
    await providerSettings.remove(context, actor);
    return OK;
  });
  route(contract.setPasswordSignIn, ({ context, actor, body }) =>
    providerSettings.setPasswords(context, actor, body.isOn),
  );
  route(contract.openPasswordSignIn, async ({ context, params, body }) => {
    await providerSettings.openPasswords(context, params.institutionId, body.inviteAdmin);
    return OK;
  });

  route(
    contract.connectProviderAccount,
    async ({ actor, request, reply }) => {
      const begun = await providerSignIn.beginConnecting(actor, browserOf(request)).catch((error: unknown) => {
        if (error instanceof SignInRefused && error.problem === 'unknown') throw new AppError('NOT_FOUND');
        if (error instanceof SignInRefused) throw notUsable(error.cause);
        throw error;
      });
      keepBrowser(reply, begun);
      return { url: begun.url };
    },
    { ratePerMinute: 30 },
  );

  const told = (reply: FastifyReply, error: unknown) => {
    if (!(error instanceof SignInRefused)) throw error;
    const { problem, isConnecting } = error;
    return reply.redirect(`${isConnecting ? PAGES.members : PAGES.login}?problem=${problem}`);
  };
  route(
    contract.beginProviderSignIn,
    async ({ params, request, reply }) => {
      try {
        const begun = await providerSignIn.begin(params.signInName, browserOf(request));
        return keepBrowser(reply, begun).redirect(begun.url);
      } catch (error) {
        return told(reply, error);
      }
    },
    { ratePerMinute: 60 },
  );
  route(
    contract.endProviderSignIn,
    async ({ context, params, request, reply }) => {
      try {
        const query = request.raw.url?.split('?')[1]?.slice(0, LONGEST_QUERY) ?? '';
        const session = request.cookies[cookies.institution];
        const asked = { isUse: true, isDemoAdmitted: request.isDemoAdmitted };
        const token = await providerSignIn.end(context, params.institutionId, {
          query,
          state: new URLSearchParams(query).get('state'),
          browser: browserOf(request),
          actor: session ? await sessions.institutionUserOf(session, asked) : null,
        });
        if (token === null) return reply.redirect(`${PAGES.members}?connected`);
        return reply.setCookie(cookies.institution, token, shared).redirect(PAGES.home);
      } catch (error) {
        return told(reply, error);
      }
    },
    { ratePerMinute: 60, isSpent: true },
  );
}
