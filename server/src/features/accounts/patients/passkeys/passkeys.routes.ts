import { passkeys as contract } from '@duai/contract';
import type { Route } from '../../../../http/route.ts';
import type { createPasskeys } from './passkeys.ts';

export function registerPasskeysRoutes(route: Route, passkeys: ReturnType<typeof createPasskeys>): void {
  route(contract.listPasskeys, ({ actor }) => passkeys.list(actor));
  route(contract.beginPasskey, ({ context, actor, body }) => passkeys.begin(context, actor, body.password));
  route(contract.addPasskey, ({ context, actor, body }) => passkeys.add(context, actor, body));
  route(contract.renamePasskey, ({ context, actor, params, body }) =>
    passkeys.rename(context, actor, params.passkeyId, body.name),
  );
  route(contract.removePasskey, ({ context, actor, params }) => passkeys.remove(context, actor, params.passkeyId));
  route(contract.beginPasskeyLogin, () => passkeys.beginLogin());
  route(contract.loginWithPasskey, ({ context, body }) => passkeys.login(context, body.credential));
}
