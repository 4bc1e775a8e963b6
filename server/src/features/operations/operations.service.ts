import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { operations as contract } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { isSameSecret } from '../../core/ids.ts';
import type { Page, PageWish } from '../../core/keyset.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import { auditCsv } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { ingestStudies, type Studies } from '../studies/index.ts';
import { withNames } from './audit-names.ts';
import { createHealthHistory } from './health-history.ts';
import { subjectsOf } from './job-subjects.ts';
import { createMetrics } from './metrics.ts';
import { askDatabase } from './operations.store.ts';

export type Operations = ReturnType<typeof createOperations>;

const VERSION = '0.1.0';
/** A check that takes longer counts as failed, in ms. */
const CHECK_TIMEOUT_MS = 10_000;

/** The operator's view: health, dead jobs, metrics and audit trail. */
export function createOperations(
  parts: Pick<Parts, 'config' | 'db' | 'databaseRole' | 'storage' | 'queue' | 'quick' | 'clock'>,
  {
    accounts,
    audit,
    cases,
    notifications,
    studies,
    moreChecks,
    breaches,
  }: {
    accounts: Pick<Accounts, 'namesOf'>;
    audit: Audit;
    cases: Pick<Cases, 'numbersOf' | 'idOfNumber'>;
    notifications: Notifications;
    studies: Pick<Studies, 'setAsideStalled'>;
    /** Checks of models on other servers. */
    moreChecks: () => Promise<Record<string, () => Promise<void>>>;
    /** Figures outside their limits: no part fails by them. */
    breaches: () => Promise<contract.SystemHealth['breaches']>;
  },
) {
  const { db, storage, queue, quick, clock } = parts;
  const startedAt = clock.now().toISOString();
  const { registry, requests } = createMetrics(parts);

  /** The state of stored files, for the health page. */
  async function storedFiles(): Promise<contract.SystemHealth['files']> {
    const { files, oldestCheckAt, ...counts } = await storage.damage();
    return {
      ...counts,
      oldestCheckAt: oldestCheckAt?.toISOString() ?? null,
      found: files.map((file) => ({ ...file, foundAt: file.foundAt.toISOString() })),
    };
  }

  /** Without these parts the server is not ready. */
  const needed: Record<string, () => Promise<unknown>> = {
    database: () => askDatabase(db.drizzle),
    storage: () => storage.assertUsable(),
    queue: () => queue.assertUsable(),
  };

  const check = async (name: string, run: () => Promise<unknown>) => {
    const begin = performance.now();
    const detail = await Promise.race([run(), timeout()]).then(
      () => 'ok',
      (error: unknown) => (error as { code?: string }).code ?? 'does not answer',
    );
    return { name, isHealthy: detail === 'ok', detail, latencyMs: Math.round(performance.now() - begin) };
  };

  const timeout = () =>
    pause(CHECK_TIMEOUT_MS, undefined, { ref: false }).then(() =>
      Promise.reject(Object.assign(new Error('no answer'), { code: 'timed out' })),
    );

  /** Reports a database role with too many rights. The server works with it, so it is only shown to operators. */
  async function assertModestRole(): Promise<void> {
    const excess = await parts.databaseRole.findExcess();
    if (excess) throw Object.assign(new Error(excess), { code: excess });
  }

  /**
   * Not needed for readiness: busy child processes answer late, and messages wait for the mail server, which is no reason
   * to redirect traffic.
   */
  const all = {
    ...needed,
    'database role': assertModestRole,
    compute: () => quick.run('ping', null, { timeoutMs: CHECK_TIMEOUT_MS, account: undefined }),
    mail: () => notifications.assertMailUsable(),
  };
  const checkAll = async () => {
    // An unreachable database is reported by its own check.
    const more = await moreChecks().catch(() => ({}));
    return Promise.all(Object.entries({ ...all, ...more }).map(([name, run]) => check(name, run)));
  };

  async function health(): Promise<contract.SystemHealth> {
    return {
      version: VERSION,
      startedAt,
      parts: await checkAll(),
      breaches: await breaches(),
      queues: await queue.counts(),
      files: await storedFiles(),
      outbox: await notifications.counts(),
    };
  }
  const history = createHealthHistory(parts, health);

  /** The trail has ids alone: the number of a case is searched for as its id. */
  async function withIds<Filter extends contract.AuditFilter>(filter: Filter): Promise<Filter> {
    const whom = filter.whom && (await cases.idOfNumber(db.drizzle, filter.whom.toUpperCase()));
    return whom ? { ...filter, whom } : filter;
  }

  return {
    health,
    history: history.history,
    sampleHealth: history.sample,
    registerJobs: history.registerJobs,
    async assertReady(): Promise<void> {
      const found = await Promise.all(Object.entries(needed).map(([name, run]) => check(name, run)));
      if (found.some((part) => !part.isHealthy)) throw new AppError('NOT_READY');
    },
    async deadJobs(wish: PageWish): Promise<Page<contract.DeadJob>> {
      const { rows, ...ways } = await queue.deadJobs(wish, contract.DEAD_JOBS_PER_PAGE);
      const payloads = rows.map(({ payload }) => payload);
      const subjects = await subjectsOf(db.drizzle, cases, payloads);
      const shown = rows.map(({ id, name, failedAt, reason }, at) => ({
        ...{ id, name, reason },
        subject: subjects[at] ?? null,
        failedAt: failedAt.toISOString(),
        canGoOnWithoutImages: name === ingestStudies.name,
      }));
      return { rows: shown, ...ways };
    },
    async retryDeadJob(context: Context, jobId: string): Promise<void> {
      await db.transaction(async (tx) => {
        await audit.record(tx, context, { action: 'operations.retry-job', subjectType: 'job', subjectId: jobId });
        if (!(await queue.retryDead(jobId))) throw notFound('dead job');
      });
    },
    /** The images stay stored and are tried again when they are sent again. */
    async goOnWithoutImages(context: Context, jobId: string): Promise<void> {
      const job = await queue.findDead(jobId);
      if (job?.name !== ingestStudies.name) throw notFound('dead job');
      const owner = ingestStudies.payload.parse(job.payload);
      await db.transaction(async (tx) => {
        const images = await studies.setAsideStalled(tx, owner);
        await audit.record(tx, context, {
          action: 'operations.go-on-without-images',
          subjectType: 'caseId' in owner ? 'case' : 'scan',
          subjectId: 'caseId' in owner ? owner.caseId : owner.scanId,
          details: { images },
        });
      });
      if (!(await queue.retryDead(jobId))) throw notFound('dead job');
    },
    /** With names beside ids; those of patients are a read of their data, and recorded as such. */
    async audit(context: Context, wish: contract.AuditFilter & PageWish) {
      const page = await audit.list(await withIds(wish));
      const rows = await db.transaction((tx) => withNames(tx, context, { accounts, audit, cases }, page.rows));
      return { ...page, rows };
    },
    /** Recorded first, so that the export contains its own audit row. */
    async auditCsv(context: Context, filter: contract.AuditFilter): Promise<Readable> {
      await db.transaction((tx) =>
        audit.record(tx, context, { action: 'operations.export-audit', subjectType: 'audit', subjectId: null }),
      );
      return auditCsv(audit.all(await withIds(filter)));
    },
    /** With METRICS_TOKEN set, only with that bearer token; without it never in production. */
    assertMayReadMetrics(token: string | null): void {
      const { METRICS_TOKEN, NODE_ENV } = parts.config;
      const isOpen = METRICS_TOKEN === undefined && NODE_ENV !== 'production';
      if (!isOpen && (!token || !METRICS_TOKEN || !isSameSecret(token, METRICS_TOKEN))) throw notFound('page');
    },
    metrics: () => registry.metrics(),
    metricsType: registry.contentType,
    observe: (method: string, route: string, status: number, seconds: number) =>
      requests.observe({ method, route, status: String(status) }, seconds),
  };
}
