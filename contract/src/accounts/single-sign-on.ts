import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { emailSchema, idSchema, ONE_LINE, okAnswer, timeSchema } from '../values/fields.ts';
import { LIMITS } from '../values/limits.ts';
import { usernameSchema } from './institution-accounts.ts';

const tag = 'Single sign-on';

/** Why a sign-in at the institution's identity provider gave no session; the sign-in page shows a text for each. */
export const SIGN_IN_PROBLEMS = [
  /** No institution has this sign-in name, or it no longer has a provider. */
  'unknown',
  /** The answer belongs to no open request: never asked for, too old, already used, or started in another browser. */
  'expired',
  /** The provider could not be reached, or its answer is not valid. */
  'provider',
  /** The provider refused the sign-in, or the person cancelled it there. */
  'refused',
  /** The person is in none of the groups that are mapped to a role. */
  'no-role',
  /** The provider sent no e-mail address. */
  'no-email',
  /** The account is disabled. */
  'disabled',
  /** The account at the provider is already connected to another member. */
  'connected',
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

/** A value that a provider puts into a claim or a scope: one line. */
const word = z.string().trim().min(1).max(200).regex(ONE_LINE);
const groups = z.array(word).max(50);
const shared = {
  /** The name that members type on the sign-in page. */
  signInName: usernameSchema,
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .regex(ONE_LINE),
  clientId: word,
  /** Must contain `openid` (OpenID Connect Core 1.0 section 3.1.2.1). */
  scope: word.refine((scope) => scope.split(' ').includes('openid'), 'NOT_ALLOWED'),
  groupsClaim: word,
  adminGroups: groups.min(1),
  readerGroups: groups,
  memberGroups: groups,
};
export const identityProviderSchema = z.object({
  ...shared,
  /** The redirect URI that has to be registered at the provider. */
  redirectUri: z.string(),
  signInAddress: z.string(),
  /** Since when password sign-in is off for this institution; null while passwords work. */
  passwordsOffAt: timeSchema.nullable(),
  /** Number of members who have signed in at the provider. */
  connectedMembers: z.number().int(),
});
export type IdentityProvider = z.infer<typeof identityProviderSchema>;
const stateAnswer = z.object({
  provider: identityProviderSchema.nullable(),
  /** The redirect URI, known before a provider is set up so that it can be registered there. */
  redirectUri: z.string(),
  /** Whether the current session was opened at the provider. */
  isOwnSession: z.boolean(),
});

export const getIdentityProvider = defineEndpoint({
  method: 'GET',
  path: '/api/trial/single-sign-on',
  audience: 'institution-admin',
  tag,
  summary: 'The OpenID provider of the institution',
  answer: stateAnswer,
});
export const setIdentityProvider = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/single-sign-on',
  audience: 'institution-admin',
  tag,
  summary: 'Name the OpenID provider of the institution and the groups that have a role; it is asked for its metadata',
  body: z.object({
    ...shared,
    /** If absent, the stored secret is kept. */
    clientSecret: z.string().min(1).max(LIMITS.passwordMaxLength).regex(ONE_LINE).optional(),
  }),
  answer: stateAnswer,
});
export const removeIdentityProvider = defineEndpoint({
  method: 'DELETE',
  path: '/api/trial/single-sign-on',
  audience: 'institution-admin',
  tag,
  summary: 'Forget the provider; sessions that it opened end, and passwords work again',
  answer: okAnswer,
});
export const setPasswordSignIn = defineEndpoint({
  method: 'PUT',
  path: '/api/trial/single-sign-on/passwords',
  audience: 'institution-admin',
  tag,
  summary:
    'Switch passwords off or on for the whole institution; off only in a session that was opened at the provider, and ends all others',
  body: z.object({ isOn: z.boolean() }),
  answer: stateAnswer,
});
export const openPasswordSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/console/institutions/:institutionId/password-sign-in',
  audience: 'operator',
  tag,
  summary: 'The way back where a provider fails: passwords work again; an administrator may be invited beside',
  params: z.object({ institutionId: idSchema }),
  body: z.object({ inviteAdmin: emailSchema.optional() }),
  answer: okAnswer,
});

export const connectProviderAccount = defineEndpoint({
  method: 'POST',
  path: '/api/auth/provider/connect',
  audience: 'institution-user',
  tag,
  summary: 'Connect the own account with one at the provider; answers the address to go to',
  answer: z.object({ url: z.string() }),
});
export const beginProviderSignIn = defineEndpoint({
  method: 'GET',
  path: '/api/auth/provider/begin/:signInName',
  audience: 'public',
  tag,
  summary: 'Begin a sign-in at the provider of an institution; answers a redirect',
  params: z.object({ signInName: z.string().trim().toLowerCase().max(100) }),
  status: 302,
});
export const endProviderSignIn = defineEndpoint({
  method: 'GET',
  path: '/api/auth/provider/callback/:institutionId',
  audience: 'public',
  tag,
  summary: 'Where a provider sends the browser back to; opens a session and answers a redirect',
  params: z.object({ institutionId: idSchema }),
  status: 302,
});
