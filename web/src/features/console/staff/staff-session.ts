import { accounts } from '@duai/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { defaultFetcher } from '../../../lib/queries.ts';
import { keyOf } from '../../../lib/query-keys.ts';

export const staffKey = keyOf(accounts.getStaff);

/** The signed-in staff member, or null. */
export const useStaff = () =>
  useQuery({
    queryKey: staffKey,
    queryFn: defaultFetcher<{ user: accounts.Staff }>({ on401: 'returnNull' }),
    select: (answer) => answer?.user ?? null,
  });

export interface StaffLogin {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

export function useStaffLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: StaffLogin) => call(accounts.loginStaff, { body }),
    onSuccess: (answer) => {
      queryClient.clear();
      queryClient.setQueryData(staffKey, answer);
    },
  });
}
