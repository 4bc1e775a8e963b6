import { members as contract } from '@duai/contract';
import type { Route } from '../../../http/route.ts';
import type { Accounts } from '../accounts.service.ts';

const OK = { ok: true as const };

/** Routes for the members of an institution and for the one-time codes of one's own account. */
export function registerMembersRoutes(route: Route, { members, institutionTotp }: Accounts): void {
  route(contract.listMembers, ({ actor }) => members.list(actor.institutionId));
  route(contract.inviteMember, ({ context, actor, body }) => members.invite(context, actor, body), {
    ratePerMinute: 30,
  });
  route(contract.withdrawInvitation, async ({ context, actor, params }) => {
    await members.withdraw(context, actor.institutionId, params.invitationId);
    return OK;
  });
  route(contract.changeMemberRole, ({ context, actor, params, body }) =>
    members.changeRole(context, actor.institutionId, params.memberId, body.role),
  );
  route(contract.removeMember, async ({ context, actor, params }) => {
    await members.remove(context, actor.institutionId, params.memberId);
    return OK;
  });

  route(contract.getTotp, ({ actor }) => institutionTotp.state(actor));
  route(contract.beginTotp, ({ context, actor, body }) => institutionTotp.begin(context, actor, body.password));
  route(
    contract.confirmTotp,
    async ({ context, actor, body }) => ({
      recoveryCodes: await institutionTotp.confirm(context, actor, body.code),
    }),
    { ratePerMinute: 20 },
  );
  route(contract.renewRecoveryCodes, async ({ context, actor, body }) => ({
    recoveryCodes: await institutionTotp.renewRecoveryCodes(context, actor, body.password),
  }));
  route(contract.disableTotp, async ({ context, actor, body }) => {
    await institutionTotp.disable(context, actor, body.password);
    return OK;
  });
}
