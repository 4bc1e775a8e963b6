import { institutions as contract, billing as metering } from '@duai/contract';
import { SERVER_TEXTS } from '../../core/texts.ts';
import { download } from '../../http/download.ts';
import type { Route } from '../../http/route.ts';
import type { Billing } from './billing.service.ts';

export function registerBillingRoutes(route: Route, { statements, plans }: Billing): void {
  route(metering.listStatements, ({ actor }) => statements.list(actor.institutionId));
  route(metering.listPrices, ({ actor }) => statements.prices(actor.institutionId));
  route(metering.getStatementCsv, async ({ actor, params, signal, reply }) => {
    const csv = await statements.csv(actor.institutionId, params.month, signal);
    download(reply, `duai-usage-${params.month}.csv`);
    return csv;
  });
  route(metering.getStatementPdf, async ({ actor, context, params, signal, reply }) => {
    const pdf = await statements.pdf(context, actor.institutionId, params.month, signal);
    download(reply, `duai-usage-${params.month}.pdf`);
    return Buffer.from(pdf);
  });
  route(
    metering.requestUpgrade,
    async ({ context, actor, body }) => {
      await statements.requestUpgrade(context, actor.institutionId, body.message ?? '');
      return { message: SERVER_TEXTS[context.language].billing.upgradeAsked };
    },
    { ratePerMinute: 5 },
  );

  route(contract.listInstitutions, () => plans.list());
  route(contract.inviteInstitutionAgain, ({ context, params }) => plans.inviteAgain(context, params.institutionId));
  route(contract.upgradeInstitution, ({ context, params, body }) =>
    plans.upgrade(context, params.institutionId, body.price),
  );
  route(contract.setScanPrice, ({ context, params, body }) => plans.setPrice(context, params.institutionId, body));
}
