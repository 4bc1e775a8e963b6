import { accounts, members } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { OneTimeCodes } from '../../features/accounts/institutions/one-time-codes.tsx';
import { SingleSignOn } from '../../features/accounts/institutions/single-sign-on.tsx';
import { useTrialAuth } from '../../features/accounts/institutions/trial-auth.tsx';
import { OwnPasswordForm } from '../../features/accounts/own-password-form.tsx';
import { InvitationList, InviteForm, MemberTable } from '../../features/institutions/member-list.tsx';
import { call } from '../../lib/api.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { WorkbenchHead } from './workbench-head.tsx';

/** The institution's members and how they sign in. */
export default function TrialMembers() {
  const texts = useWorkTexts().portal.members;
  const { user } = useTrialAuth();
  const list = useQuery({
    queryKey: keyOf(members.listMembers),
    queryFn: ({ signal }) => call(members.listMembers, { signal }),
    staleTime: 0,
  });
  return (
    <>
      <WorkbenchHead title={texts.members} />
      <p className="-mt-3 max-w-2xl text-grey-4">{texts.adminsReachEverythingOfThis}</p>
      <InviteForm />
      <Loaded query={list}>
        {({ members: rows, invitations }) => (
          <>
            <MemberTable rows={rows} ownId={user?.id ?? ''} />
            {invitations.length > 0 && <InvitationList rows={invitations} />}
          </>
        )}
      </Loaded>
      <Card className="grid grid-cols-1 gap-4">
        <div className="grid max-w-2xl gap-1">
          <h2 className="text-lg font-semibold">{texts.yourPassword}</h2>
          <p className="text-sm text-grey-4">{texts.aNewPasswordEndsYour}</p>
        </div>
        <OwnPasswordForm
          endpoint={accounts.changeInstitutionPassword}
          username={user?.username ?? ''}
          onChanged={() => void list.refetch()}
        />
      </Card>
      <OneTimeCodes />
      <SingleSignOn />
    </>
  );
}
