import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isAskedOnThisMachine } from '../core/network/loopback.ts';

/** Decides for each request whether demo accounts and the mailbox page are available to it. */
export function registerDemoAdmission(
  http: FastifyInstance,
  { NODE_ENV, ALLOW_DEMO_ON_NETWORK }: Pick<Config, 'NODE_ENV' | 'ALLOW_DEMO_ON_NETWORK'>,
): void {
  http.decorateRequest('isDemoAdmitted', false);
  if (NODE_ENV === 'production') return;
  http.addHook('onRequest', async (request) => {
    request.isDemoAdmitted = ALLOW_DEMO_ON_NETWORK !== undefined || isAskedOnThisMachine(request);
  });
}
