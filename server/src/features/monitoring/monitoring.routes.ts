import { monitoring as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Monitoring } from './monitoring.service.ts';

/** Figures of versions with their control limits, for operators and for the institution whose studies they are. */
export function registerMonitoringRoutes(route: Route, monitoring: Monitoring): void {
  route(contract.listVersionFigures, ({ params }) => monitoring.figures(params));
  route(contract.setVersionGuard, async ({ context, params, body }) => {
    await monitoring.guard(context, params.algorithmId, params.version, body.pausesOnBreach);
    return { ok: true as const };
  });
  route(contract.listOwnFigures, ({ actor }) => monitoring.figures({ institutionId: actor.institutionId }));
}
