import { accounts } from '@duai/contract';
import { ApiError, apiErrorOf, type CallInput, call } from '../../../lib/api.ts';
import type { WorkTexts } from '../../../lib/messages.tsx';

export interface TrialLogin {
  readonly username: string;
  readonly password: string;
  readonly remember?: boolean;
  /** One-time code, if the user has enabled it. */
  readonly code?: string;
}

/**
 * The error that an action of the auth layer throws (specification, section 8): the server's message, `unspoken` if the
 * answer had none, '' without a connection (the page has its own text for that), `unknown` for anything else.
 */
function asError(error: unknown, unspoken: string, unknown: string): Error {
  if (!(error instanceof ApiError)) return new Error(unknown, { cause: error });
  return new Error(error.status === 0 ? '' : error.message || unspoken, { cause: error });
}

async function spoken<T>(act: () => Promise<T>, unspoken: string, unknown = unspoken): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw asError(error, unspoken, unknown);
  }
}

/** The calls of the trial's auth layer; all send cookies. */
export const trialCalls = {
  login: (body: TrialLogin): Promise<accounts.InstitutionUser> =>
    spoken(
      async () => (await call(accounts.loginInstitutionUser, { body })).user,
      'Login failed',
      'Unknown error during login',
    ),
  /** Redeems an invitation. The trial registration form does not use it, because that form applies for a trial. */
  register: (body: CallInput<typeof accounts.registerInstitutionUser>['body']): Promise<{ message: string }> =>
    spoken(() => call(accounts.registerInstitutionUser, { body }), 'Registration failed'),
  logout: (): Promise<unknown> => spoken(() => call(accounts.logoutInstitutionUser), 'Logout failed'),
  /** The signed-in user, or null: a 401 means that nobody is signed in. */
  user: (): Promise<accounts.InstitutionUser | null> =>
    spoken(async () => {
      try {
        return (await call(accounts.getInstitutionUser)).user;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    }, 'Failed to get user'),
};
export type TrialCalls = typeof trialCalls;

/**
 * Text of the red box on the sign-in form: the server's message, 'Login failed' if there is none, or the text for a missing
 * answer.
 */
export function loginFailure(error: unknown, texts: WorkTexts['portal']['login']): string {
  const answer = apiErrorOf(error);
  if (!answer) return texts.failedUnknown;
  return answer.message || (answer.status > 0 ? texts.failed : texts.failedUnreached);
}
