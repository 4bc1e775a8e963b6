import { DUE_HOURS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import { HOUR_MS, later } from '../../core/clock.ts';
import { sha256Hex } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Notifications, Reader } from '../notifications/index.ts';
import { untoldOf } from './cases.policy.ts';
import * as store from './cases.store.ts';
import type { CaseRow } from './cases.tables.ts';

const WORKLIST = '/console/worklist';
const USERS = '/console/users';
/**
 * Mails of new cases of one patient in a day. The limit is needed because a patient can take a case back and submit it
 * again at will; the console still counts every case.
 */
const MOST_ARRIVALS_A_DAY = 10;
const LONGEST_HOURS = Math.max(...Object.values(DUE_HOURS));

type CaseMail = Parameters<Notifications['enqueue']>[1];

export type CaseMails = ReturnType<typeof createCaseMails>;

/**
 * Mails to staff about cases (docs/decisions/0076). They link to the console and name neither patient nor case, nor do
 * their rows, so that erasing a patient leaves nothing behind in them.
 */
export function createCaseMails(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { accounts, notifications }: { accounts: Accounts; notifications: Notifications },
) {
  /** Mails each reader for the first of these occasions that they were not told of yet, if there is one. */
  async function tell(
    tx: Tx,
    readers: Reader[],
    { template, path, occasions }: { template: CaseMail['template']; path: string; occasions: readonly string[] },
  ): Promise<void> {
    for (const { id, email, language } of readers) {
      for (const occasion of occasions) {
        const isNew = await notifications.enqueue(tx, {
          channel: 'email',
          recipient: email,
          template,
          params: { link: notifications.link(path) },
          language,
          dedupeKey: sha256Hex(`${template}:${occasion}:${id}`),
        });
        if (isNew) break;
      }
    }
  }

  /** Operators who are present, else their common address. */
  const operatorsToTell = async (tx: Tx): Promise<Reader[]> =>
    notifications.orOperators(await accounts.staff.presentOfRole(tx, 'operator'));

  /**
   * Tells the reader who claimed the case or was assigned it; if none or absent, all present radiologists; if none is
   * present, the operators.
   */
  async function tellLate(tx: Tx, row: CaseRow, dueAt: Date): Promise<void> {
    const radiologists = await accounts.staff.presentOfRole(tx, 'radiologist');
    const claimer = radiologists.filter(({ id }) => id === (row.claimedBy ?? row.assignedTo));
    const occasions = [`${row.id}:${dueAt.toISOString()}`];
    if (radiologists.length === 0)
      await tell(tx, await operatorsToTell(tx), { template: 'case-unclaimed', path: USERS, occasions });
    else
      await tell(tx, claimer.length > 0 ? claimer : radiologists, {
        template: 'case-late',
        path: WORKLIST,
        occasions,
      });
  }

  /** Links to the users page, because operators do not open cases. */
  async function tellUnclaimed(tx: Tx, row: CaseRow, dueAt: Date): Promise<void> {
    await tell(tx, await operatorsToTell(tx), {
      template: 'case-unclaimed',
      path: USERS,
      occasions: [`${row.id}:${dueAt.toISOString()}`],
    });
  }

  /** Checks again under the lock, because the case may have been signed, taken back, claimed or given more time meanwhile. */
  const tellOf = (caseId: string): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await store.lockCase(tx, caseId);
      if (!row?.dueAt || !(await accounts.patients.consents.has(tx, row.patientId))) return;
      const untold = untoldOf(row, clock.now());
      if (untold.isUnclaimed) {
        await tellUnclaimed(tx, row, row.dueAt);
        await store.updateCase(tx, caseId, { unclaimedToldFor: row.dueAt });
      }
      if (untold.isLate) {
        await tellLate(tx, row, row.dueAt);
        await store.updateCase(tx, caseId, { lateToldFor: row.dueAt });
        // The open pages update their count of late cases.
        await store.notifyConsole(tx, caseId);
      }
    });

  /** `cases.watch`: mails about cases that are late, and about cases unclaimed for half of their time. Safe to run twice. */
  async function watch(): Promise<void> {
    const now = clock.now();
    const rows = await store.findInReview(db.drizzle, { dueBefore: later(now, (LONGEST_HOURS * HOUR_MS) / 2 + 1) });
    for (const row of rows) {
      const { isLate, isUnclaimed } = untoldOf(row, now);
      if (isLate || isUnclaimed) await tellOf(row.id);
    }
  }

  return {
    watch,

    /**
     * Tells the assigned reader, else every present radiologist, that a submission arrived: at most
     * `MOST_ARRIVALS_A_DAY` times a day for one patient.
     */
    async tellArrived(tx: Tx, { patientId, assignedTo }: CaseRow): Promise<void> {
      const day = clock.now().toISOString().slice(0, 10);
      const there = await accounts.staff.presentOfRole(tx, 'radiologist');
      const given = there.filter(({ id }) => id === assignedTo);
      await tell(tx, given.length > 0 ? given : there, {
        template: 'case-arrived',
        path: WORKLIST,
        occasions: Array.from({ length: MOST_ARRIVALS_A_DAY }, (_, index) => `${patientId}:${day}:${index + 1}`),
      });
    },
  };
}
