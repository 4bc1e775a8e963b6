import { accounts } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, messageOf } from '../../lib/api.ts';
import { defaultFetcher } from '../../lib/queries.ts';

export const institutionUserKey = [accounts.getInstitutionUser.path] as const;

/** The signed-in user of an institution, or null: a 401 means that nobody is signed in. */
export const useInstitutionUser = () =>
  useQuery({
    queryKey: institutionUserKey,
    queryFn: defaultFetcher<{ user: accounts.InstitutionUser }>({ on401: 'returnNull' }),
    select: (answer) => answer?.user ?? null,
  });

export interface TrialLogin {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
}

export function useTrialLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TrialLogin) => call(accounts.loginInstitutionUser, { body }),
    onSuccess: (answer) => {
      queryClient.clear();
      queryClient.setQueryData(institutionUserKey, answer);
    },
  });
}

/** The server's sentence; without one 'Login failed'; without an answer the third fallback (specification, section 8). */
export const loginFailure = (error: unknown): string =>
  messageOf(
    error,
    error instanceof ApiError && error.status > 0
      ? 'Login failed'
      : 'Login failed. Please check your credentials and try again.',
  );

/** The same three steps for the trial registration. */
export const registrationFailure = (error: unknown): string =>
  messageOf(
    error,
    error instanceof ApiError && error.status > 0 ? 'Registration failed' : 'An unexpected error occurred',
  );
