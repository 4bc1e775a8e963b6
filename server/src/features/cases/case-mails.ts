import { DUE_HOURS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import { HOUR_MS, later } from '../../core/clock.ts';
import { sha256Hex } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { untoldOf } from './cases.policy.ts';
import * as store from './cases.store.ts';
import type { CaseRow } from './cases.tables.ts';

const WORKLIST = '/console/worklist';
const USERS = '/console/users';
/** Of one patient, who may take a case back and submit it again at will; the console counts every case. */
const MOST_ARRIVALS_A_DAY = 10;
const LONGEST_HOURS = Math.max(...Object.values(DUE_HOURS));

interface Reader {
  id: string;
  email: string;
  language: CaseMail['language'];
}
type CaseMail = Parameters<Notifications['enqueue']>[1];

export type CaseMails = ReturnType<typeof createCaseMails>;

/**
 * Mails to staff about cases (docs/decisions/0076). They lead to the console and name neither patient nor case, and no row
 * about them does: nothing of them has to be found again when a patient is erased.
 */
export function createCaseMails(
  { db, clock, config }: Pick<Parts, 'db' | 'clock' | 'config'>,
  { accounts, notifications }: { accounts: Accounts; notifications: Notifications },
) {
  /** To each reader for the first of the occasions of which they were not told yet, if there is one. */
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

  /** Operators who are there; where none is, their common address. */
  async function operatorsToTell(tx: Tx): Promise<Reader[]> {
    const operators = await accounts.staff.presentOfRole(tx, 'operator');
    return operators.length > 0 ? operators : [{ id: 'operators', email: config.OPERATORS_EMAIL, language: 'en' }];
  }

  /** Whoever has claimed it; where nobody has, or that reader is away, everybody who is there. With no reader there, operators. */
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

  /** Operators do not open cases: the link leads to the console. Without an account of an operator, to their address. */
  async function tellUnclaimed(tx: Tx, row: CaseRow, dueAt: Date): Promise<void> {
    await tell(tx, await operatorsToTell(tx), {
      template: 'case-unclaimed',
      path: USERS,
      occasions: [`${row.id}:${dueAt.toISOString()}`],
    });
  }

  /** Looks again under the lock: a case that was signed, taken back, claimed or given time meanwhile is left alone. */
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
        // Open pages count it from now on.
        await store.notifyConsole(tx, caseId);
      }
    });

  /** `cases.watch`: what became late, and what nobody has claimed in half of its time. Safe to run twice. */
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
     * Whom it was given to, else every radiologist who is there: once for a submission however many images it has, and so
     * often a day for one patient.
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
