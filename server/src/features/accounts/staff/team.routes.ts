import { accounts as contract } from '@duai/contract';
import { SERVER_TEXTS } from '../../../core/texts.ts';
import type { Route } from '../../../http/route.ts';
import type { Accounts } from '../accounts.service.ts';

const OK = { ok: true as const };
/** Routes for the staff of the house: invitations, roles and absence. */
export function registerTeamRoutes(route: Route, { team, staffInvitations, users }: Accounts): void {
  route(contract.listStaffInvitations, () => staffInvitations.list());
  route(contract.inviteStaff, ({ context, actor, body }) => staffInvitations.invite(context, actor, body), {
    ratePerMinute: 30,
  });
  route(contract.withdrawStaffInvitation, async ({ context, params }) => {
    await staffInvitations.withdraw(context, params.invitationId);
    return OK;
  });
  route(contract.openStaffInvitation, ({ body }) => staffInvitations.open(body.token), { ratePerMinute: 20 });
  route(
    contract.acceptStaffInvitation,
    async ({ context, body }) => {
      await staffInvitations.accept(context, body);
      return { message: SERVER_TEXTS[context.language].accounts.accountReady };
    },
    { ratePerMinute: 20 },
  );
  route(contract.setStaffRole, async ({ context, params, body }) => {
    await team.setRole(context, params.userId, body.role);
    return OK;
  });
  route(contract.setSubspecialties, async ({ context, params, body }) => {
    await users.setSubspecialties(context, params.userId, body.subspecialties, body.seen);
    return OK;
  });
  route(contract.addAbsence, ({ context, params, body }) => team.addAbsence(context, params.userId, body));
  route(contract.removeAbsence, async ({ context, params }) => {
    await team.removeAbsence(context, params.userId, params.absenceId);
    return OK;
  });
}
