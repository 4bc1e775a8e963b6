import { given } from '@duai/contract';
import type { Context } from '../../core/actor.ts';
import { systemContext } from '../../core/actor.ts';
import { later } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Packages } from '../packages/index.ts';
import { type ControlPoint, controlPoints } from './control-chart.ts';
import { checkFigures } from './monitoring.jobs.ts';
import * as store from './monitoring.store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** What is compared with, and how long a breach is shown. */
const BASELINE_DAYS = 90;
const SHOWN_DAYS = 7;
const HOURLY = '17 * * * *';

/** Figures of versions on the studies of each institution, their control limits, and what happens when one is left. */
export function createMonitoring(
  { db, clock, queue, log }: Pick<Parts, 'db' | 'clock' | 'queue' | 'log'>,
  { audit, packages }: { audit: Audit; packages: Packages },
) {
  const ago = (days: number) => later(clock.now(), -days * DAY_MS);

  /** Warns of a breach once a day, and pauses the version on these studies where an operator said so. */
  async function tell(watched: store.Watched, day: string, { isBreach: _is, ...point }: ControlPoint): Promise<void> {
    const { algorithmId, version, institutionId } = watched;
    const hasPaused = await store.pausesOnBreach(db.drizzle, watched);
    const breach = { ...point, algorithmId, version, institutionId, day, hasPaused };
    const isNew = await db.transaction(async (tx) => {
      if (!(await store.insertBreach(tx, { ...breach, id: newId(), foundAt: clock.now() }))) return false;
      await audit.record(tx, systemContext, {
        action: 'algorithms.breach',
        subjectType: 'algorithm',
        subjectId: `${algorithmId} ${version}`,
        details: { measure: point.measure, n: point.n, value: point.value, hasPaused: String(hasPaused) },
      });
      return true;
    });
    if (!isNew) return;
    log.warn({ algorithmId, version, measure: point.measure, day, hasPaused }, 'a figure left its control limits');
    if (hasPaused) await packages.activate(systemContext, { institutionId, algorithmId, version: null });
  }

  const service = {
    registerJobs(): void {
      queue.handle(checkFigures, () => service.check());
      queue.schedule(checkFigures, HOURLY, {});
    },

    /** `monitoring.check-figures`: every version that ran within a day. */
    async check(): Promise<void> {
      for (const watched of await store.findWatched(db.drizzle, ago(1))) {
        const days = await store.findDays(db.drizzle, watched, ago(BASELINE_DAYS));
        for (const point of controlPoints(days))
          if (point.isBreach) await tell(watched, given(days.at(-1), 'the last day').day, point);
      }
    },

    /** Whether a version is paused where a figure leaves its limits. */
    async guard(context: Context, algorithmId: string, version: string, pausesOnBreach: boolean): Promise<void> {
      await db.transaction(async (tx) => {
        await store.setGuard(tx, { algorithmId, version, pausesOnBreach, updatedAt: clock.now() });
        await audit.record(tx, context, {
          action: pausesOnBreach ? 'algorithms.pause-on-breach' : 'algorithms.warn-on-breach',
          subjectType: 'algorithm',
          subjectId: `${algorithmId} ${version}`,
        });
      });
    },

    /** By institution and day; of patients' cases where the institution is null. */
    async figures(algorithmId: string) {
      const watched = await store.findWatched(db.drizzle, ago(BASELINE_DAYS));
      const own = watched.filter((each) => each.algorithmId === algorithmId);
      return Promise.all(
        own.map(async (each) => ({ ...each, days: await store.findDays(db.drizzle, each, ago(BASELINE_DAYS)) })),
      );
    },

    breaches: () => store.findBreaches(db.drizzle, ago(SHOWN_DAYS)),

    /** Lines of the health page: one for each breach of the last days, which says by how much. */
    async warnings(): Promise<Record<string, () => Promise<void>>> {
      const lines = (await service.breaches()).map((breach) => {
        const { algorithmId, version, measure, day, value, low, high, institutionId } = breach;
        const said = [value, low, high].map((each) => Number(each.toPrecision(3)));
        const detail = `${measure} ${said[0]}, limits ${said[1]} to ${said[2]}${breach.hasPaused ? ', paused' : ''}`;
        const whose = institutionId === null ? 'patients' : `institution ${institutionId.slice(0, 8)}`;
        const fail = async () => {
          throw Object.assign(new Error(detail), { code: detail });
        };
        return [`${algorithmId} ${version} ${day} ${whose}: ${measure}`, fail] as const;
      });
      return Object.fromEntries(lines);
    },
  };
  return service;
}
