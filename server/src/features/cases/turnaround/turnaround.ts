import { cases, turnaround as contract } from '@duai/contract';
import { DAY_MS, later } from '../../../core/clock.ts';
import { createKept } from '../../../core/kept.ts';
import type { Parts } from '../../../parts.ts';
import * as store from './turnaround.store.ts';

/** How long reports take, for operators and, where there are enough of them, for everybody (docs/decisions/0247). */
export function createTurnaround({ db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>) {
  const since = () => later(clock.now(), -contract.TURNAROUND_DAYS * DAY_MS);

  async function figures(): Promise<contract.Turnaround['urgencies']> {
    const found = await store.findFigures(db.drizzle, since());
    return cases.URGENCIES.map(
      (urgency) =>
        found.find((one) => one.urgency === urgency) ?? {
          urgency,
          reports: 0,
          medianHours: null,
          p90Hours: null,
          inTime: 0,
        },
    );
  }
  const shown = createKept(async () => contract.publicTurnaround(await figures()), {
    clock,
    whenUnknown: contract.publicTurnaround([]),
    onError: (err) => log.error({ err }, 'the turnaround could not be read'),
  });

  return {
    figures: async (): Promise<contract.Turnaround> => ({
      urgencies: await figures(),
      mondays: await store.findMondays(db.drizzle, since(), clock.now()),
      weeks: await store.findWeeks(db.drizzle, since()),
    }),
    /** What the public page says, by the place where it stands. */
    shown: shown.current,
  };
}
