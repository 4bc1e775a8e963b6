import { retention as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Retention } from './retention.service.ts';

export function registerRetentionRoutes(route: Route, retention: Retention): void {
  route(contract.getRetention, ({ actor }) => retention.of(actor.institutionId));
  route(contract.setRetention, ({ context, actor, body }) => retention.set(context, actor.institutionId, body.days));
  route(contract.holdEvaluated, ({ context, actor }) => retention.holdEvaluated(context, actor.institutionId));
  route(contract.getScanRetention, ({ actor, params }) => retention.ofScan(actor.institutionId, params.scanId));
  route(contract.holdScan, async ({ context, actor, params, body }) => {
    await retention.hold(context, actor.institutionId, params.scanId, body.isHeld);
    return { ok: true as const };
  });
}
