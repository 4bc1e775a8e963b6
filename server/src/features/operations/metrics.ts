import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Parts } from '../../parts.ts';

/** What GET /metrics tells: the process, requests by route, jobs and stored files. */
export function createMetrics({ queue, storage }: Pick<Parts, 'queue' | 'storage'>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP requests by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs by name and state',
    labelNames: ['name', 'state'],
    registers: [registry],
    async collect() {
      for (const { name, waiting, active, dead } of await queue.counts()) {
        this.set({ name, state: 'waiting' }, waiting);
        this.set({ name, state: 'active' }, active);
        this.set({ name, state: 'dead' }, dead);
      }
    },
  });

  new Gauge({
    name: 'stored_files',
    help: 'Stored files that are damaged or missing, or whose blocks are not known yet',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { damaged, missing, unchecked } = await storage.damage();
      this.set({ state: 'damaged' }, damaged);
      this.set({ state: 'missing' }, missing);
      this.set({ state: 'unchecked' }, unchecked);
    },
  });
  return { registry, requests };
}
