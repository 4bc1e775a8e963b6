import { claims as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Claims } from './claims.service.ts';

export function registerClaimsRoutes(route: Route, claims: Claims): void {
  route(contract.listClaims, () => claims.list());
  route(contract.decideClaim, ({ context, params, body }) => claims.decide(context, params.name, body));
}
