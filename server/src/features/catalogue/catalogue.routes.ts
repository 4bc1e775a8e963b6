import { catalogue as contract, installedAlgorithms } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Catalogue } from './catalogue.service.ts';

const OK = { ok: true as const };

export function registerCatalogueRoutes(route: Route, models: Catalogue): void {
  route(contract.listModels, ({ actor }) => models.list(actor.institutionId));
  route(contract.switchModel, async ({ context, actor, params, body }) => {
    await models.switchModel(context, actor.institutionId, params.algorithmId, body.isEnabled);
    return OK;
  });
  route(contract.getVendorSending, ({ actor }) => models.vendorSending(actor.institutionId));
  route(contract.setVendorSending, async ({ context, actor, body }) => {
    await models.setVendorSending(context, actor.institutionId, body.isDeidentified);
    return OK;
  });
  route(contract.addRoutingRule, ({ context, actor, params, body }) =>
    models.addRule(context, actor.institutionId, params.algorithmId, body.conditions),
  );
  route(contract.removeRoutingRule, async ({ context, actor, params }) => {
    await models.removeRule(context, actor.institutionId, params.ruleId);
    return OK;
  });
  route(installedAlgorithms.dryRunVersion, ({ context, params, query }) =>
    models.dryRunVersion(context, query.institutionId, params.algorithmId, params.version),
  );
  route(contract.dryRunRouting, ({ context, actor }) => models.dryRun(actor.institutionId, context.language));
}
