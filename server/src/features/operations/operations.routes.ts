import { operations as contract } from '@duai/contract';
import type { FastifyInstance } from 'fastify';
import { bearerToken, type Route } from '../../http/route.ts';
import type { Operations } from './operations.service.ts';

const OK = { ok: true as const };

export function registerOperationsRoutes(route: Route, operations: Operations, app: FastifyInstance): void {
  route(contract.getLiveness, () => OK);
  route(contract.getReadiness, async () => {
    await operations.assertReady();
    return OK;
  });
  route(contract.getSystemHealth, () => operations.health());
  route(contract.getHealthHistory, ({ query }) => operations.history(query));
  route(contract.listAudit, ({ context, query }) => operations.audit(context, query));
  route(contract.exportAudit, async ({ context, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="duai-audit.csv"');
    return operations.auditCsv(context, query);
  });
  route(contract.listDeadJobs, ({ query }) => operations.deadJobs(query));
  route(contract.retryDeadJob, async ({ context, params }) => {
    await operations.retryDeadJob(context, params.jobId);
    return OK;
  });

  route(contract.goOnWithoutImages, async ({ context, params }) => {
    await operations.goOnWithoutImages(context, params.jobId);
    return OK;
  });

  // Prometheus text format. Labels are route patterns, never URLs, which contain ids.
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    operations.assertMayReadMetrics(bearerToken(request));
    return reply.type(operations.metricsType).send(await operations.metrics());
  });
  app.addHook('onResponse', async (request, reply) => {
    operations.observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
  });
}
