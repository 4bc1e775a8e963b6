import { secondReads as contract } from '@duai/contract';
import type { Route } from '../../../http/route.ts';
import type { SecondReads } from './second-reads.ts';

const DONE = { ok: true as const };

export function registerSecondReads(route: Route, secondReads: SecondReads): void {
  route(contract.getSecondRead, ({ context, actor, params }) => secondReads.find(context, actor, params.caseId));
  route(contract.askSecondRead, async ({ context, actor, params }) => {
    await secondReads.ask(context, actor, params.caseId);
    return DONE;
  });
  route(contract.withdrawSecondRead, async ({ context, actor, params }) => {
    await secondReads.withdraw(context, actor, params.caseId);
    return DONE;
  });
  route(contract.takeSecondRead, async ({ context, actor, params }) => {
    await secondReads.take(context, actor, params.caseId);
    return DONE;
  });
  route(contract.giveSecondReadBack, async ({ context, actor, params }) => {
    await secondReads.giveBack(context, actor, params.caseId);
    return DONE;
  });
  route(contract.saveSecondRead, async ({ context, actor, params, body }) => {
    await secondReads.save(context, actor, params.caseId, body);
    return DONE;
  });
  route(contract.compareSecondRead, async ({ context, actor, params, body }) => {
    await secondReads.compare(context, actor, params.caseId, body.agreement);
    return DONE;
  });
  route(contract.adjudicateSecondRead, async ({ context, actor, params, body }) => {
    await secondReads.adjudicate(context, actor, params.caseId, body);
    return DONE;
  });
  route(contract.askConfirmation, async ({ context, actor, params }) => {
    await secondReads.askConfirmation(context, actor, params.caseId);
    return DONE;
  });
  route(contract.confirmText, async ({ context, actor, params, body }) => {
    await secondReads.confirm(context, actor, params.caseId, body.version);
    return DONE;
  });
  route(contract.listOpenSecondReads, () => secondReads.listOpen());
  route(contract.endSecondRead, async ({ context, actor, params, body }) => {
    await secondReads.end(context, actor, params.caseId, body.because);
    return DONE;
  });
  route(contract.getAgreementFigures, () => secondReads.figures());
}
