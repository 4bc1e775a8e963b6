import { assignment, cases as contract, turnaround } from '@duai/contract';
import { streamEvents } from '../../http/event-stream.ts';
import type { Route } from '../../http/route.ts';
import { CONSOLE } from './case-events.ts';
import type { Cases } from './cases.service.ts';

export function registerCasesRoutes(route: Route, cases: Cases): void {
  route(contract.listCases, ({ context, actor }) => cases.list(context, actor));
  route(contract.getCase, ({ context, params }) => cases.get(context, params.caseId));
  route(contract.createCase, ({ context, actor, body }) => cases.create(context, actor, body));

  route(contract.takeCaseBack, ({ context, params }) => cases.takeBack(context, params.caseId));

  route(contract.streamPatientEvents, (input) =>
    streamEvents<{ caseId: string }>(input, 'case', ({ onChange, onGap }) =>
      cases.events.subscribe(input.actor.id, { onChange: ({ caseId }) => onChange({ caseId }), onGap }),
    ),
  );

  route(contract.getWorklist, ({ context, actor, query }) => cases.worklist(context, actor, query.show));
  route(contract.searchWorklist, ({ context, actor, body }) => cases.searchWorklist(context, actor, body));
  route(contract.getWorklistViews, ({ actor }) => cases.views(actor));
  route(contract.setWorklistViews, ({ actor, body }) => cases.setViews(actor, body.views));
  route(contract.countWorklist, ({ actor }) => cases.counts(actor));
  route(contract.streamConsoleEvents, (input) =>
    streamEvents<{ caseId: string }>(input, 'case', ({ onChange, onGap }) =>
      cases.events.subscribe(CONSOLE, { onChange: ({ caseId }) => onChange({ caseId }), onGap }),
    ),
  );
  route(turnaround.getTurnaround, () => cases.turnaround.figures());
  route(assignment.getAssignment, () => cases.assignment.rules());
  route(assignment.setAssignment, ({ context, body }) => cases.assignment.setRules(context, body));
  route(contract.claimCase, async ({ context, actor, params }) => {
    await cases.claim(context, actor, params.caseId);
    return { ok: true as const };
  });
  route(contract.releaseCase, async ({ context, actor, params }) => {
    await cases.release(context, actor, params.caseId);
    return { ok: true as const };
  });
  route(contract.takeCaseOver, async ({ context, actor, params, body }) => {
    await cases.takeOver(context, actor, params.caseId, body.reason);
    return { ok: true as const };
  });
  route(contract.sendCaseBack, async ({ context, actor, params, body }) => {
    await cases.sendBack(context, actor, params.caseId, body.question);
    return { ok: true as const };
  });
}
