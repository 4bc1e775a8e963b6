import { retention as contract } from '@duai/contract';
import { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import { BACKGROUND, defineJob, turnOf } from '../../adapters/queue/port.ts';
import { type Context, systemContext } from '../../core/actor.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { findOwnScan, type ScanRow, type Scans } from '../scans/index.ts';
import { goesAt, toldUntil } from './retention.policy.ts';
import * as store from './retention.store.ts';

interface RetentionTools extends Pick<Parts, 'db' | 'clock' | 'queue' | 'log'> {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  scans: Scans;
}

const everyInstitution = defineJob({
  name: 'retention.every-institution',
  payload: z.object({}),
  options: { ...BACKGROUND, retryLimit: 1 },
});
const ofInstitution = defineJob({
  name: 'retention.of-institution',
  payload: z.strictObject({ institutionId: z.uuid() }),
  options: BACKGROUND,
});
/** Before the nightly sweep of storage. */
const NIGHTLY = '0 2 * * *';
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export type Retention = ReturnType<typeof createRetention>;

/** Studies stay as long as their institution wants; before one goes the institution is told, and can keep it. */
export function createRetention({ db, clock, queue, log, accounts, audit, notifications, scans }: RetentionTools) {
  async function of(institutionId: string): Promise<contract.Retention> {
    const days = await store.findDays(db.drizzle, institutionId);
    const going = days === null ? [] : await store.findGoing(db.drizzle, institutionId);
    const times = going.flatMap((study) => goesAt(study, days ?? 0)?.getTime() ?? []);
    return {
      days,
      going: {
        studies: going.length,
        firstOn: times.length > 0 ? dayOf(new Date(Math.min(...times))) : null,
        inEvaluation: going.filter(({ isEvaluated }) => isEvaluated).length,
      },
      held: await store.countHeld(db.drizzle, institutionId),
    };
  }

  /** Of a study under the lock of its institution's trial: nobody kept it meanwhile, and nothing more of it came. */
  async function isDue(tx: Tx, { id, institutionId, submittedAt, billing }: ScanRow): Promise<boolean> {
    const days = await store.findDays(tx, institutionId);
    if (days === null || billing === 'sample' || (await store.isHeld(tx, id))) return false;
    const at = goesAt({ submittedAt, toldAt: await store.findToldAt(tx, id) }, days);
    return at !== null && at <= clock.now();
  }

  /** Handles `retention.of-institution`: deletes what is due, then tells what will be. Safe to run twice. */
  async function run({ institutionId }: { institutionId: string }): Promise<void> {
    const days = await store.findDays(db.drizzle, institutionId);
    if (days === null) return;
    const now = clock.now();
    let deleted = 0;
    for (const study of await store.findGoing(db.drizzle, institutionId)) {
      const at = goesAt(study, days);
      if (at === null || at > now) continue;
      if (await scans.details.removeExpired(systemContext, institutionId, study.scanId, isDue)) deleted += 1;
    }
    if (deleted > 0) log.info({ institutionId, deleted }, 'studies were deleted after the time their institution set');
    await db.transaction(async (tx) => {
      const { told, inEvaluation } = await store.tell(tx, institutionId, { until: toldUntil(now, days), now });
      if (told === 0) return;
      const institution = await accounts.institutions.nameOf(tx, institutionId);
      const params = {
        institution,
        studies: String(told),
        evaluated: String(inEvaluation),
        day: dayOf(later(now, contract.NOTICE_DAYS * DAY_MS)),
        link: notifications.link('/duaicheck-trial/data'),
      };
      for (const recipient of await accounts.institutions.adminEmails(tx, institutionId))
        await notifications.enqueue(tx, {
          ...{ channel: 'email', recipient, template: 'studies-expire', params, language: 'en' },
        });
      await audit.record(tx, systemContext, {
        ...{ action: 'trial.tell-expiry', subjectType: 'institution', subjectId: institutionId },
        details: { studies: told, inEvaluation },
      });
    });
  }

  return {
    of,
    run,

    async set(context: Context, institutionId: string, days: number | null): Promise<contract.Retention> {
      await db.transaction(async (tx) => {
        if ((await store.findDays(tx, institutionId)) === days) return;
        await store.saveDays(tx, institutionId, { days, at: clock.now() });
        await store.forgetNotices(tx, institutionId);
        await audit.record(tx, context, {
          ...{ action: 'trial.set-retention', subjectType: 'institution', subjectId: institutionId },
          details: { days: days ?? 'all' },
        });
      });
      return of(institutionId);
    },

    async holdEvaluated(context: Context, institutionId: string): Promise<contract.Retention> {
      await db.transaction(async (tx) => {
        const going = (await store.findGoing(tx, institutionId)).filter(({ isEvaluated }) => isEvaluated);
        await store.insertHolds(tx, institutionId, { scanIds: going.map(({ scanId }) => scanId), at: clock.now() });
        for (const { scanId } of going)
          await audit.record(tx, context, { action: 'trial.hold-scan', subjectType: 'scan', subjectId: scanId });
      });
      return of(institutionId);
    },

    /** @throws AppError NOT_FOUND */
    async ofScan(institutionId: string, scanId: string) {
      const scan = await findOwnScan(db.drizzle, institutionId, scanId);
      const days = await store.findDays(db.drizzle, institutionId);
      const isHeld = await store.isHeld(db.drizzle, scanId);
      if (days === null || isHeld || scan.billing === 'sample') return { isHeld, goesOn: null };
      const toldAt = await store.findToldAt(db.drizzle, scanId);
      const at = goesAt({ submittedAt: scan.submittedAt, toldAt }, days) ?? later(scan.submittedAt, days * DAY_MS);
      // One that is old already and not told yet goes after it was.
      const earliest = later(clock.now(), contract.NOTICE_DAYS * DAY_MS);
      return { isHeld, goesOn: dayOf(toldAt === null && at < earliest ? earliest : at) };
    },

    /** @throws AppError NOT_FOUND */
    async hold(context: Context, institutionId: string, scanId: string, isHeld: boolean): Promise<void> {
      await db.transaction(async (tx) => {
        await findOwnScan(tx, institutionId, scanId);
        if (isHeld) await store.insertHolds(tx, institutionId, { scanIds: [scanId], at: clock.now() });
        else await store.deleteHold(tx, institutionId, scanId);
        const action = isHeld ? 'trial.hold-scan' : 'trial.release-scan';
        await audit.record(tx, context, { action, subjectType: 'scan', subjectId: scanId });
      });
    },

    registerJobs(): void {
      queue.handle(everyInstitution, async () => {
        for (const { institutionId } of await store.findInstitutionsThatDelete(db.drizzle))
          await db.transaction((tx) =>
            queue.enqueue(tx, ofInstitution, { institutionId }, { turn: turnOf(institutionId) }),
          );
      });
      queue.schedule(everyInstitution, NIGHTLY, {});
      queue.handle(ofInstitution, run);
    },
  };
}
