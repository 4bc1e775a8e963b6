import type { monitoring as contract, operations } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { systemContext } from '../../core/actor.ts';
import { later } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Packages } from '../packages/index.ts';
import { breachesOf, chartsOf } from './control-chart.ts';
import { checkFigures } from './monitoring.jobs.ts';
import * as store from './monitoring.store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Days that the newest day is compared with, and days for which a breach is shown. */
const BASELINE_DAYS = 90;
const SHOWN_DAYS = 7;
const HOURLY = '17 * * * *';

export type Monitoring = ReturnType<typeof createMonitoring>;

interface Neighbours {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  packages: Packages;
}

/** Figures of versions on the studies of each institution, their control limits, and the reaction to a breach. */
export function createMonitoring(
  { db, clock, queue, log }: Pick<Parts, 'db' | 'clock' | 'queue' | 'log'>,
  { accounts, audit, notifications, packages }: Neighbours,
) {
  /** Each operator in the own language; the address of the house where nobody is one. */
  async function mailOperators(
    tx: Tx,
    { name, measure, day, hasPaused }: { name: string; measure: contract.Measure; day: string; hasPaused: boolean },
  ): Promise<void> {
    const operators = await accounts.staff.ofRole(tx, 'operator');
    for (const { email, language } of notifications.orOperators(operators))
      await notifications.enqueue(tx, {
        channel: 'email',
        recipient: email,
        template: hasPaused ? 'version-paused' : 'version-breach',
        params: { name, measure, day, link: notifications.link('/console/algorithms') },
        language,
      });
  }

  const ago = (days: number) => later(clock.now(), -days * DAY_MS);

  /** Records a breach once a day, and pauses the version on these studies where an operator has set that. */
  async function tell(watched: store.Watched, found: ReturnType<typeof breachesOf>[number]): Promise<void> {
    const { algorithmId, version, institutionId } = watched;
    const hasPaused = await store.pausesOnBreach(db.drizzle, watched);
    const { measure, day, n, value, limits } = found;
    const point = { measure, n, value, low: limits.low, high: limits.high };
    const breach = { ...point, algorithmId, version, institutionId, day, hasPaused };
    const isNew = await db.transaction(async (tx) => {
      if (!(await store.insertBreach(tx, { ...breach, id: newId(), foundAt: clock.now() }))) return false;
      await audit.record(tx, systemContext, {
        action: 'algorithms.breach',
        subjectType: 'algorithm',
        subjectId: `${algorithmId} ${version}`,
        details: { measure, n, value, hasPaused: String(hasPaused) },
      });
      await mailOperators(tx, { name: `${algorithmId} ${version}`, measure, day, hasPaused });
      return true;
    });
    if (!isNew) return;
    log.warn({ algorithmId, version, measure, day, hasPaused }, 'a figure left its control limits');
    if (hasPaused) await packages.activate(systemContext, { institutionId, algorithmId, version: null });
  }

  const service = {
    registerJobs(): void {
      queue.handle(checkFigures, () => service.check());
      queue.schedule(checkFigures, HOURLY, {});
    },

    /** `monitoring.check-figures`: checks every version that ran in the last day. */
    async check(): Promise<void> {
      for (const watched of await store.findWatched(db.drizzle, ago(1))) {
        const days = await store.findDays(db.drizzle, watched, ago(BASELINE_DAYS));
        for (const breach of breachesOf(days)) await tell(watched, breach);
      }
    },

    /** Whether a version is paused where a figure leaves its limits. @throws AppError NOT_FOUND */
    async guard(context: Context, algorithmId: string, version: string, pausesOnBreach: boolean): Promise<void> {
      await packages.algorithmOf(db.drizzle, algorithmId, version);
      await db.transaction(async (tx) => {
        await store.setGuard(tx, { algorithmId, version, pausesOnBreach, updatedAt: clock.now() });
        await audit.record(tx, context, {
          action: pausesOnBreach ? 'algorithms.pause-on-breach' : 'algorithms.warn-on-breach',
          subjectType: 'algorithm',
          subjectId: `${algorithmId} ${version}`,
        });
      });
    },

    /** By version, institution and day; of patients' cases where the institution is null. */
    async figures(of: { algorithmId?: string; institutionId?: string }): Promise<contract.VersionFigures[]> {
      const watched = (await store.findWatched(db.drizzle, ago(BASELINE_DAYS), of.institutionId)).filter(
        ({ algorithmId }) => of.algorithmId === undefined || algorithmId === of.algorithmId,
      );
      const titles = new Map((await packages.overview(null)).map(({ id, title }) => [id, title]));
      const breaches = await store.findBreaches(db.drizzle, ago(BASELINE_DAYS));
      const figures: contract.VersionFigures[] = [];
      for (const each of watched) {
        const { algorithmId, version, institutionId } = each;
        const days = await store.findDays(db.drizzle, each, ago(BASELINE_DAYS));
        figures.push({
          ...{ algorithmId, version, institutionId },
          title: titles.get(algorithmId) ?? null,
          pausesOnBreach: await store.pausesOnBreach(db.drizzle, each),
          days,
          charts: chartsOf(days),
          breaches: breaches
            .filter(
              (breach) =>
                breach.algorithmId === algorithmId &&
                breach.version === version &&
                breach.institutionId === institutionId,
            )
            .map(({ foundAt, ...breach }) => ({ ...breach, foundAt: foundAt.toISOString() })),
        });
      }
      return figures;
    },

    /** What left its limits in the last week, with the names that the health page shows. */
    async breaches(): Promise<operations.SystemHealth['breaches']> {
      const found = await store.findBreaches(db.drizzle, ago(SHOWN_DAYS));
      if (found.length === 0) return [];
      const titles = new Map((await packages.overview(null)).map(({ id, title }) => [id, title]));
      const names = new Map(
        (await accounts.institutions.institutionNames(db.drizzle)).map(({ id, name }) => [id, name]),
      );
      return found.map(({ id: _, foundAt, ...breach }) => ({
        ...breach,
        title: titles.get(breach.algorithmId) ?? null,
        institution: breach.institutionId === null ? null : (names.get(breach.institutionId) ?? null),
        foundAt: foundAt.toISOString(),
      }));
    },
  };
  return service;
}
