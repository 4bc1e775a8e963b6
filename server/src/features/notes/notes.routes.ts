import { notes as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { Notes } from './notes.service.ts';

export function registerNotesRoutes(route: Route, notes: Notes): void {
  route(contract.listNotes, ({ context, actor, params }) => notes.list(context, actor, params.caseId));
  route(contract.askColleague, ({ context, actor, params, body }) => notes.ask(context, actor, params.caseId, body));
  route(contract.answerColleague, ({ context, actor, params, body }) =>
    notes.answer(context, actor, params, body.text),
  );
  route(contract.markNotesRead, async ({ context, actor, params }) => {
    await notes.markRead(context, actor, params.caseId);
    return { ok: true as const };
  });
}
