import { PassThrough } from 'node:stream';
import { cases as contract } from '@duai/contract';
import type { Route } from '../../http/route.ts';
import type { CaseEvents } from './case-events.ts';
import type { Cases } from './cases.service.ts';

/** Proxies close silent connections after a minute or so; a comment line keeps them open. */
const HEARTBEAT_MS = 25_000;
/** The client reconnects after that, and is authenticated anew. */
const LONGEST_STREAM_MS = 30 * 60_000;

export function registerCasesRoutes(route: Route, cases: Cases, events: CaseEvents): void {
  route(contract.listCases, ({ context, actor }) => cases.list(context, actor));
  route(contract.getCase, ({ context, params }) => cases.get(context, params.caseId));
  route(contract.createCase, ({ context, actor, body }) => cases.create(context, actor, body));

  route(contract.takeCaseBack, ({ context, params }) => cases.takeBack(context, params.caseId));

  route(contract.streamPatientEvents, ({ actor, request, reply }) => {
    const stream = new PassThrough();
    stream.write(': connected\n\n');
    const unsubscribe = events.subscribe(actor.id, (caseId) => {
      stream.write(`event: case\ndata: ${JSON.stringify({ caseId })}\n\n`);
    });
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);
    const end = setTimeout(() => stream.end(), LONGEST_STREAM_MS);
    request.raw.on('close', () => stream.end());
    stream.on('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
      clearTimeout(end);
    });
    return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
  });

  route(contract.getWorklist, ({ context, query }) => cases.worklist(context, query.show));
  route(contract.claimCase, async ({ context, actor, params }) => {
    await cases.claim(context, actor, params.caseId);
    return { ok: true as const };
  });
  route(contract.releaseCase, async ({ context, actor, params }) => {
    await cases.release(context, actor, params.caseId);
    return { ok: true as const };
  });
  route(contract.sendCaseBack, async ({ context, actor, params, body }) => {
    await cases.sendBack(context, actor, params.caseId, body.question);
    return { ok: true as const };
  });
}
